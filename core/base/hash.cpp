#include "core/base/hash.hpp"

#include <fmt/core.h>

namespace zerolab {

void Fnv1a::add(const void* data, std::size_t size_bytes) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  for (std::size_t i = 0; i < size_bytes; ++i) {
    value_ = (value_ ^ bytes[i]) * 0x100000001b3ULL;
  }
}

std::string Fnv1a::hex() const {
  return fmt::format("{:016x}", value_);
}

}  // namespace zerolab
