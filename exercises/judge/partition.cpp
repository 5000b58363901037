#include "exercises/judge/partition.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace zerolab::exercises {

namespace {

std::size_t begin_of(Cut kind, std::size_t n, std::size_t ranks, std::size_t r) {
  const std::size_t least = n / ranks;
  const std::size_t rest = n % ranks;
  switch (kind) {
    case Cut::balanced: return r * least + std::min(r, rest);
    case Cut::ceiling: return std::min(n, r * ((n + ranks - 1) / ranks));
    case Cut::remainder_last: return r == ranks ? n : r * least;
    case Cut::floor_only: return r * least;
    case Cut::longer_last: return r * least + (r > ranks - rest ? r - (ranks - rest) : 0);
    case Cut::proportional: return r * n / ranks;
  }
  throw InvariantError("a Cut without a rule");
}

}  // namespace

std::vector<Range> cut(Cut kind, std::size_t elements, int ranks) {
  const auto count = static_cast<std::size_t>(ranks);
  std::vector<Range> chunks;
  for (std::size_t r = 0; r < count; ++r) {
    chunks.push_back({begin_of(kind, elements, count, r), begin_of(kind, elements, count, r + 1)});
  }
  return chunks;
}

std::string_view describe(Cut kind) {
  switch (kind) {
    case Cut::balanced: return "chunks of which the first n mod N are one element longer";
    case Cut::ceiling: return "chunks of ⌈n/N⌉ elements, the last ones shorter";
    case Cut::remainder_last: return "chunks of ⌊n/N⌋ elements, the remainder in the last";
    case Cut::floor_only: return "chunks of ⌊n/N⌋ elements, the remainder in none";
    case Cut::longer_last: return "chunks of which the last n mod N are one element longer";
    case Cut::proportional: return "chunks that begin at ⌊r·n/N⌋";
  }
  throw InvariantError("a Cut without words");
}

}  // namespace zerolab::exercises
