// What a layer needs to know of the batch it works on.
#pragma once

#include <cstddef>

namespace zerolab {

struct Shape {
  int batch = 0;     // sequences
  int sequence = 0;  // positions of each
  int width = 0;
  int heads = 0;

  int rows() const { return batch * sequence; }
  int head_width() const { return width / heads; }
  // Floats of a rows × columns matrix.
  std::size_t elements(int columns) const {
    return static_cast<std::size_t>(rows()) * static_cast<std::size_t>(columns);
  }
};

// Places of arrays within one buffer, each on a multiple of 64 bytes.
class Places {
 public:
  std::size_t add(std::size_t elements) {
    constexpr std::size_t floats_per_line = 16;
    const std::size_t place = total_;
    total_ += (elements + floats_per_line - 1) / floats_per_line * floats_per_line;
    return place;
  }
  std::size_t total() const { return total_; }

 private:
  std::size_t total_ = 0;
};

}  // namespace zerolab
