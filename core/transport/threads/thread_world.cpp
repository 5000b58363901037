#include "core/transport/threads/thread_world.hpp"

#include "core/base/error.hpp"

namespace zerolab {

namespace {

std::size_t size_of(int count) {
  return static_cast<std::size_t>(count);
}

}  // namespace

ThreadWorld::ThreadWorld(int world_size, const RunOptions& options)
    : world_size_(world_size),
      thread_count_(threads_for(world_size, options.threads)),
      links_(std::make_unique<Link[]>(size_of(world_size) * size_of(world_size))),
      bells_(std::make_unique<Bell[]>(size_of(world_size))),
      ended_(std::make_unique<std::atomic<bool>[]>(size_of(world_size))),
      buffers_(world_size, options.eager_bytes),
      wait_board_(world_size, [this](const Wait& wait) { return still_pending(wait); }) {
  const int pauses = useful_pauses(thread_count_);
  for (int thread = 0; thread < thread_count_; ++thread) {
    const int first = first_rank(thread);
    const std::span bells(&bell(first), size_of(first_rank(thread + 1) - first));
    carriers_.push_back(std::make_unique<Carrier>(bells, pauses));
  }
}

bool ThreadWorld::still_pending(const Wait& wait) const {
  const int peer = wait.message.peer;
  switch (wait.message.direction) {
    case Pending::Direction::send: return link(wait.rank, peer).state.load() == Link::State::posted;
    case Pending::Direction::receive:
      return link(peer, wait.rank).state.load() != Link::State::posted &&
             !buffers_.holds(peer, wait.rank);
  }
  return false;
}

void ThreadWorld::ring_all() const {
  for (int rank = 0; rank < world_size_; ++rank) bell(rank).ring();
}

void ThreadWorld::fail(int rank, std::exception_ptr cause) {
  {
    const std::lock_guard lock(mutex_);
    if (cause_) return;
    cause_ = std::move(cause);
    failed_rank_ = rank;
    failed_.store(true);
  }
  ring_all();
}

void ThreadWorld::end(int rank) {
  ended_[size_of(rank)].store(true);
  ring_all();
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

void ThreadWorld::check_delivered() {
  for (int source = 0; source < world_size_; ++source) {
    for (int destination = 0; destination < world_size_; ++destination) {
      if (!buffers_.holds(source, destination)) continue;
      const BufferedMessage lost = buffers_.pop(source, destination);
      throw failure("rank {} sent '{}' to rank {}, which has ended without receiving it", source,
                    to_string(lost.send.label), destination);
    }
  }
}

}  // namespace zerolab
