#include "core/trace/lanes.hpp"

#include <map>
#include <utility>

#include "core/base/error.hpp"

namespace zerolab {

namespace {

Lane first_lane(EventKind kind) {
  switch (kind) {
    case EventKind::operation:
    case EventKind::collective: return Lane::compute;
    case EventKind::send: return Lane::send;
    case EventKind::receive: return Lane::receive;
    case EventKind::memory: return Lane::memory;
  }
  throw InvariantError("an EventKind without a lane");
}

bool may_nest(Lane lane) {
  switch (lane) {
    case Lane::compute:
    case Lane::memory: return true;
    case Lane::send:
    case Lane::receive: return false;
  }
  throw InvariantError("a Lane of which nobody said whether it nests");
}

// The ends of the slices that are open, outermost first: each at or before the one in front.
using OpenSlices = std::vector<std::int64_t>;

bool place(OpenSlices& open, const Event& event, bool nests) {
  while (!open.empty() && open.back() <= event.begin) open.pop_back();
  if (!open.empty() && (!nests || event.end > open.back())) return false;
  open.push_back(event.end);
  return true;
}

}  // namespace

std::vector<int> assign_lanes(const std::vector<Event>& events) {
  std::map<std::pair<int, Lane>, std::vector<OpenSlices>> lanes_of;  // by rank and first lane
  std::vector<int> lanes;
  lanes.reserve(events.size());
  for (const Event& event : events) {
    const Lane first = first_lane(event.kind);
    std::vector<OpenSlices>& candidates = lanes_of[{event.rank, first}];
    std::size_t i = 0;
    while (i < candidates.size() && !place(candidates[i], event, may_nest(first))) ++i;
    if (i == candidates.size()) candidates.push_back({event.end});
    lanes.push_back(static_cast<int>(first) + static_cast<int>(i) * lane_stride);
  }
  return lanes;
}

std::string lane_name(int lane) {
  constexpr std::array names{"compute", "send", "receive", "memory"};
  const char* name = names.at(static_cast<std::size_t>(lane % lane_stride));
  return lane < lane_stride ? name : fmt::format("{} {}", name, lane / lane_stride + 1);
}

}  // namespace zerolab
