#include "core/transport/threads/thread_world.hpp"

#include "core/base/error.hpp"

namespace zerolab {

ThreadWorld::ThreadWorld(int world_size)
    : world_size_(world_size),
      links_(new Link[static_cast<std::size_t>(world_size) * static_cast<std::size_t>(world_size)]),
      ended_(new std::atomic<bool>[static_cast<std::size_t>(world_size)]()) {}

void ThreadWorld::fail(int rank, std::exception_ptr cause) {
  const std::lock_guard lock(mutex_);
  if (cause_) return;
  cause_ = std::move(cause);
  failed_rank_ = rank;
  failed_.store(true, std::memory_order_release);
}

std::exception_ptr ThreadWorld::first_cause() const {
  const std::lock_guard lock(mutex_);
  return cause_;
}

void ThreadWorld::throw_failure() const {
  std::exception_ptr cause;
  int rank = -1;
  {
    const std::lock_guard lock(mutex_);
    cause = cause_;
    rank = failed_rank_;
  }
  try {
    std::rethrow_exception(cause);
  } catch (const std::exception& error) {
    throw failure("rank {} failed first: {}", rank, error.what());
  } catch (...) {
    throw failure("rank {} failed first, with something that is not a std::exception", rank);
  }
}

}  // namespace zerolab
