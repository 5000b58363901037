// The cases of an exam, drawn from a seed.
#include <algorithm>
#include <set>

#include "core/base/error.hpp"
#include "exercises/judge/draws.hpp"
#include "exercises/judge/exam.hpp"

namespace zerolab::exercises {

namespace {

class Drawer {
 public:
  Drawer(int exercise, const std::array<double, 5>& weights, std::uint64_t seed)
      : draws_(exercise, seed) {
    exam_.exercise = exercise;
    exam_.weights = weights;
  }

  Exam draw() {
    if (exam_.exercise == 1) {
      draw_shards();
    } else if (exam_.exercise == 6) {
      draw_volumes();
    } else {
      draw_collective();
    }
    return std::move(exam_);
  }

 private:
  Case of(int ranks, std::size_t elements) {
    Case run = draws_.buffered_case(ranks, elements);
    if (run.exercise == 7) fill_list(run);
    return run;
  }

  // Exercise 7: some tensors, and buckets across them; the last bucket full where all is even.
  void fill_list(Case& run) {
    const auto ranks = static_cast<std::size_t>(run.ranks);
    const bool even = run.elements % ranks == 0 && run.elements > 0;
    const std::size_t parts = draws_.number(2, 3);
    run.bucket_elements = std::max<std::size_t>(1, even && run.elements % (ranks * parts) == 0
                                                       ? run.elements / parts
                                                       : run.elements / parts + 1);
    std::size_t left = run.elements;
    for (std::size_t tensor = draws_.number(2, 4); tensor > 0 && left > 0; --tensor) {
      const std::size_t size = draws_.number(0, left);
      run.tensors.push_back(size);
      left -= size;
    }
    if (left > 0 || run.elements == 0) run.tensors.push_back(left);
  }

  void add(Group group, const Case& run, std::optional<std::int64_t> peak = std::nullopt) {
    exam_.cases.push_back({group, run, peak});
  }

  // What N divides into chunks of at least two elements; of exercise 7 into buckets likewise.
  std::size_t even_elements(int ranks) {
    const std::size_t buckets = exam_.exercise == 7 ? 6 : 1;
    return static_cast<std::size_t>(ranks) * buckets * draws_.number(2, 6);
  }
  std::size_t uneven_elements(int ranks, std::size_t least, std::size_t most) {
    const auto count = static_cast<std::size_t>(ranks);
    const std::size_t elements = draws_.number(least, most);
    return elements % count == 0 ? elements + 1 + draws_.number(0, count - 2) : elements;
  }

  // Sizes of which most are not multiples of N.
  std::set<std::size_t> edge_sizes(int ranks) {
    const auto n = static_cast<std::size_t>(ranks);
    std::set<std::size_t> sizes{1, n - 1, n, n + 1, 2 * n + 1, uneven_elements(ranks, 20, 60)};
    if (ranks == 3 || ranks == 4) sizes.insert(0);
    if (ranks == 4) sizes.insert(37);
    if (ranks == 3 || ranks == 8) sizes.insert(1000);
    return sizes;
  }

  void draw_shards() {
    for (const int ranks : several_ranks) {
      add(Group::values, of(ranks, even_elements(ranks)));
      add(Group::values, of(ranks, static_cast<std::size_t>(ranks) * draws_.number(1000, 9000)));
      for (const std::size_t elements : edge_sizes(ranks)) {
        add(Group::edges, of(ranks, elements));
      }
      add(Group::edges, of(ranks, uneven_elements(ranks, 1'000'000, 9'000'000)));
    }
    for (const std::size_t elements : {std::size_t{0}, std::size_t{1}, draws_.number(5, 50)}) {
      add(Group::edges, of(1, elements));
    }
  }

  void draw_volumes() {
    for (const Collective collective : all_collectives) {
      const auto add_one = [&](Group group, int ranks, std::size_t elements) {
        Case run = of(ranks, elements);
        run.collective = collective;
        add(group, run);
      };
      for (const int ranks : several_ranks) {
        add_one(Group::values, ranks, even_elements(ranks));
        for (const std::size_t elements : edge_sizes(ranks)) {
          add_one(Group::edges, ranks, elements);
        }
      }
      add_one(Group::edges, 1, draws_.number(1, 40));
      add_one(Group::edges, 1, 0);
    }
  }

  void draw_collective() {
    for (const int ranks : several_ranks) {
      for (int i = 0; i < 2; ++i) {
        const Case run = of(ranks, even_elements(ranks));
        add(Group::values, run);
        add(Group::counts, run);
      }
      if ((exam_.exercise == 3 || exam_.exercise == 5) && (ranks == 3 || ranks == 5)) {
        Case run = of(ranks, even_elements(ranks));
        run.input = Input::rounding;
        add(Group::values, run);
      }
      for (int order = 0; order < 2; ++order) {
        Case run = of(ranks, even_elements(ranks));
        run.delivery = Delivery::rendezvous;
        add(Group::deadlock, run);
      }
      for (const std::size_t elements : edge_sizes(ranks)) {
        add(Group::edges, of(ranks, elements));
      }
    }
    for (const std::size_t elements : {std::size_t{0}, draws_.number(1, 9), std::size_t{1000}}) {
      add(Group::edges, of(1, elements));
    }
    draw_memory();
  }

  void draw_memory() {
    add(Group::memory, of(3, uneven_elements(3, 10, 30)));
    add(Group::memory, of(5, uneven_elements(5, 10, 30)));
    Case large = of(4, large_elements);
    auto limit = static_cast<std::int64_t>(large_elements * sizeof(float));
    if (exam_.exercise == 7) {
      large.bucket_elements = large_elements / 8;
      limit /= 2;
    }
    add(Group::memory, large, limit + peak_slack_bytes);
  }

  Draws draws_;
  Exam exam_;
};

}  // namespace

Exam drawn_exam(int exercise, const std::array<double, 5>& weights, std::uint64_t seed) {
  if (exercise < 1 || exercise > last_exercise) {
    throw input_error("exercise {}: exams are drawn for 1 to {}", exercise, last_exercise);
  }
  if (is_zero(exercise)) return drawn_zero_exam(exercise, weights, seed);
  return Drawer(exercise, weights, seed).draw();
}

}  // namespace zerolab::exercises
