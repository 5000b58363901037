// A half-open range of element indices.
#pragma once

#include <algorithm>
#include <cstddef>

namespace zerolab {

struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;  // one past the last; begin <= end

  std::size_t size() const { return end - begin; }
  bool empty() const { return begin == end; }
  friend bool operator==(const Range&, const Range&) = default;
};

// The elements in both ranges; empty (begin == end) where they do not meet.
inline Range intersect(Range a, Range b) {
  const std::size_t begin = std::max(a.begin, b.begin);
  return {begin, std::max(begin, std::min(a.end, b.end))};
}

}  // namespace zerolab
