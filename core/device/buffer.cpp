#include "core/device/buffer.hpp"

#include <utility>

namespace zerolab {

Buffer::Buffer(Device& device, std::size_t size_bytes)
    : device_(&device), data_(device.allocate(size_bytes)), size_bytes_(size_bytes) {}

Buffer::~Buffer() {
  if (device_ != nullptr) device_->release(data_, size_bytes_);
}

Buffer::Buffer(Buffer&& other) noexcept
    : device_(std::exchange(other.device_, nullptr)),
      data_(std::exchange(other.data_, nullptr)),
      size_bytes_(std::exchange(other.size_bytes_, 0)) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(data_, other.data_);
  std::swap(size_bytes_, other.size_bytes_);
  return *this;
}

}  // namespace zerolab
