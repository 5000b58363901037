#include "core/cli/bench_options.hpp"

#include <charconv>

#include "core/base/error.hpp"
#include "core/cli/words.hpp"

namespace zerolab {

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 40;

// 0 for a suffix that is none.
std::size_t factor_of(std::string_view suffix) {
  if (suffix.empty()) return 1;
  if (suffix == "K" || suffix == "k") return std::size_t{1} << 10;
  if (suffix == "M" || suffix == "m") return std::size_t{1} << 20;
  if (suffix == "G" || suffix == "g") return std::size_t{1} << 30;
  return 0;
}

}  // namespace

std::size_t parse_binary_bytes(std::string_view text) {
  std::size_t number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::size_t factor = factor_of(text.substr(static_cast<std::size_t>(end - text.data())));
  if (status != std::errc{} || factor == 0 || number == 0 || number > most_bytes / factor) {
    throw input_error(
        "size '{}': give a whole number of bytes from 1 to 1024G, where K, M and G are 2^10, 2^20 "
        "and 2^30: 8, 64K, 256M",
        text);
  }
  return number * factor;
}

std::size_t parse_slice_bytes(std::string_view text) {
  return text == "none" ? 0 : parse_binary_bytes(text);
}

std::vector<std::size_t> sizes_between(std::size_t least, std::size_t most, int factor) {
  if (most < least) {
    throw input_error(
        "sizes from {} bytes to {}: the last is below the first; give -b and -e so "
        "that it is not",
        least, most);
  }
  if (factor < 2) {
    throw input_error("factor {} from one size to the next: it must be at least 2", factor);
  }
  std::vector<std::size_t> sizes;
  for (std::size_t size = least; size <= most; size *= static_cast<std::size_t>(factor)) {
    sizes.push_back(size);
  }
  return sizes;
}

std::vector<Collective> parse_collectives(std::string_view text) {
  if (text == "all") return {all_collectives.begin(), all_collectives.end()};
  for (const Collective collective : all_collectives) {
    if (to_string(collective) == text) return {collective};
  }
  throw input_error("unknown collective '{}': it may be all, {}", text, collective_names());
}

DType parse_element_type(std::string_view name) {
  for (const DType dtype : {DType::f32, DType::bf16, DType::i64}) {
    if (element_type_name(dtype) == name) return dtype;
  }
  throw input_error("unknown element type '{}': it may be float, bf16, int64", name);
}

std::string_view element_type_name(DType dtype) {
  switch (dtype) {
    case DType::f32: return "float";
    case DType::bf16: return "bf16";
    case DType::i64: return "int64";
  }
  throw InvariantError("a DType without a name");
}

}  // namespace zerolab
