#include "core/device/cpu/stream_copy.hpp"

#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace zerolab {

#ifdef __SSE2__

void stream_copy(void* destination, const void* source, std::size_t size_bytes) {
  constexpr std::size_t line = 64;
  auto* to = static_cast<std::byte*>(destination);
  const auto* from = static_cast<const std::byte*>(source);
  // Up to the first whole line by memcpy, and so what is left at the end.
  const std::size_t lead = (line - reinterpret_cast<std::uintptr_t>(to) % line) % line;
  if (size_bytes < lead + line) {
    std::memcpy(to, from, size_bytes);
    return;
  }
  std::memcpy(to, from, lead);
  const std::size_t whole = (size_bytes - lead) / line * line;
  const std::size_t end = lead + whole;
  for (std::size_t i = lead; i < end; i += line) {
    for (std::size_t part = 0; part < line; part += sizeof(__m128i)) {
      _mm_stream_si128(reinterpret_cast<__m128i*>(to + i + part),
                       _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i + part)));
    }
  }
  _mm_sfence();  // others that are told of the copy afterwards must see it
  std::memcpy(to + end, from + end, size_bytes - end);
}

#else

void stream_copy(void* destination, const void* source, std::size_t size_bytes) {
  std::memcpy(destination, source, size_bytes);
}

#endif

}  // namespace zerolab
