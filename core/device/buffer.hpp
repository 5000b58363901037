// Memory of a Device that is given back when it goes out of scope.
#pragma once

#include <cstddef>
#include <span>

#include "core/device/device.hpp"

namespace zerolab {

class Buffer {
 public:
  Buffer() = default;
  Buffer(Device& device, std::size_t size_bytes);  // zeros, 64-byte aligned
  ~Buffer();
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  std::size_t size_bytes() const { return size_bytes_; }

  // The buffer as elements of T; its size is a whole number of them.
  template <typename T>
  std::span<T> as() const {
    return {static_cast<T*>(data_), size_bytes_ / sizeof(T)};
  }

 private:
  Device* device_ = nullptr;
  void* data_ = nullptr;
  std::size_t size_bytes_ = 0;
};

}  // namespace zerolab
