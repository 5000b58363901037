// The rendezvous between two ranks: it carries one message at a time, in one direction.
//
// The sender leaves a pointer to its Send; the receiver reads the elements straight from the
// sender's memory.
//
//   empty ──sender──► posted ──receiver──► taken ──receiver──► moved ──sender──► empty
//
// `send`, `timed` and `when` belong to whoever made the last transition. From posted on, the
// sender's buffer stays alive until moved, also when the sender fails: it withdraws a posted
// message, or waits for a taken one.
//
// States are stored and loaded sequentially consistent, not only with release and acquire: a
// rank that is about to sleep arms its Bell and then looks at its links once more, and its peer
// changes the link and then looks at the bell. One of the two must see the other.
#pragma once

#include <atomic>

#include "core/transport/transport.hpp"

namespace zerolab {

struct alignas(64) Link {
  enum class State { empty, posted, taken, moved };
  std::atomic<State> state{State::empty};
  const Send* send = nullptr;
  bool timed = false;  // the sender wants to know `when`
  Moment when;
};

}  // namespace zerolab
