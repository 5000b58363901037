// Starts the ranks as threads, and ends with the first failure of any of them.
#include <exception>
#include <thread>
#include <vector>

#include "core/base/error.hpp"
#include "core/transport/threads/thread_transport.hpp"
#include "core/transport/threads/thread_world.hpp"

namespace zerolab {

void check_thread_ranks(int world_size) {
  if (world_size < 1 || world_size > max_thread_ranks) {
    throw input_error("{} ranks: the threads transport runs 1 to {} ranks", world_size,
                      max_thread_ranks);
  }
}

void run_thread_ranks(int world_size, const RankMain& rank_main, const RunOptions& options) {
  ThreadWorld world(world_size, options);
  std::vector<std::thread> threads;
  const auto run = [&](int rank) {
    try {
      ThreadTransport transport(world, rank);
      rank_main(transport);
    } catch (...) {
      world.fail(rank, std::current_exception());
    }
    world.end(rank);
  };
  for (int rank = 0; rank < world_size; ++rank) {
    try {
      threads.emplace_back(run, rank);
    } catch (const std::exception& error) {  // no more threads: stop the ranks that have started
      world.fail(rank, std::make_exception_ptr(failure("rank {} of {} cannot start its thread: {}",
                                                       rank, world_size, error.what())));
      break;
    }
  }
  for (std::thread& thread : threads) thread.join();
  if (const std::exception_ptr cause = world.first_cause()) std::rethrow_exception(cause);
  world.check_delivered();
}

}  // namespace zerolab
