// A picture in memory: rows from the top, four bytes a pixel (red, green, blue, alpha).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "viz/paint/geometry.hpp"

namespace zerolab {

struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;

  Image() = default;
  Image(int image_width, int image_height, Colour background);

  std::uint8_t* pixel(int x, int y) { return rgba.data() + offset(x, y); }
  const std::uint8_t* pixel(int x, int y) const { return rgba.data() + offset(x, y); }
  Colour at(int x, int y) const {
    const std::uint8_t* p = pixel(x, y);
    return {p[0], p[1], p[2], p[3]};
  }
  friend bool operator==(const Image&, const Image&) = default;

 private:
  std::size_t offset(int x, int y) const {
    return (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
            static_cast<std::size_t>(x)) *
           4;
  }
};

// Share of the pixels, 0 … 1, of which a channel differs by more than `tolerance`. Throws an input
// Error where the sizes differ.
double differing_share(const Image& a, const Image& b, int tolerance = 8);

}  // namespace zerolab
