// The cases of exercises 8 to 14, drawn from a seed.
#include <algorithm>
#include <numeric>

#include "exercises/judge/draws.hpp"
#include "exercises/judge/exam.hpp"
#include "exercises/judge/zero/layout.hpp"

namespace zerolab::exercises {

namespace {

class ZeroDrawer {
 public:
  ZeroDrawer(int exercise, const std::array<double, 5>& weights, std::uint64_t seed)
      : draws_(exercise, seed) {
    exam_.exercise = exercise;
    exam_.weights = weights;
  }

  Exam draw() {
    for (const int ranks : several_ranks) {
      add(Group::values, even(ranks));
      add(Group::values, even(ranks));
      add(Group::edges, uneven(ranks));
      add(Group::edges, tiny(ranks));
      if (exam_.exercise == 12) add(Group::edges, rounding(even(ranks)));
      if (!is_collective(exam_.exercise)) continue;
      add(Group::counts, even(ranks));
      for (int order = 0; order < 2; ++order) {
        Case run = order == 0 ? even(ranks) : uneven(ranks);
        run.delivery = Delivery::rendezvous;
        add(Group::deadlock, run);
      }
    }
    add(Group::edges, uneven(1));
    add(Group::edges, tiny(1));
    draw_memory();
    return std::move(exam_);
  }

 private:
  // What differs from case to case, whatever the sizes.
  Case of(int ranks, std::vector<std::size_t> parts) {
    Case run =
        draws_.buffered_case(ranks, std::accumulate(parts.begin(), parts.end(), std::size_t{0}));
    run.tensors = std::move(parts);
    const int setting = static_cast<int>(draws_.number(0, adamw_settings.size() - 1));
    const int micro_steps = static_cast<int>(draws_.number(2, 3));
    if (run.exercise == 8 || run.exercise == 9) run.setting = setting;
    if (run.exercise == 10 || run.exercise == 11) run.micro_steps = micro_steps;
    if (run.exercise == 13) {
      run.stage = static_cast<int>(draws_.number(0, 3));
      run.precision = draws_.number(0, 1) == 0 ? StatePrecision::fp32 : StatePrecision::mixed;
    }
    if (run.exercise == 8)
      run.step = static_cast<int>(draws_.number(1, 3) == 1 ? 1 : draws_.number(2, 40));
    if (run.exercise == 9) run.step = static_cast<int>(draws_.number(2, 3));
    if (run.exercise == 12 || run.exercise == 14) run.tensors.clear();
    if (run.exercise == 14) set_ranks(run);
    return run;
  }

  // Exercise 14: to fewer ranks, or to more.
  void set_ranks(Case& run) {
    const int other = static_cast<int>(draws_.number(1, static_cast<std::size_t>(run.ranks)));
    const bool grows = draws_.number(0, 1) == 1;
    run.from_ranks = grows ? other : run.ranks;
    run.to_ranks = grows ? run.ranks : other;
  }

  // Exercise 14: both numbers of ranks divide.
  Case even_for_both(int ranks) {
    Case run = of(ranks, {0});
    run.elements = draws_.number(2, 3) * static_cast<std::size_t>(run.from_ranks * run.to_ranks);
    return run;
  }

  // Exercise 12: sums whose last bits depend on their order.
  static Case rounding(Case run) {
    run.input = Input::rounding;
    return run;
  }

  std::size_t parts() { return draws_.number(3, 4); }

  Case even(int ranks) {
    if (exam_.exercise == 14) return even_for_both(ranks);
    std::vector<std::size_t> sizes;
    for (std::size_t part = parts(); part > 0; --part) {
      sizes.push_back(static_cast<std::size_t>(ranks) * draws_.number(2, 5));
    }
    return of(ranks, std::move(sizes));
  }

  Case uneven(int ranks) {
    const auto n = static_cast<std::size_t>(ranks);
    std::vector<std::size_t> sizes;
    for (std::size_t part = parts(); part > 0; --part) {
      const std::size_t size = n * draws_.number(1, 4) + draws_.number(0, n - 1);
      sizes.push_back(n > 1 && size % n == 0 ? size + 1 : size);
    }
    return of(ranks, std::move(sizes));
  }

  // Fewer elements than ranks in some parts, and an empty one.
  Case tiny(int ranks) {
    const auto n = static_cast<std::size_t>(ranks);
    std::vector<std::size_t> sizes{draws_.number(1, std::max<std::size_t>(n - 1, 1)),
                                   draws_.number(n, 2 * n)};
    if (exam_.exercise != 12) sizes.insert(sizes.begin() + 1, 0);
    return of(ranks, std::move(sizes));
  }

  void draw_memory() {
    if (exam_.weights[4] == 0) return;
    add(Group::memory, uneven(3));
    add(Group::memory, uneven(5));
    if (exam_.exercise < 9 || exam_.exercise > 11) return;
    Case large = of(4, std::vector<std::size_t>(8, large_elements / 8));
    large.step = 1;
    large.micro_steps = 1;
    const auto whole = static_cast<std::int64_t>(large_elements * sizeof(float));
    // Exercise 9 keeps two shards, and the all-gather needs room for a chunk.
    const std::int64_t allowed = exam_.exercise == 9 ? whole * 3 / 4 : whole / 2;
    exam_.cases.push_back({Group::memory, large, allowed + peak_slack_bytes});
  }

  void add(Group group, Case run) { exam_.cases.push_back({group, std::move(run), std::nullopt}); }

  Draws draws_;
  Exam exam_;
};

}  // namespace

Exam drawn_zero_exam(int exercise, const std::array<double, 5>& weights, std::uint64_t seed) {
  return ZeroDrawer(exercise, weights, seed).draw();
}

}  // namespace zerolab::exercises
