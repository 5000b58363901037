// Finds ranks that wait for each other in a circle, and says so in the same words on every
// transport that can see what all ranks wait for.
//
// An exchange ends when all of its messages have moved. So a rank waits for *each* peer of a
// message that is still pending, and a pending message can only move once the peer, in whatever
// exchange it is, offers the other half of it. If the peer's present exchange does not, the peer
// must leave that exchange first. Draw an arrow from a rank to each such peer: a cycle of arrows
// is a deadlock, and there is no deadlock of living ranks without one. (A peer that has ended is
// found without any of this.)
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/transport/transport.hpp"

namespace zerolab {

// A message that a sleeping rank waits for: the first one still to move in its direction, to or
// from that peer. Those behind it wait for it.
struct Pending {
  enum class Direction { send, receive };
  Direction direction = Direction::send;
  int peer = 0;
  Label label;
};

// One arrow: `rank` waits for `message.peer`.
struct Wait {
  int rank = 0;
  Pending message;
};

// A shortest cycle of waits through `start`, beginning with its lowest rank; empty if there is
// none. waiting[rank] is what the rank waits for, empty for one that does not sleep.
// `still_pending` is asked about the arrows that matter.
std::vector<Wait> find_cycle(const std::vector<std::vector<Pending>>& waiting, int start,
                             const std::function<bool(const Wait&)>& still_pending);

// "deadlock: rank 0 waits to send 'chunk 3' to rank 1, which waits to …", then whether two of the
// ranks are in different collectives, or else the way out.
std::string describe_deadlock(const std::vector<Wait>& cycle);

}  // namespace zerolab
