// Hatching as geometry: parallel stripes at 45 degrees, cut exactly at the edges of a box.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "viz/paint/geometry.hpp"

namespace zerolab {

// A convex polygon, clockwise on the screen: a stripe through a box has 3 to 6 corners.
struct Stripe {
  std::array<Point, 6> corners;
  int count = 0;
  std::span<const Point> points() const {
    return std::span(corners).first(static_cast<std::size_t>(count));
  }
};

// Stripes of `width` rising to the right, `spacing` apart from middle to middle (both measured
// across the stripes). They hang on the box's corner, so that a moving box takes its hatching
// along. Empty for an empty box or a spacing not above 0.
std::vector<Stripe> stripes(const Box& box, float width, float spacing);

}  // namespace zerolab
