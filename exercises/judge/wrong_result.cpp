// What a wrong result is instead, read from its values.
#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/core.h>

#include "exercises/judge/decode.hpp"
#include "exercises/judge/input.hpp"
#include "exercises/judge/messages.hpp"
#include "exercises/judge/right.hpp"
#include "exercises/judge/traffic.hpp"
#include "exercises/judge/values.hpp"

namespace zerolab::exercises {

namespace {

// More inputs than this are not searched for combinations.
constexpr int most_ranks = 8;
// As many wrong elements must confirm what the first one suggests.
constexpr std::size_t most_checked = 64;

// As digits where it says which ranks are in it.
std::string number(const Case& run, float value) {
  if (run.input == Input::origins && run.ranks <= most_ranks && value == std::round(value)) {
    const std::optional<Origins> origins = origins_of(value, run.ranks);
    if (origins) return digits(origins);
  }
  return std::isnan(value) ? "NaN" : fmt::format("{:.9g}", value);
}

class Explainer {
 public:
  explicit Explainer(const WrongChunk& chunk) : chunk_(chunk), run_(chunk.run) {
    for (std::size_t i = chunk.first; i < chunk.range.end && wrong_.size() < most_checked; ++i) {
      if (!same_value(run_, chunk.got[i], chunk.right[i])) wrong_.push_back(i);
    }
  }

  Wrong explain() const {
    if (run_.ranks == 1) return one_rank();
    if (std::isnan(got(chunk_.first))) return unreadable();
    if (run_.input == Input::rounding && nearly_right()) return other_order();
    if (run_.exercise == 7) {
      const std::optional<Wrong> wrong = wrong_division();
      if (wrong) return *wrong;
    }
    if ((run_.exercise == 3 || run_.exercise == 5) && is_times(1.0 / run_.ranks)) {
      return wrong(Mistake::result_averaged,
                   fmt::format("that is divided by {}, the number of ranks; the sum is asked, not "
                               "the average",
                               run_.ranks));
    }
    if (all_wrong([&](std::size_t i) { return got(i) == input(chunk_.rank, i); })) {
      return untouched();
    }
    if (run_.exercise == 2 || run_.exercise == 4) return another_input();
    const std::optional<Origins> origins = find_origins();
    if (origins) return wrong_origins(*origins);
    return elsewhere_or_unexplained();
  }

 private:
  float got(std::size_t i) const { return chunk_.got[i]; }
  float right(std::size_t i) const { return chunk_.right[i]; }
  // What the element is on another rank before the call. In exercise 2 and 4 only the chunk's own
  // rank has any: what another would have in that place is then asked for.
  float input(int rank, std::size_t i) const {
    return input_value(run_, rank, run_.exercise == 2 ? i % run_.elements : i);
  }
  bool all_wrong(const std::function<bool(std::size_t)>& holds) const {
    return std::ranges::all_of(wrong_, holds);
  }

  std::string place() const {
    if (run_.exercise == 2) {
      return fmt::format("rank {}: element {} of from_left", chunk_.rank,
                         chunk_.first % run_.elements);
    }
    return fmt::format("rank {}: element {} ({})", chunk_.rank, chunk_.first,
                       chunk_words(run_, chunk_.slot));
  }
  std::string difference() const {
    return fmt::format("{} is {}, should be {}", place(), number(run_, got(chunk_.first)),
                       number(run_, right(chunk_.first)));
  }
  Wrong wrong(Mistake mistake, const std::string& why) const {
    return {mistake, -1, chunk_.rank, fmt::format("{}: {}", difference(), why)};
  }

  Wrong one_rank() const {
    return wrong(Mistake::result_one_rank,
                 run_.exercise == 2 ? "with one rank `from_left` is a copy of `mine`"
                                    : "with one rank the result is what it had before the call");
  }

  Wrong unreadable() const {
    if (run_.exercise == 2) return wrong(Mistake::result_unreadable, "nothing has been put there");
    if (run_.exercise == 4) {
      return wrong(Mistake::result_unreadable,
                   fmt::format("{} has not arrived there, or was passed on before it had arrived",
                               chunk_words(run_, chunk_.slot)));
    }
    return wrong(Mistake::result_unreadable,
                 "it comes from outside the buffer, or from memory that was never written");
  }

