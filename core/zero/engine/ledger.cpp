#include "core/zero/engine/ledger.hpp"

#include <algorithm>
#include <utility>

#include "core/base/clock.hpp"

namespace zerolab {

TrackedBuffer::TrackedBuffer(Ledger& ledger, MemoryCategory category, Buffer buffer)
    : ledger_(&ledger), category_(category), buffer_(std::move(buffer)) {
  ledger.change(category_, static_cast<std::int64_t>(buffer_.size_bytes()));
}

TrackedBuffer::~TrackedBuffer() {
  if (ledger_ != nullptr) {
    ledger_->change(category_, -static_cast<std::int64_t>(buffer_.size_bytes()));
  }
}

TrackedBuffer::TrackedBuffer(TrackedBuffer&& other) noexcept
    : ledger_(std::exchange(other.ledger_, nullptr)),
      category_(other.category_),
      buffer_(std::move(other.buffer_)) {}

TrackedBuffer& TrackedBuffer::operator=(TrackedBuffer&& other) noexcept {
  TrackedBuffer old(std::move(*this));  // releases what this held, now rather than with `other`
  ledger_ = std::exchange(other.ledger_, nullptr);
  category_ = other.category_;
  buffer_ = std::move(other.buffer_);
  return *this;
}

TrackedBuffer Ledger::allocate(MemoryCategory category, std::size_t size_bytes) {
  return {*this, category, Buffer(device_, size_bytes)};
}

void Ledger::change(MemoryCategory category, std::int64_t bytes) {
  if (bytes == 0) return;
  std::int64_t& held = bytes_of(now_, category);
  held += bytes;
  bytes_of(peak_, category) = std::max(bytes_of(peak_, category), held);
  peak_total_ = std::max(peak_total_, total_bytes(now_));
  record(category);
}

void Ledger::record(MemoryCategory category) const {
  if (recorder_ == nullptr || !recorder_->recording()) return;
  Event event;
  event.kind = EventKind::memory;
  event.category = category;
  event.bytes = static_cast<std::size_t>(bytes_of(now_, category));
  event.posted = event.begin = event.end = now_ns();
  recorder_->record(event);
}

void Ledger::record_all() const {
  for (const MemoryCategory category : all_memory_categories) record(category);
}

}  // namespace zerolab
