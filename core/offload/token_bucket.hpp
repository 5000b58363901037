// A token bucket: so many bytes per second, and no more, whoever asks in which pieces.
//
// Tokens, one per byte, fall into the bucket at a steady rate, and a piece has passed once all of
// its tokens have fallen. Nothing is saved up while nobody asks: a link that was idle is no faster
// afterwards. So all there is to remember is when the last piece has passed, and a piece that is
// asked for at time t has passed at
//
//     max(t, when the one before has passed) + bytes / rate
//
// This is arithmetic on numbers: no clock, no waiting, no threads (host_links.hpp has them).
#pragma once

#include <cstddef>
#include <cstdint>

namespace zerolab {

class TokenBucket {
 public:
  // Bytes per second, above 0.
  explicit TokenBucket(double rate);

  // When a piece that is asked for at `at_ns` has passed. Pieces pass one after the other, in the
  // order of the calls. Rounded to the nanosecond; roundings do not add up, however many pieces a
  // busy time is made of.
  std::int64_t reserve(std::size_t bytes, std::int64_t at_ns);

 private:
  double rate_;
  std::int64_t begin_ns_ = 0;   // of the busy time that the last piece belongs to
  double bytes_ = 0;            // that have passed in it
  std::int64_t passed_ns_ = 0;  // the last piece
  bool used_ = false;
};

}  // namespace zerolab