  bool nearly_right() const {
    return all_wrong(
        [&](std::size_t i) { return std::abs(got(i) - right(i)) <= 1e-5F * std::abs(right(i)); });
  }
  Wrong other_order() const {
    return wrong(Mistake::result_other_order,
                 "only the last bits differ, so the additions were in another order than the "
                 "ring's: each rank adds its own input to the sum that arrives");
  }

  bool is_times(double factor) const {
    return all_wrong([&](std::size_t i) {
      return std::abs(got(i) - right(i) * factor) <= 1e-5 * std::abs(right(i) * factor);
    });
  }

  // Exercise 7.
  std::optional<Wrong> wrong_division() const {
    const int ranks = run_.ranks;
    if (all_wrong([&](std::size_t i) { return got(i) == 0; })) {
      return wrong(Mistake::result_zero, "in whole numbers 1 / N is 0");
    }
    // The first wrong element lies in it, so that those of the buckets before are right.
    const int last = bucket_count(run_) - 1;
    if (is_times(ranks) && last > 0 && chunk_.slot / ranks == last) {
      return wrong(
          Mistake::result_tail_not_divided,
          fmt::format("that is the sum; divide the last bucket by {} like the others", ranks));
    }
    if (is_times(ranks)) {
      return wrong(Mistake::result_not_divided,
                   fmt::format("that is the sum; divide it by {}, the number of ranks", ranks));
    }
    if (is_times(1.0 / ranks)) {
      return wrong(
          Mistake::result_divided_twice,
          fmt::format("it has been divided by {} twice; the average needs it once", ranks));
    }
    const auto is_input_over = [&](float divisor) {
      return all_wrong([&](std::size_t i) { return got(i) == input(chunk_.rank, i) / divisor; });
    };
    for (const float divisor : {1.0F, static_cast<float>(ranks)}) {
      if (!is_input_over(divisor)) continue;
      const int bucket = chunk_.slot / ranks;
      const Range range = bucket_range(run_, bucket);
      const std::string what = divisor == 1 ? "it is still its own input"
                                            : "it is its own input, divided but never added up";
      const bool tail = range.end == run_.elements;
      return wrong(
          tail ? Mistake::result_tail_untouched : Mistake::result_untouched,
          fmt::format(
              "{}; bucket {} ({}){} was not reduced, or its result not written back", what, bucket,
              range_words(range),
              tail ? fmt::format(", the last, of {}", count_words(range.size())) : std::string()));
    }
    const double divisor = ranks * static_cast<double>(right(chunk_.first)) / got(chunk_.first);
    if (divisor > 0 && is_times(ranks / divisor)) {
      return wrong(
          Mistake::result_divided_otherwise,
          fmt::format("that is the sum divided by {:.4g}; divide by {}, the number of ranks",
                      divisor, ranks));
    }
    return std::nullopt;
  }

  Wrong untouched() const {
    if (run_.exercise == 2) {
      return wrong(Mistake::result_of_another_rank,
                   fmt::format("that is its own `mine`; rank {}'s should come there",
                               wrap(chunk_.rank - 1, run_.ranks)));
    }
    if (run_.exercise == 4) return another_input();
    return wrong(Mistake::result_own_only, "it is still its own input only");
  }

  Wrong another_input() const {
    const int owner = run_.exercise == 2 ? wrap(chunk_.rank - 1, run_.ranks) : chunk_.slot;
    for (int rank = 0; rank < run_.ranks; ++rank) {
      if (run_.exercise != 2) break;
      if (!all_wrong([&](std::size_t i) { return got(i) == input(rank, i); })) continue;
      return wrong(Mistake::result_of_another_rank,
                   fmt::format("that is rank {}'s, should be rank {}'s", rank, owner));
    }
    if (run_.exercise == 4) {
      if (all_wrong([&](std::size_t i) { return got(i) == 2 * right(i); })) {
        return wrong(Mistake::result_twice,
                     "it is there twice; what arrives replaces, and is not "
                     "added");
      }
      const std::vector<Range> slots = slots_of(run_);
      for (int chunk = 0; chunk < run_.ranks; ++chunk) {
        const Range other = slots[static_cast<std::size_t>(chunk)];
        for (std::size_t i = other.begin; i < other.end; ++i) {
          if (got(chunk_.first) != input(chunk, i)) continue;
          return wrong(
              Mistake::result_elsewhere,
              fmt::format("that is element {} (chunk {}), put in the wrong place", i, chunk));
        }
      }
    }
    return wrong(Mistake::result_wrong, "it is nobody's input");
  }

