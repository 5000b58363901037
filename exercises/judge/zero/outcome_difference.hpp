// The first result of a run that is not the expected one.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "exercises/judge/run_record.hpp"
#include "exercises/judge/zero/results.hpp"

namespace zerolab::exercises {

struct OutcomeDifference {
  int rank = 0;
  std::size_t span = 0;  // of zero_spans; for numbers their index
  std::size_t element = 0;
  bool number = false;
  double got = 0;
  double right = 0;
};

// Exercise 13's numbers: of what they are the bytes.
inline constexpr std::array memory_names{"parameters", "gradients", "the optimizer's states"};

// By rank, span and element. Exercise 9's numbers are sizes of memory, which wrong_arena judges;
// states of another size than the shard have no elements to compare. `rounding`: by how much of
// itself a result may differ besides, as one may that a wrong answer comes to in float.
std::optional<OutcomeDifference> first_difference(const RunRecord& record, const Outcome& expected,
                                                  double rounding = 0);

// "rank 1: the momentum, element 2 of 5: 0.5, should be 0.25".
std::string difference_words(const Case& run, const OutcomeDifference& wrong);

// Of a difference that no Misstep explains: what the calls, the messages or the sizes say about it,
// without the data of the run. None: nothing.
std::optional<std::string> unexplained(const RunRecord& record, const OutcomeDifference& wrong);

}  // namespace zerolab::exercises
