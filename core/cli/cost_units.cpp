#include "core/cli/cost_units.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include <fmt/core.h>

#include "core/base/error.hpp"

namespace zerolab {

namespace {

struct Suffix {
  std::string_view name;
  double factor;
};

constexpr std::array suffixes{Suffix{"", 1},
                              Suffix{"K", 1e3},
                              Suffix{"k", 1e3},
                              Suffix{"M", 1e6},
                              Suffix{"G", 1e9},
                              Suffix{"T", 1e12},
                              Suffix{"Ki", 1024},
                              Suffix{"Mi", 1048576},
                              Suffix{"Gi", 1073741824},
                              Suffix{"Ti", 1099511627776}};

// With four digits: 1.235, 31.40, 105.2.
std::string four_digits(double value) {
  return fmt::format("{:.{}f}", value, value < 9.9995 ? 3 : value < 99.995 ? 2 : 1);
}

}  // namespace

std::string format_seconds(double seconds) {
  if (seconds == 0) return "0 s";
  constexpr std::array units{Suffix{"ns", 1e9}, Suffix{"µs", 1e6}, Suffix{"ms", 1e3}};
  for (const auto& [name, per_second] : units) {
    if (seconds * per_second < 999.95) return four_digits(seconds * per_second) + " " + name.data();
  }
  return four_digits(seconds) + " s";
}

std::string format_bandwidth(double bytes_per_second) {
  if (!std::isfinite(bytes_per_second)) return "–";
  return four_digits(bytes_per_second / 1e9);
}

std::int64_t parse_bytes(std::string_view text) {
  double number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  if (unit.ends_with('B')) unit.remove_suffix(1);
  for (const auto& [name, factor] : suffixes) {
    const double bytes = number * factor;
    if (status != std::errc{} || unit != name || !(bytes >= 0) || bytes > 1e15 ||
        bytes != std::floor(bytes)) {
      continue;
    }
    return static_cast<std::int64_t>(bytes);
  }
  throw input_error(
      "bytes '{}': give a whole number from 0 to 10^15, such as 1000, 64K, 1G (10^9) or 64Mi "
      "(2^20)",
      text);
}

}  // namespace zerolab
