// Every allocation of a rank, by what it is for: the measured side of the memory tables.
//
// Sizes are those asked for, in bytes; the device may round up to its alignment. A buffer's bytes
// count from its allocation to its destruction.
#pragma once

#include "core/base/memory.hpp"
#include "core/device/buffer.hpp"
#include "core/device/typed_span.hpp"
#include "core/trace/recorder.hpp"

namespace zerolab {

class Ledger;

// Memory that the ledger knows of. Must not outlive its ledger.
class TrackedBuffer {
 public:
  TrackedBuffer() = default;
  ~TrackedBuffer();
  TrackedBuffer(TrackedBuffer&& other) noexcept;
  TrackedBuffer& operator=(TrackedBuffer&& other) noexcept;
  TrackedBuffer(const TrackedBuffer&) = delete;
  TrackedBuffer& operator=(const TrackedBuffer&) = delete;

  bool exists() const { return ledger_ != nullptr; }

  template <typename T>
  std::span<T> as() const {
    return buffer_.as<T>();
  }

  // All of it as elements of a type known at run time.
  TypedSpan elements(DType dtype) const {
    return {buffer_.as<std::byte>().data(), buffer_.size_bytes() / size_bytes(dtype), dtype};
  }

 private:
  friend class Ledger;
  TrackedBuffer(Ledger& ledger, MemoryCategory category, Buffer buffer);

  Ledger* ledger_ = nullptr;
  MemoryCategory category_ = MemoryCategory::scratch;
  Buffer buffer_;
};

// Used by one rank's thread only.
class Ledger {
 public:
  // `recorder` may be nullptr; both outlive the ledger.
  Ledger(Device& device, Recorder* recorder) : device_(device), recorder_(recorder) {}
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  // Zeros. Errors: those of Device::allocate.
  TrackedBuffer allocate(MemoryCategory category, std::size_t size_bytes);

  template <typename T>
  TrackedBuffer allocate_elements(MemoryCategory category, std::size_t elements) {
    return allocate(category, elements * sizeof(T));
  }

  const CategoryBytes& now() const { return now_; }
  const CategoryBytes& peak() const { return peak_; }      // of each category by itself
  std::int64_t peak_total() const { return peak_total_; }  // of all together

  // Writes what every category holds now into the trace: where recording begins.
  void record_all() const;

 private:
  friend class TrackedBuffer;
  void change(MemoryCategory category, std::int64_t bytes);
  void record(MemoryCategory category) const;

  Device& device_;
  Recorder* recorder_;
  CategoryBytes now_{};
  CategoryBytes peak_{};
  std::int64_t peak_total_ = 0;
};

}  // namespace zerolab
