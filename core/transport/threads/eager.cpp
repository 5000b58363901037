#include "core/transport/threads/eager.hpp"

#include <algorithm>
#include <cstring>
#include <list>

namespace zerolab {

struct EagerBuffers::Queue {
  // Changed after the message is in its place; see link.hpp for its memory order.
  std::atomic<std::size_t> count{0};
  std::mutex mutex;
  std::list<BufferedMessage> messages;  // under mutex
};

namespace {

std::size_t bytes_of(const Send& send) {
  return send.elements * size_bytes(send.dtype);
}

}  // namespace

EagerBuffers::EagerBuffers(int world_size, std::size_t eager_bytes)
    : world_size_(static_cast<std::size_t>(world_size)), eager_bytes_(eager_bytes) {
  if (eager_bytes == 0) return;
  queues_ = std::make_unique<Queue[]>(world_size_ * world_size_);
  usage_ = std::make_unique<Usage[]>(world_size_);
}

EagerBuffers::~EagerBuffers() = default;

EagerBuffers::Queue& EagerBuffers::queue(int source, int destination) const {
  return queues_[static_cast<std::size_t>(source) * world_size_ +
                 static_cast<std::size_t>(destination)];
}

bool EagerBuffers::takes(const Send& send) const {
  return queues_ != nullptr && bytes_of(send) <= eager_bytes_;
}

void EagerBuffers::push(int source, const Send& send) {
  BufferedMessage message{send, std::vector<std::byte>(bytes_of(send))};
  if (!message.bytes.empty()) {
    std::memcpy(message.bytes.data(), send.data, message.bytes.size());
  }
  message.send.data = message.bytes.data();
  message.send.label.purpose = {};  // the sender's text may be gone when it is read

  Usage& usage = usage_[static_cast<std::size_t>(source)];
  const std::size_t held = usage.held_bytes.fetch_add(bytes_of(send)) + bytes_of(send);
  usage.peak_bytes = std::max(usage.peak_bytes, held);

  Queue& to = queue(source, send.peer);
  const std::lock_guard lock(to.mutex);
  to.messages.push_back(std::move(message));  // a moved vector keeps its address
  ++to.count;
}

std::size_t EagerBuffers::waiting_messages(int source, int destination) const {
  return queue(source, destination).count.load();
}

BufferedMessage EagerBuffers::pop(int source, int destination) {
  Queue& from = queue(source, destination);
  const std::lock_guard lock(from.mutex);
  BufferedMessage message = std::move(from.messages.front());
  from.messages.pop_front();
  --from.count;
  usage_[static_cast<std::size_t>(source)].held_bytes -= bytes_of(message.send);
  return message;
}

std::size_t EagerBuffers::peak_bytes(int source) const {
  return queues_ == nullptr ? 0 : usage_[static_cast<std::size_t>(source)].peak_bytes;
}

}  // namespace zerolab
