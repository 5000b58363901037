// Numbers of chunks and ranks in words.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace zerolab {

// "chunk 3", "chunks 0, 1, 2", "chunks 0 to 3, 7": neighbours from four on are folded. Ascending.
std::string numbered(std::string_view noun, std::span<const int> numbers);

// Which ranks' inputs are in a chunk: "rank 3", "ranks 0, 1, 2", "all 8 ranks", "nothing"; "ranks
// 0, 1, with rank 1 twice" and "…, with rank 1 more than twice" where it is in it more than once.
std::string contributors(std::span<const std::uint8_t> held);

// Whether exactly `rank`'s input is in it, once.
bool is_input_of(std::span<const std::uint8_t> held, int rank);

}  // namespace zerolab
