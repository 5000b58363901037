// What a receiver did with a message, seen from what it sent later or held at the end.
#pragma once

#include <optional>
#include <vector>

#include "exercises/judge/decode.hpp"

namespace zerolab::exercises {

// An element's code is its value in the run with Input::origins, without the scale of exercise 7;
// NaN: unknown. Codes add as the elements do.
using Codes = std::vector<double>;

struct RankCodes {
  Codes before;  // of the whole buffer
  Codes after;   // empty: the rank did not return
};

// Fills `added` of every delivered message whose range is known. `carried` are the codes of each of
// run.messages, in the same order.
void see_combines(const std::vector<Codes>& carried, const std::vector<RankCodes>& ranks,
                  DecodedRun& run);

}  // namespace zerolab::exercises
