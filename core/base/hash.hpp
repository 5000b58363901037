// One hash for fingerprints of weights and files, and one mixer for counter-based random numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace zerolab {

// FNV-1a, 64 bits, over bytes in order; feed it in any number of pieces.
class Fnv1a {
 public:
  void add(const void* data, std::size_t size_bytes);
  std::uint64_t value() const { return value_; }
  std::string hex() const;  // 16 digits

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

// The finalizer of SplitMix64 (Steele, Lea, Flood 2014): a bijection whose output bits are well
// mixed, so that mix(key + counter) is a random number that needs no state.
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace zerolab
