// The waits of sleeping ranks, so that a deadlock (wait_cycle.hpp) is found while they sleep.
//
// A cycle is proved, not guessed after a time: a rank puts up a notice of what it waits for before
// it sleeps, and takes it down before it looks at its links again. Both happen under one lock. So
// whoever holds the lock knows that each rank with a notice does nothing but sleep in that very
// exchange (its thread may run other ranks meanwhile, but hands back to this one only for it to
// take the notice down); what is left to check is that no message of the cycle has been moved, or
// posted, while its owner sleeps on. A rank that computes has no notice and is on no cycle, however
// long it takes.
//
// Only ranks that have waited for long (waiting.hpp) come here: it costs the others nothing.
#pragma once

#include <functional>
#include <mutex>
#include <vector>

#include "core/transport/wait_cycle.hpp"

namespace zerolab {

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
