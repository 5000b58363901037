// The balanced partition, and those that are mistaken for it.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/base/range.hpp"

namespace zerolab::exercises {

enum class Cut {
  balanced,        // the first n % N chunks are one element longer
  ceiling,         // ⌈n/N⌉ each, the last ones shorter or empty
  remainder_last,  // ⌊n/N⌋ each, the last one takes the rest
  floor_only,      // ⌊n/N⌋ each, the rest belongs to nobody
  longer_last,     // the last n % N chunks are one element longer
  proportional     // chunk r from ⌊r·n/N⌋
};
inline constexpr std::array mistaken_cuts{Cut::ceiling, Cut::remainder_last, Cut::floor_only,
                                          Cut::longer_last, Cut::proportional};

// [chunk], N of them.
std::vector<Range> cut(Cut kind, std::size_t elements, int ranks);

// How it cuts: "chunks of ⌈n/N⌉ elements, the last ones shorter".
std::string_view describe(Cut kind);

}  // namespace zerolab::exercises
