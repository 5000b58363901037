// The messages of a run, from the calls of its ranks.
#pragma once

#include "exercises/judge/decode.hpp"
#include "exercises/judge/right.hpp"

namespace zerolab::exercises {

// Who sent how many elements to whom; nothing is decoded. A message whose receive never ended is
// there with `delivered` false.
DecodedRun without_values(const RunRecord& record);

// What a message carried.
const std::vector<float>& values_of(const RunRecord& record, const DecodedMessage& message);

// Which slot of right.hpp a message is; -1: none.
inline int slot_of(const DecodedMessage& message, int ranks) {
  return message.chunk ? message.bucket * ranks + *message.chunk : -1;
}

// What a code of Input::origins says; none: it cannot be read.
std::optional<Origins> origins_of(double code, int ranks);

// Of the right runs the one that agrees with this run for longest. There is at least one.
const RightRun& closest(const std::vector<RightRun>& rights, const DecodedRun& run);

// Whether a message is the right one, as far as it has been decoded.
bool agrees(const DecodedMessage& message, const RightMessage& right, int ranks);

}  // namespace zerolab::exercises
