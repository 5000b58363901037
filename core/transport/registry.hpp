// The transports of this build, by name.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <string_view>
#include <vector>

#include "core/transport/transport.hpp"

namespace zerolab {

using RankMain = std::function<void(Transport&)>;

// RunOptions::threads.
inline constexpr int thread_per_core = 0;  // that this process may use
inline constexpr int thread_per_rank = std::numeric_limits<int>::max();

struct RunOptions {
  // A Send of up to this many bytes is copied into a buffer of the transport and is done at once,
  // received or not: MPI's "eager" sends, which hide deadlocks (threads/eager.hpp). 0: no send is
  // done before its receive.
  std::size_t eager_bytes = 0;
  // How many threads the ranks run on at most; more of them than ranks are not started. Ranks that
  // share one hand it to each other where they wait in Transport::exchange, and nowhere else: a
  // rank that waits for another in any other way (a std::barrier, a lock that is held across an
  // exchange) would wait for ever, unless each has a thread of its own. (threads/carrier.hpp)
  int threads = thread_per_core;
  // Called on every thread before its first rank begins, with the number of that rank.
  std::function<void(int rank)> begin_thread = nullptr;
};

// "threads", "fabric". On the fabric each rank is a process: what `rank_main` writes into memory is
// lost with it, and the caller must be the only thread of its process.
std::vector<std::string_view> transport_names();

// Throws an input Error for an unknown transport or a world size that it does not offer: to find
// out before a run has printed or written anything.
void check_ranks(std::string_view transport, int world_size);

// Runs `rank_main` once for every rank 0 … world_size-1, each on a transport of its own, and
// returns when all have ended. If any threw, the first exception (in time) is rethrown, after all
// the others have been stopped. Throws a failure Error also where ranks wait for each other in a
// circle (the error shows it), and where a buffered message was never received. Checks as
// check_ranks does.
void run_ranks(std::string_view transport, int world_size, const RankMain& rank_main,
               const RunOptions& options = {});

}  // namespace zerolab
