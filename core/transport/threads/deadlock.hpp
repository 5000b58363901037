// Finds ranks that wait for each other in a circle, and says so.
//
// An exchange ends when all of its messages have moved. So a rank waits for *each* peer of a
// message that is still pending, and a pending message can only move once the peer, in whatever
// exchange it is, offers the other half of it. If the peer's present exchange does not, the peer
// must leave that exchange first. Draw an arrow from a rank to each such peer: a cycle of arrows
// is a deadlock, and there is no deadlock of living ranks without one. (A peer that has ended is
// found without any of this.)
//
// A cycle is proved, not guessed after a time: a rank puts up a notice of what it waits for before
// it sleeps, and takes it down before it looks at its links again. Both happen under one lock. So
// whoever holds the lock knows that each rank with a notice does nothing but sleep in that very
// exchange; what is left to check is that no message of the cycle has been moved, or posted, while
// its owner sleeps on. A rank that computes has no notice and is on no cycle, however long it
// takes.
//
// Only ranks that have waited for long (waiting.hpp) come here: it costs the others nothing.
#pragma once

#include <functional>
#include <mutex>
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

class WaitBoard {
 public:
  // `still_pending` looks at the links: the message has not been moved (a send), or none has
  // arrived (a receive).
  WaitBoard(int world_size, std::function<bool(const Wait&)> still_pending);

  // What `rank` waits for, from its construction to its destruction. The constructor throws a
  // failure Error if this closes a cycle. The rank must do nothing but sleep meanwhile.
  class Notice {
   public:
    Notice(WaitBoard& board, int rank, std::vector<Pending> pending);
    ~Notice();
    Notice(const Notice&) = delete;
    Notice& operator=(const Notice&) = delete;

   private:
    WaitBoard& board_;
    int rank_;
  };

 private:
  std::function<bool(const Wait&)> still_pending_;
  std::mutex mutex_;
  std::vector<std::vector<Pending>> waiting_;  // [rank], under mutex_
};

}  // namespace zerolab
