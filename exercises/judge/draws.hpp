// What drawing an exam takes, whichever exercise: random numbers from a seed, and the sizes that
// are the same for all.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/hash.hpp"
#include "exercises/judge/case.hpp"

namespace zerolab::exercises {

inline constexpr int several_ranks[] = {2, 3, 4, 5, 8};   // N = 1 is drawn apart
inline constexpr std::size_t large_elements = 2'000'000;  // group memory, for the peak
inline constexpr std::int64_t peak_slack_bytes = 2'000'000;

class Draws {
 public:
  Draws(int exercise, std::uint64_t seed)
      : exercise_(exercise), key_(mix(seed + static_cast<std::uint64_t>(exercise))) {}

  // least … most, another one each time.
  std::size_t number(std::size_t least, std::size_t most) {
    return least + static_cast<std::size_t>(mix(key_ + count_++) % (most - least + 1));
  }

  // A buffered case with an order of its own.
  Case buffered_case(int ranks, std::size_t elements) {
    Case run;
    run.exercise = exercise_;
    run.ranks = ranks;
    run.elements = elements;
    run.delivery = Delivery::buffered;
    run.order_seed = mix(key_ + count_++) >> 1;
    return run;
  }

 private:
  int exercise_;
  std::uint64_t key_;
  std::uint64_t count_ = 0;
};

}  // namespace zerolab::exercises
