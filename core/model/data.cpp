#include "core/model/data.hpp"

#include <array>
#include <cmath>
#include <cstring>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/hash.hpp"

namespace zerolab {

Corpus Corpus::read(const std::vector<std::filesystem::path>& paths) {
  if (paths.empty()) throw input_error("no training text: name at least 1 file");
  std::string bytes;
  for (const std::filesystem::path& path : paths) {
    const std::string content = read_file(path);
    if (content.empty()) {
      throw input_error("{}: 0 bytes of training text; name a file that is not empty",
                        path.string());
    }
    bytes += content;
  }
  return Corpus(std::move(bytes));
}

Corpus::Corpus(std::string bytes) : bytes_(std::move(bytes)) {}

std::span<const unsigned char> Corpus::bytes() const {
  return {reinterpret_cast<const unsigned char*>(bytes_.data()), bytes_.size()};
}

double Corpus::histogram_entropy() const {
  std::array<std::size_t, 256> counts{};
  for (unsigned char byte : bytes()) ++counts[byte];
  double entropy = 0;
  for (std::size_t count : counts) {
    if (count == 0) continue;
    const double p = static_cast<double>(count) / static_cast<double>(bytes_.size());
    entropy -= p * std::log(p);
  }
  return entropy;
}

void Corpus::check_length(int length) const {
  require(length >= 1, "a sequence has at least one byte");
  const std::size_t needed = static_cast<std::size_t>(length) + 1;
  if (bytes_.size() < needed) {
    throw input_error(
        "the training text has {} bytes, a sequence of {} needs {}; give more text or a shorter "
        "sequence",
        bytes_.size(), length, needed);
  }
}

void Corpus::fill(std::uint64_t seed, std::uint64_t index, int length, unsigned char* inputs,
                  unsigned char* targets) const {
  check_length(length);
  const auto size = static_cast<std::size_t>(length);
  const std::size_t start = mix(mix(seed) + index) % (bytes_.size() - size);
  std::memcpy(inputs, bytes_.data() + start, size);
  std::memcpy(targets, bytes_.data() + start + 1, size);
}

}  // namespace zerolab
