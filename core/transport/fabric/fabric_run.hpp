// One run of the parent's loop (fabric.hpp): which rank waits, which runs, and what is answered.
#pragma once

#include <optional>
#include <vector>

#include "core/transport/fabric/rank_socket.hpp"
#include "core/transport/fabric/switchboard.hpp"

namespace zerolab {

class FabricRun {
 public:
  FabricRun(const std::vector<int>& fds, const FabricOptions& options, const FabricHooks& hooks);

  FabricRecord run();

 private:
  // A rank runs until it has written a complete frame; what it waits for then, the parent decides.
  enum class State { running, exchanging, marked, ended };

  enum class Interest { read_and_write, write };

  struct Rank {
    Rank(int fd, int rank, const FabricOptions& options) : socket(fd), reader(rank, options) {}

    RankSocket socket;
    FrameReader reader;
    State state = State::running;
    std::int64_t mark = 0;
    bool closed = false;                // its end of the socket
    std::optional<FabricStop> trouble;  // nothing is read from it any more

    bool is_settled() const { return state != State::running || trouble; }
  };

  void wait_until_settled();
  bool all_settled() const;
  bool all_ended() const;
  bool poll_once(int timeout_ms, Interest interest);
  void read_from(int rank);
  void take_bytes(int rank, std::span<const std::byte> bytes);
  void begin(int rank, RankFrame frame);
  void look_around();
  void throw_first_trouble() const;

  bool pass_marks();
  bool answer_complete_exchanges();

  void tell_all(const FabricStop& stop);
  void flush_all();

  Rank& at(int rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  int world_size() const { return static_cast<int>(ranks_.size()); }

  const FabricHooks& hooks_;
  FabricRecord record_;
  Switchboard board_;
  std::vector<Rank> ranks_;
  std::vector<std::byte> scratch_;
  std::int64_t next_look_ns_ = 0;
  std::int64_t first_trouble_ns_ = 0;  // 0: none yet
};

}  // namespace zerolab
