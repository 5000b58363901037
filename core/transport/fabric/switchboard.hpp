// What all ranks have posted and which of it can move: the fabric without its sockets.
//
// A directed link a → b has the sends that rank a's present exchange still has for b, the receives
// that b's present exchange still has from a, and what a has buffered for b; each in its order.
// What can move on a link:
//
//   buffer    the first send, if it is small enough: it is done, received or not
//   deliver   the first buffered message, to the first receive
//   pass      where nothing is buffered: the first send, to the first receive; both are done
//
// Nothing here depends on time: the same posts and the same seed make the same moves.
#pragma once

#include <list>
#include <optional>
#include <queue>
#include <random>
#include <vector>

#include "core/transport/fabric/stop.hpp"
#include "core/transport/fabric/wire.hpp"
#include "core/transport/wait_cycle.hpp"

namespace zerolab {

class Switchboard {
 public:
  // Counts, and keeps calls where asked for, in `ranks`, which outlives this object.
  Switchboard(std::vector<FabricRank>& ranks, const FabricOptions& options);

  // `rank`, which is in no exchange, begins one. Throws a FabricStop, `mismatch`, for a peer that
  // cannot be.
  void post(int rank, std::vector<PostedMessage> sends, std::vector<PostedMessage> receives);

  // All messages of the rank's exchange have moved.
  bool is_complete(int rank) const { return exchanges_[index(rank)].pending == 0; }

  // The rank leaves its complete exchange: what its receives have got, in their order.
  std::vector<std::vector<std::byte>> leave(int rank);

  void end(int rank) { exchanges_[index(rank)].ended = true; }

  // Moves one message, chosen by the seed; false: nothing can move. Throws a FabricStop,
  // `mismatch`, where the two sides do not agree.
  bool move_one();

  // Every living rank is in an exchange that is not complete, and nothing can move: a circle of
  // ranks, or one that has ended and is waited for.
  FabricStop deadlock() const;

  // All have ended. Throws a FabricStop, `unreceived`, if something is still buffered.
  void check_delivered() const;

  std::size_t peak_buffered_bytes(int rank) const { return exchanges_[index(rank)].peak_bytes; }

 private:
  template <typename T>
  using Queue = std::queue<T, std::list<T>>;  // an empty one owns no memory: there are N² links

  struct Link {
    Queue<std::size_t> sends;     // indices into the source's exchange
    Queue<std::size_t> receives;  // into the destination's
    Queue<PostedMessage> buffered;
  };

  struct Exchange {  // a rank's present one
    std::vector<PostedMessage> sends, receives;
    std::size_t pending = 0;
    bool ended = false;
    std::size_t buffered_bytes = 0;  // of this rank's sends, over all its exchanges
    std::size_t peak_bytes = 0;
  };

  struct Move {
    enum class Kind { buffer, deliver, pass };
    Kind kind = Kind::pass;
    int source = 0;
    int destination = 0;
  };

  static std::size_t index(int rank) { return static_cast<std::size_t>(rank); }
  const Link& link(int source, int destination) const {
    return links_[index(source) * exchanges_.size() + index(destination)];
  }
  Link& link(int source, int destination) {
    return links_[index(source) * exchanges_.size() + index(destination)];
  }
  int world_size() const { return static_cast<int>(exchanges_.size()); }
  const PostedMessage& first_send(int source, int destination) const {
    return exchanges_[index(source)].sends[link(source, destination).sends.front()];
  }
  const PostedMessage& first_receive(int source, int destination) const {
    return exchanges_[index(destination)].receives[link(source, destination).receives.front()];
  }

  void find_moves();
  PostedMessage end_send(int source, int destination);
  void buffer(int source, int destination);
  PostedMessage take_buffered(int source, int destination);
  void receive(PostedMessage message, int source, int destination);
  std::vector<Pending> pending(int rank) const;
  std::optional<FabricStop> wait_for_ended() const;

  std::vector<FabricRank>& ranks_;
  std::size_t eager_bytes_;
  bool keep_payloads_;
  std::vector<Exchange> exchanges_;  // [rank]
  std::vector<Link> links_;          // [source][destination]
  std::vector<Move> moves_;          // that can be made now
  bool in_rank_order_;
  std::mt19937_64 random_;
};

}  // namespace zerolab
