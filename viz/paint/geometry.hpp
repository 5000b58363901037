// Points, rectangles and colours of the pictures. Units are pixels at scale 1; y grows downwards.
#pragma once

#include <cstdint>

namespace zerolab {

struct Point {
  float x = 0;
  float y = 0;
  friend bool operator==(const Point&, const Point&) = default;
};

struct Box {
  float x = 0;  // left
  float y = 0;  // top
  float width = 0;
  float height = 0;

  float right() const { return x + width; }
  float bottom() const { return y + height; }
  Point centre() const { return {x + width / 2, y + height / 2}; }
  bool contains(Point p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
  Box inset(float by) const { return {x + by, y + by, width - 2 * by, height - 2 * by}; }
  friend bool operator==(const Box&, const Box&) = default;
};

struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  std::uint8_t alpha = 255;  // 0: nothing is drawn
  Colour with_alpha(float share) const {
    return {red, green, blue, static_cast<std::uint8_t>(static_cast<float>(alpha) * share + 0.5F)};
  }
  friend bool operator==(const Colour&, const Colour&) = default;
};

// 0xRRGGBB.
constexpr Colour colour(std::uint32_t rgb) {
  return {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8),
          static_cast<std::uint8_t>(rgb), 255};
}

}  // namespace zerolab
