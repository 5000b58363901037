// Where on a rank's timeline an event is drawn. Slices on one lane nest and never overlap (a send
// or receive does not even nest, so that a flow can only bind to its own slice); an event that
// does not fit moves to a further lane of its kind.
#pragma once

#include <string>
#include <vector>

#include "core/trace/trace.hpp"

namespace zerolab {

// The first lanes; further ones of a kind are lane + lane_stride, lane + 2 lane_stride, …
enum class Lane { compute = 0, send = 1, receive = 2, memory = 3 };
inline constexpr int lane_stride = 10;

// The lane of each event, in the order of `events`, which must be that of Trace. Greedy: the first
// lane of its kind where it fits.
std::vector<int> assign_lanes(const std::vector<Event>& events);

// "compute", "send", "send 2", …
std::string lane_name(int lane);

}  // namespace zerolab
