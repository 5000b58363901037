#include "core/device/cpu/cpu_device.hpp"

#include <cstdlib>
#include <cstring>

#include <sys/mman.h>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "core/device/cpu/stream_copy.hpp"

namespace zerolab {

namespace {

constexpr std::size_t alignment_bytes = 64;

// From this size on a buffer is a mapping of its own: releasing it returns the pages at once, so
// that what the ledger counts is what the process holds. Smaller ones share the heap.
constexpr std::size_t own_mapping_bytes = 256 * 1024;

// More than a core's own caches hold: what is copied will not be found there when it is next used.
constexpr std::size_t streamed_from_bytes = 4 * 1024 * 1024;

// Plain loops: with -ffp-contract=off and no -ffast-math the vector body and the scalar tail do the
// same operations, so an element's bits do not depend on where it lies.
template <typename T>
void add(T* __restrict destination, const T* __restrict source, std::size_t elements) {
  for (std::size_t i = 0; i < elements; ++i) destination[i] += source[i];
}

void add_wrapping(long* destination, const long* source, std::size_t elements) {
  // Unsigned, because signed overflow is undefined.
  auto* to = reinterpret_cast<unsigned long*>(destination);
  add(to, reinterpret_cast<const unsigned long*>(source), elements);
}

float widened(float value) {
  return value;
}
float widened(BFloat16 value) {
  return to_float(value);
}

template <typename T>
T narrowed(float value);
template <>
float narrowed<float>(float value) {
  return value;
}
template <>
BFloat16 narrowed<BFloat16>(float value) {
  return to_bfloat16(value);
}

template <typename To, typename From>
void convert_elements(Combine how, void* destination, const void* source, std::size_t elements) {
  To* __restrict to = static_cast<To*>(destination);
  const From* __restrict from = static_cast<const From*>(source);
  switch (how) {
    case Combine::copy:
      for (std::size_t i = 0; i < elements; ++i) to[i] = narrowed<To>(widened(from[i]));
      return;
    case Combine::add:
      for (std::size_t i = 0; i < elements; ++i) {
        to[i] = narrowed<To>(widened(to[i]) + widened(from[i]));
      }
      return;
  }
}

void copy(void* destination, const void* source, std::size_t size_bytes) {
  if (size_bytes < streamed_from_bytes) {
    std::memcpy(destination, source, size_bytes);
  } else {
    stream_copy(destination, source, size_bytes);
  }
}

class CpuDevice final : public Device {
 public:
  std::string_view name() const override { return "cpu"; }

  void* allocate(std::size_t size_bytes) override {
    if (size_bytes == 0) return nullptr;
    void* data = nullptr;
    if (size_bytes >= own_mapping_bytes) {
      data = ::mmap(nullptr, size_bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
      if (data == MAP_FAILED) data = nullptr;
    } else {
      const std::size_t padded =
          (size_bytes + alignment_bytes - 1) / alignment_bytes * alignment_bytes;
      data = std::aligned_alloc(alignment_bytes, padded);
      if (data != nullptr) std::memset(data, 0, size_bytes);
    }
    if (data == nullptr) {
      throw failure(
          "no memory for a buffer of {}: take a smaller model, a smaller batch or fewer ranks",
          format_bytes(static_cast<std::int64_t>(size_bytes)));
    }
    return data;
  }

  void release(void* data, std::size_t size_bytes) noexcept override {
    if (data == nullptr) return;
    if (size_bytes >= own_mapping_bytes) {
      ::munmap(data, size_bytes);
    } else {
      std::free(data);
    }
  }

  void combine(Combine how, void* destination, const void* source, std::size_t elements,
               DType dtype) override {
    if (elements == 0) return;
    switch (how) {
      case Combine::copy: copy(destination, source, elements * size_bytes(dtype)); return;
      case Combine::add: break;
    }
    switch (dtype) {
      case DType::f32:
        add(static_cast<float*>(destination), static_cast<const float*>(source), elements);
        return;
      case DType::bf16:
        convert_elements<BFloat16, BFloat16>(Combine::add, destination, source, elements);
        return;
      case DType::i64:
        add_wrapping(static_cast<long*>(destination), static_cast<const long*>(source), elements);
        return;
    }
  }

  void convert(Combine how, void* destination, DType to, const void* source, DType from,
               std::size_t elements) override {
    require(to != DType::i64 && from != DType::i64, "only floating-point types are converted");
    if (to == DType::f32 && from == DType::f32) {
      convert_elements<float, float>(how, destination, source, elements);
    } else if (to == DType::f32) {
      convert_elements<float, BFloat16>(how, destination, source, elements);
    } else if (from == DType::f32) {
      convert_elements<BFloat16, float>(how, destination, source, elements);
    } else {
      convert_elements<BFloat16, BFloat16>(how, destination, source, elements);
    }
  }
};

}  // namespace

Device& cpu_device() {
  static CpuDevice the_device;
  return the_device;
}

}  // namespace zerolab
