// Where buffers live and who adds them up. Every transport moves elements through a Device, so
// that the same ring runs on CPU memory and on a GPU's.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "core/base/names.hpp"

namespace zerolab {

// Memory handed out is 64-byte aligned and filled with zeros (so it is resident, and counted).
class Device {
 public:
  virtual ~Device() = default;

  virtual std::string_view name() const = 0;

  // `size_bytes` of zeros; nullptr for 0 bytes. Throws a failure Error when there is no memory.
  virtual void* allocate(std::size_t size_bytes) = 0;

  // Gives the memory back to the system; `size_bytes` is what allocate was asked for.
  virtual void release(void* data, std::size_t size_bytes) noexcept = 0;

  // destination[i] = source[i] (copy) or destination[i] += source[i] (add) for i < elements.
  // The two must not overlap. An element's resulting bits do not depend on where in the range it
  // lies. Integers wrap around.
  // In bfloat16 a sum is formed in fp32 and rounded once.
  virtual void combine(Combine how, void* destination, const void* source, std::size_t elements,
                       DType dtype) = 0;

  // The same from one floating-point type to another: widening is exact, narrowing rounds to
  // nearest even, and adding rounds once. Throws InvariantError for i64.
  virtual void convert(Combine how, void* destination, DType to, const void* source, DType from,
                       std::size_t elements) = 0;
};

// "cpu". Throws an input Error naming the devices of this build for any other name.
// The device is shared by all ranks of the process and safe to call from all of them.
Device& device(std::string_view name);

}  // namespace zerolab
