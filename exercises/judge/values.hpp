// What the ranks hold at the end, against what is right.
#pragma once

#include <optional>

#include "exercises/judge/mistake.hpp"
#include "exercises/judge/run_record.hpp"

namespace zerolab::exercises {

// None where the results are right, or where there are none (the run did not end). The sentence is
// about the first rank and element that are wrong, and says what is there instead, if it can be
// read from the value.
std::optional<Wrong> wrong_results(const RunRecord& record);

// What a wrong chunk holds instead (wrong_result.cpp): `got` and `right` are the chunk's elements,
// `slot` its number and `rank` the rank that holds it; `first` is the first wrong one in it.
struct WrongChunk {
  const Case& run;
  int rank = 0;
  int slot = 0;
  Range range;
  std::size_t first = 0;            // in the buffer
  const std::vector<float>& got;    // the whole buffer
  const std::vector<float>& right;  // likewise
};
Wrong explain(const WrongChunk& chunk);

// Equal, but for exercise 7, where an average may be off in its last bits: it is divided by N, or
// multiplied by 1/N, before or after the sum.
bool same_value(const Case& run, float got, float right);

}  // namespace zerolab::exercises
