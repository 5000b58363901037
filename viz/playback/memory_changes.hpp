// Which changes of memory belong to which beat.
#pragma once

#include <cstddef>
#include <vector>

#include "viz/playback/beats.hpp"

namespace zerolab {

struct ChangeList {
  std::vector<MemoryChange> changes;  // by beat; a rank's in the order of its events
  std::vector<std::size_t> first;     // by beat, one more at the end
};

// A change belongs to the operation that bears its labels. Where that is several beats, it belongs
// to the last of them that its rank had begun, or else to the first. Without such an operation it
// joins the change before it on the same rank.
ChangeList assign_changes(const std::vector<Event>& events, int world_size, const BeatList& list);

}  // namespace zerolab
