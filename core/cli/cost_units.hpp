// Times and sizes of messages, written and read for people.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace zerolab {

// Four digits in the unit that fits: "0 s", "13.00 ns", "1.235 µs", "31.40 ms", "105.2 s".
std::string format_seconds(double seconds);

// In GB/s, 10^9 bytes per second: "23.41", "0.013"; "–" where it is no number.
std::string format_bandwidth(double bytes_per_second);

// A whole number of bytes from 0 to 10^15: "1000", "64K", "1G" or "1GB" (10^9), "64Mi" or "64MiB"
// (2^20), "1.5e9". A B at the end says bytes. Throws an input Error that quotes the text.
std::int64_t parse_bytes(std::string_view text);

}  // namespace zerolab
