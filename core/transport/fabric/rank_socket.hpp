// The parent's end of one rank's socket: never blocks, neither reading nor writing.
#pragma once

#include <deque>
#include <span>
#include <vector>

#include "core/transport/fabric/wire.hpp"

namespace zerolab {

class RankSocket {
 public:
  explicit RankSocket(int fd);  // stays the caller's

  int fd() const { return fd_; }

  struct Arrival {
    std::span<const std::byte> bytes;  // in `scratch`; none: nothing is there now
    bool closed = false;               // and nothing ever will be
  };
  // Once, as much as fits in `scratch`.
  Arrival read(std::span<std::byte> scratch);

  // Writes what the socket takes; the rest waits for flush.
  void write(FrameHeader header, std::vector<std::vector<std::byte>> pieces = {});
  void flush();
  bool has_unsent() const { return !unsent_.empty(); }

  void shut_down();

 private:
  int fd_;
  std::deque<std::vector<std::byte>> unsent_;  // no piece is empty
  std::size_t sent_of_first_ = 0;              // bytes
};

}  // namespace zerolab
