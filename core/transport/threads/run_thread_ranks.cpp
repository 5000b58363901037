// Starts the threads and on them the ranks, and ends with the first failure of any of them.
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
  const auto run_rank = [&](int rank) {
    try {
      ThreadTransport transport(world, rank);
      rank_main(transport);
    } catch (...) {
      world.fail(rank, std::current_exception());
    }
    world.end(rank);
  };
  const auto run_thread = [&](int thread) {
    const int first = world.first_rank(thread);
    try {
      if (options.begin_thread) options.begin_thread(first);
      world.carrier(thread).run([&](std::size_t i) { run_rank(first + static_cast<int>(i)); });
    } catch (...) {
      world.fail(first, std::current_exception());
    }
  };
  std::vector<std::thread> threads;
  for (int thread = 0; thread < world.thread_count(); ++thread) {
    try {
      threads.emplace_back(run_thread, thread);
    } catch (const std::exception& error) {  // no more threads: stop the ranks that have started
      const int rank = world.first_rank(thread);
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
