// The parent's side: it owns every message between the ranks, and decides what moves when.
//
// One process per rank, each at the other end of a stream socket. A rank's exchange arrives as one
// frame (wire.hpp) with the elements of all its sends; the parent answers when the exchange has
// ended, with the elements of its receives. So the parent sees every byte, and knows of every
// rank whether it waits or runs. What it decides:
//
//   - Nothing moves until every rank waits or has ended; then one message that can move does,
//   chosen
//     by a seeded generator. The order of a run is therefore a function of the seed alone, however
//     the processes are scheduled.
//   - If all living ranks wait and nothing can move, that is a deadlock, found at once and proved;
//   the
//     error shows the wait-for cycle (wait_cycle.hpp), or which rank has ended.
//   - What a rank writes is checked before it is believed: sizes, peers, counts and their sum have
//   limits,
//     and bytes that are no frame end the run as that rank's failure. The parent never blocks on a
//     rank, neither reading nor writing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/transport/transport.hpp"

namespace zerolab {

struct FabricOptions {
  std::size_t eager_bytes = 0;  // as RunOptions
  // Which of the movable messages moves next; 0: the first in the order of source and destination.
  std::uint64_t order_seed = 0;
  std::size_t max_message_bytes = std::size_t{1} << 30;
  std::int64_t max_messages = 10'000'000;  // of one rank: of sends, receives and calls, each
  std::int64_t max_total_bytes = std::int64_t{1} << 40;  // of one rank, sent
  bool keep_payloads = false;  // FabricRecord holds the bytes of every message
};

enum class FabricEnding {
  finished,
  deadlock,
  mismatch,     // of sizes, types, labels, peers
  unreceived,   // buffered, and never received
  rank_failed,  // it said so (an exception), see `detail`
  rank_gone,    // its socket closed before it had said that it ended
  nonsense,     // bytes that are no frame, or a frame out of turn
  flood,        // a limit of FabricOptions
  stopped       // by on_wait
};

struct FabricMessage {
  int peer = 0;
  std::size_t elements = 0;
  DType dtype = DType::f32;
  std::string label;
  std::vector<std::byte> bytes;  // of a send; of a receive, once it has moved

  friend bool operator==(const FabricMessage&, const FabricMessage&) = default;
};

struct FabricCall {
  std::vector<FabricMessage> sends, receives;
  bool finished = false;

  friend bool operator==(const FabricCall&, const FabricCall&) = default;
};

struct FabricRank {
  std::vector<FabricCall> calls;  // with keep_payloads
  Counters counters;              // counted here, where the bytes move
  std::vector<std::byte> report;  // what the rank sent at its end (FabricTransport::finish)
  bool ended = false;             // it has said so

  friend bool operator==(const FabricRank&, const FabricRank&) = default;
};

struct FabricRecord {
  FabricEnding ending = FabricEnding::finished;
  std::string detail;  // valid UTF-8 without control characters, whatever a rank said
  int culprit = -1;    // the rank that `detail` is about; -1: none in particular
  ErrorKind kind = ErrorKind::failure;  // of `detail`
  std::vector<FabricRank> ranks;

  friend bool operator==(const FabricRecord&, const FabricRecord&) = default;
};

struct FabricHooks {
  // Called at least every 20 ms while waiting for ranks that compute. Where it returns a text, the
  // run ends as `stopped` with it (a limit of computing time, a process that died).
  std::function<std::string()> on_wait = nullptr;
  // Called when a rank has reached a mark (FabricTransport::mark), and all others wait too: nothing
  // runs meanwhile, so that processes can be looked at. `calls`: its exchanges until then, where
  // payloads are kept.
  std::function<void(int rank, std::int64_t mark, std::size_t calls)> on_mark = nullptr;
};

// Runs until every rank has ended or something is wrong; fds[r] is the parent's end of rank r's
// socket, which it sets to non-blocking and does not close. On anything but `finished` every rank
// that still listens is sent the reason, and the sockets are shut down for both ways.
//
// Where several ranks go wrong at once, it is the lowest that is named: a rank that fails, is gone,
// floods or writes nonsense ends the run when the others wait, or half a second later.
FabricRecord run_fabric(const std::vector<int>& fds, const FabricOptions& options,
                        const FabricHooks& hooks = {});

}  // namespace zerolab
