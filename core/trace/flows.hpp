// Which send belongs to which receive.
#pragma once

#include <cstddef>
#include <vector>

#include "core/trace/event.hpp"

namespace zerolab {

// The two ends of one slice of a transfer, as indices into the events.
struct Flow {
  std::size_t send = 0;
  std::size_t receive = 0;
};

// Pairs sends and receives of equal collective_id, step, chunk, slice, source and destination; the
// k-th such send with the k-th such receive, since messages between two ranks keep their order.
// One without its partner is left out. Ordered by the send's index.
std::vector<Flow> pair_transfers(const std::vector<Event>& events);

}  // namespace zerolab
