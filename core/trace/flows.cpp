#include "core/trace/flows.hpp"

#include <algorithm>
#include <array>

namespace zerolab {

namespace {

struct End {
  std::array<int, 6> transfer;  // collective_id, step, chunk, slice, source, destination
  std::size_t event;

  friend auto operator<=>(const End&, const End&) = default;
};

std::vector<End> sorted_ends(const std::vector<Event>& events, EventKind kind) {
  std::vector<End> ends;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (event.kind != kind) continue;
    const bool sends = kind == EventKind::send;
    ends.push_back({{event.collective_id, event.step, event.chunk, event.slice,
                     sends ? event.rank : event.peer, sends ? event.peer : event.rank},
                    i});
  }
  std::sort(ends.begin(), ends.end());
  return ends;
}

}  // namespace

std::vector<Flow> pair_transfers(const std::vector<Event>& events) {
  const std::vector<End> sends = sorted_ends(events, EventKind::send);
  const std::vector<End> receives = sorted_ends(events, EventKind::receive);
  std::vector<Flow> flows;
  auto send = sends.begin();
  auto receive = receives.begin();
  while (send != sends.end() && receive != receives.end()) {
    if (send->transfer < receive->transfer) {
      ++send;
    } else if (receive->transfer < send->transfer) {
      ++receive;
    } else {
      flows.push_back({send++->event, receive++->event});
    }
  }
  std::sort(flows.begin(), flows.end(),
            [](const Flow& a, const Flow& b) { return a.send < b.send; });
  return flows;
}

}  // namespace zerolab
