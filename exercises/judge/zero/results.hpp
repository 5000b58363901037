// What the ranks of exercises 8 to 14 hold at the end, if all is right but for one misstep.
//
// Written from the definitions, in double: sharding is looked at from outside, so nothing here
// sends a message or knows which collective a result comes from.
#pragma once

#include <cstdint>
#include <vector>

#include "exercises/judge/case.hpp"
#include "exercises/judge/zero/layout.hpp"
#include "exercises/judge/zero/misstep.hpp"

namespace zerolab::exercises {

struct RankOutcome {
  std::vector<std::vector<double>> spans;  // as zero_spans; judged where their use is `result`
  std::vector<std::int64_t> numbers;       // exercises 9 and 13
};
using Outcome = std::vector<RankOutcome>;  // [rank]

Outcome outcome_of(const Case& run, Misstep misstep = Misstep::none);

// Two numbers may differ by this and be the same: AdamW is computed in float, in any order. 0:
// bits.
struct Tolerance {
  double absolute = 0;
  double relative = 0;
};
Tolerance tolerance_of(const Case& run, std::size_t span);

// By exercise; `before` is the input as double.
Outcome adamw_outcome(const Case& run, Outcome before, Misstep misstep);    // 8
Outcome step_outcome(const Case& run, Outcome before, Misstep misstep);     // 9
Outcome pass_outcome(const Case& run, Outcome before, Misstep misstep);     // 10, 11
Outcome norm_outcome(const Case& run, Outcome before, Misstep misstep);     // 12
Outcome memory_outcome(const Case& run, Outcome before, Misstep misstep);   // 13
Outcome reshard_outcome(const Case& run, Outcome before, Misstep misstep);  // 14

// One update of one element, with g the mean gradient; exercises 8 and 9.
struct Moments {
  double weight = 0, momentum = 0, variance = 0;
};
Moments adamw_element(const AdamW& adam, int step, Moments before, double gradient, bool decays,
                      Misstep misstep);

// Whether the element of the flat buffer decays; `shard_begin` is where the rank's shard begins.
bool decays_with(const Case& run, std::size_t element, std::size_t shard_begin, Misstep misstep);

}  // namespace zerolab::exercises
