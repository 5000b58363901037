// How numbers are written for people, and how people's numbers are read.
// GB is 10^9 bytes and GiB 2^30; each function says which it prints.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace zerolab {

// 1234567 -> "1,234,567".
std::string with_separators(std::int64_t value);

// Decimal units with about four digits: 999 -> "999 B", 1234567 -> "1.235 MB", "31.40 GB".
std::string format_bytes(std::int64_t bytes);

// `elements` as a multiple of `psi`, the number of parameters: (7, 8) -> "0.875 Ψ".
// "0 Ψ" where psi is 0.
std::string as_multiple_of_psi(std::int64_t elements, std::int64_t psi);

// The columns that a string takes on a terminal: UTF-8 code points, not bytes.
std::size_t display_width(std::string_view text);

// Any bytes as text that a terminal and JSON can take: well-formed UTF-8 stays as it is, all else
// (control characters but newline and tab, stray bytes) becomes \xNN.
std::string printable(std::string_view bytes);

// Reads a positive count as people write it: "1000", "7.5e9", "7.5B", "2M", "64K" (decimal
// suffixes K, M, B or G, T). Throws an input Error naming `what` when it is not a whole number
// from 1 to 10^15.
std::int64_t parse_count(std::string_view text, std::string_view what);

}  // namespace zerolab
