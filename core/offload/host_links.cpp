#include "core/offload/host_links.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <thread>
#include <utility>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"

namespace zerolab {

HostModel slowed(const HostModel& model, double factor) {
  return {model.link_bandwidth / factor, model.latency_seconds * factor,
          model.host_bandwidth / factor};
}

Clock steady_clock() {
  return {now_ns, [](std::int64_t at_ns) {
            std::this_thread::sleep_until(
                std::chrono::steady_clock::time_point(std::chrono::nanoseconds(at_ns)));
          }};
}

HostLinks::HostLinks(int ranks, const HostModel& model, Clock clock)
    : clock_(std::move(clock)),
      latency_ns_(std::llround(model.latency_seconds * 1e9)),
      copied_(static_cast<std::size_t>(ranks)),
      links_(static_cast<std::size_t>(ranks), TokenBucket(model.link_bandwidth)),
      host_(model.host_bandwidth) {
  require(latency_ns_ >= 0, "a link's latency is not negative");
}

// One rank's copies, and what happens to the next piece of them: it is asked for at `due_ns`, or,
// once it has been, arrives then.
struct HostLinks::Queue {
  std::vector<HostCopy> copies;
  std::size_t next = 0;  // copy
  std::size_t done = 0;  // bytes of it
  bool asked = false;
  std::int64_t due_ns = 0;

  const HostCopy& copy() const { return copies[next]; }
  std::size_t piece() const { return std::min(piece_bytes, copy().bytes - done); }
  bool empty() const { return next == copies.size(); }
};

void HostLinks::copy(std::span<const HostCopy> copies) {
  std::vector<Queue> queues(links_.size());
  const std::int64_t begin_ns = clock_.now_ns() + latency_ns_;
  for (Queue& queue : queues) queue.due_ns = begin_ns;
  for (const HostCopy& copy : copies) {
    if (copy.bytes > 0) queues[static_cast<std::size_t>(copy.rank)].copies.push_back(copy);
  }
  for (;;) {
    std::erase_if(queues, [](const Queue& queue) { return queue.empty(); });
    if (queues.empty()) return;
    Queue& due =
        *std::ranges::min_element(queues, {}, &Queue::due_ns);  // the lowest rank of several
    due.asked ? arrive(due) : ask(due);
  }
}

// Both the rank's link and the cap must let the piece pass.
void HostLinks::ask(Queue& queue) {
  TokenBucket& link = links_[static_cast<std::size_t>(queue.copy().rank)];
  queue.due_ns = std::max(link.reserve(queue.piece(), queue.due_ns),
                          host_.reserve(queue.piece(), queue.due_ns));
  queue.asked = true;
}

// The next piece is asked for at once, the first of another copy after the latency.
void HostLinks::arrive(Queue& queue) {
  const HostCopy& copy = queue.copy();
  const std::size_t bytes = queue.piece();
  clock_.wait_until_ns(queue.due_ns);
  std::memcpy(static_cast<std::byte*>(copy.destination) + queue.done,
              static_cast<const std::byte*>(copy.source) + queue.done, bytes);
  copied_[static_cast<std::size_t>(copy.rank)] += static_cast<std::int64_t>(bytes);
  queue.asked = false;
  queue.done += bytes;
  if (queue.done < copy.bytes) return;
  queue.done = 0;
  queue.due_ns += latency_ns_;
  ++queue.next;
}

}  // namespace zerolab
