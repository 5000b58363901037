#include "viz/paint/pixel_grid.hpp"

#include <algorithm>
#include <cmath>

namespace zerolab {
namespace {

// std::round, except that halves always go down the screen and to the right: moving a picture by a
// whole pixel never changes it.
float to_grid(float value) {
  return std::floor(value + 0.5F);
}

}  // namespace

Box on_grid(const Box& box) {
  const float left = to_grid(box.x);
  const float top = to_grid(box.y);
  return {left, top, std::max(to_grid(box.right()) - left, 1.0F),
          std::max(to_grid(box.bottom()) - top, 1.0F)};
}

Box outline_on_grid(const Box& box, float stroke_width) {
  const float half = stroke_width / 2;
  const float left = to_grid(box.x - half);
  const float top = to_grid(box.y - half);
  const float right = std::max(to_grid(box.right() + half), left + stroke_width);
  const float bottom = std::max(to_grid(box.bottom() + half), top + stroke_width);
  return {left + half, top + half, right - left - stroke_width, bottom - top - stroke_width};
}

Box inside_of_outline(const Box& outline, float stroke_width) {
  return outline.inset(to_grid(stroke_width / 2) - stroke_width / 2);
}

std::vector<Point> path_on_grid(std::span<const Point> points, float stroke_width) {
  std::vector<Point> moved(points.begin(), points.end());
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (points[i].x != points[i - 1].x && points[i].y != points[i - 1].y) return moved;
  }
  const float half = stroke_width / 2;
  for (Point& point : moved) {
    point = {to_grid(point.x - half) + half, to_grid(point.y - half) + half};
  }
  return moved;
}

}  // namespace zerolab
