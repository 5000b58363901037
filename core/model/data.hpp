// The training text: bytes of files one after another, and the windows cut out of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace zerolab {

class Corpus {
 public:
  // Any bytes, in the order given. Throws an input Error that names a file that is missing or
  // empty, or says that no file was given.
  static Corpus read(const std::vector<std::filesystem::path>& paths);

  explicit Corpus(std::string bytes);

  std::span<const unsigned char> bytes() const;

  // Nats per byte of a model that knows only how often each byte occurs: −Σ p ln p.
  double histogram_entropy() const;

  // Throws an input Error with both numbers unless `length` inputs and the byte after them fit.
  void check_length(int length) const;

  // Sequence number `index` of a run: `length` bytes from a place that depends on (seed, index,
  // length) alone, and as targets the same one byte on. Checks the length.
  void fill(std::uint64_t seed, std::uint64_t index, int length, unsigned char* inputs,
            unsigned char* targets) const;

 private:
  std::string bytes_;
};

}  // namespace zerolab