  // How often each rank's input is in it: the combination, least in deviation from once each, that
  // all wrong elements confirm.
  std::optional<Origins> find_origins() const {
    if (run_.ranks > most_ranks) return std::nullopt;
    Origins best;
    int best_deviation = 0;
    Origins counts(static_cast<std::size_t>(run_.ranks));
    const std::function<void(int, double)> search = [&](int rank, double rest) {
      if (rank == run_.ranks) {
        if (rest != 0 || !confirmed(counts)) return;
        int deviation = 0;
        for (const int count : counts) deviation += std::abs(count - 1);
        if (best.empty() || deviation < best_deviation) {
          best = counts;
          best_deviation = deviation;
        }
        return;
      }
      for (int count = 0; count <= 3; ++count) {
        const double next = rest - count * static_cast<double>(input(rank, chunk_.first));
        if (next < 0) break;
        counts[static_cast<std::size_t>(rank)] = count;
        search(rank + 1, next);
      }
      counts[static_cast<std::size_t>(rank)] = 0;
    };
    search(0, static_cast<double>(got(chunk_.first)) * static_cast<double>(input_scale(run_)));
    return best.empty() ? std::nullopt : std::optional(best);
  }
  bool confirmed(const Origins& counts) const {
    return all_wrong([&](std::size_t i) {
      double sum = 0;
      for (std::size_t r = 0; r < counts.size(); ++r) {
        sum += counts[r] * static_cast<double>(input(static_cast<int>(r), i));
      }
      return sum == static_cast<double>(got(i)) * static_cast<double>(input_scale(run_));
    });
  }

  Wrong wrong_origins(const Origins& counts) const {
    const std::string what =
        run_.input == Input::origins ? std::string() : fmt::format("it holds {}: ", digits(counts));
    const auto own = static_cast<std::size_t>(chunk_.rank);
    const auto twice = std::ranges::find_if(counts, [](int count) { return count > 1; });
    if (twice != counts.end()) {
      return wrong(Mistake::result_twice, fmt::format("{}rank {}'s input is in it {} times", what,
                                                      twice - counts.begin(), *twice));
    }
    Origins without_own(counts.size(), 1);
    without_own[own] = 0;
    if (counts == without_own) {
      return wrong(Mistake::result_overwritten, what + "its own input is missing");
    }
    std::string missing;
    for (std::size_t rank = 0; rank < counts.size(); ++rank) {
      if (counts[rank] == 0) missing += fmt::format("{}{}", missing.empty() ? "" : ", ", rank);
    }
    return wrong(Mistake::result_incomplete,
                 fmt::format("{}missing is the input of rank{} {}", what,
                             missing.size() > 1 ? "s" : "", missing));
  }

  Wrong elsewhere_or_unexplained() const {
    for (std::size_t i = 0; i < std::min<std::size_t>(run_.elements, 4096); ++i) {
      float sum = 0;
      for (int rank = 0; rank < run_.ranks; ++rank) sum += input(rank, i);
      if (sum / input_scale(run_) != got(chunk_.first)) continue;
      return wrong(Mistake::result_elsewhere,
                   fmt::format("that is the result for element {}, put in the wrong place", i));
    }
    return wrong(Mistake::result_wrong, "it is no sum of that element's inputs");
  }

  const WrongChunk& chunk_;
  const Case& run_;
  std::vector<std::size_t> wrong_;  // the first wrong elements of the chunk
};

}  // namespace

Wrong explain(const WrongChunk& chunk) {
  return Explainer(chunk).explain();
}

}  // namespace zerolab::exercises
