// Edge functions as in J. Pineda, "A parallel algorithm for polygon rasterization" (1988).
#include "viz/paint/triangle.hpp"

namespace zerolab {
namespace {

constexpr std::int64_t half_pixel = subpixels / 2;

std::int64_t divide_up(std::int64_t a, std::int64_t b) {  // b > 0
  return a >= 0 ? (a + b - 1) / b : -(-a / b);
}

std::int64_t doubled_area(const std::array<Corner, 3>& t) {
  return (t[1].x - t[0].x) * (t[2].y - t[0].y) - (t[2].x - t[0].x) * (t[1].y - t[0].y);
}

// The pixels whose centres lie in low … high, both included, cut to `limit`.
PixelRange centres_between(std::int64_t low, std::int64_t high, PixelRange limit) {
  const std::int64_t begin = divide_up(low - half_pixel, subpixels);
  const std::int64_t end = divide_up(high - half_pixel + 1, subpixels);
  PixelRange range;
  range.begin = static_cast<int>(std::clamp<std::int64_t>(begin, limit.begin, limit.end));
  range.end = static_cast<int>(std::clamp<std::int64_t>(end, range.begin, limit.end));
  return range;
}

}  // namespace

Edge::Edge(const Corner& from, const Corner& to)
    : a_(from.y - to.y), b_(to.x - from.x), c_(-a_ * from.x - b_ * from.y) {
  const bool is_left = a_ > 0;
  const bool is_top = a_ == 0 && b_ > 0;
  if (!is_left && !is_top) c_ -= 1;  // then a centre on the edge is outside
}

void Edge::narrow(PixelRange& x, int row) const {
  const std::int64_t at_zero = a_ * half_pixel + b_ * (row * subpixels + half_pixel) + c_;
  const std::int64_t per_pixel = a_ * subpixels;
  const auto is_inside = [&](int column) { return at_zero + per_pixel * column >= 0; };
  constexpr int widest_walk = 8;
  if (x.end - x.begin <= widest_walk) {  // most triangles are tiny, and a division is slow
    while (x.begin < x.end && !is_inside(x.begin)) ++x.begin;
    while (x.begin < x.end && !is_inside(x.end - 1)) --x.end;
  } else if (per_pixel > 0) {
    const std::int64_t first = divide_up(-at_zero, per_pixel);
    x.begin = static_cast<int>(std::clamp<std::int64_t>(first, x.begin, x.end));
  } else if (per_pixel < 0) {
    const std::int64_t last = -divide_up(-at_zero, -per_pixel);
    x.end = static_cast<int>(std::clamp<std::int64_t>(last + 1, x.begin, x.end));
  } else if (at_zero < 0) {
    x.end = x.begin;
  }
}

Triangle::Triangle(const std::array<Corner, 3>& t, const ClipRectangle& clip)
    : corners_(t),
      area_(doubled_area(t)),
      edges_(area_ > 0 ? std::array{Edge(t[0], t[1]), Edge(t[1], t[2]), Edge(t[2], t[0])}
                       : std::array{Edge(t[0], t[2]), Edge(t[2], t[1]), Edge(t[1], t[0])}) {
  if (area_ == 0) return;
  const auto [top, bottom] = std::minmax({t[0].y, t[1].y, t[2].y});
  const auto [left, right] = std::minmax({t[0].x, t[1].x, t[2].x});
  rows_ = centres_between(top, bottom, clip.y);
  columns_ = centres_between(left, right, clip.x);
  if (columns_.begin == columns_.end) rows_.end = rows_.begin;
}

Plane Triangle::plane(float at_0, float at_1, float at_2) const {
  // Differences to corner 0 in pixels; with them Cramer's rule.
  const auto pixels = [](std::int64_t distance) {
    return static_cast<double>(distance) / static_cast<double>(subpixels);
  };
  const auto [o, p, q] = corners_;
  const double per_area = static_cast<double>(subpixels * subpixels) / static_cast<double>(area_);
  const double value_p = (static_cast<double>(at_1) - static_cast<double>(at_0)) * per_area;
  const double value_q = (static_cast<double>(at_2) - static_cast<double>(at_0)) * per_area;
  const double dx = value_p * pixels(q.y - o.y) - value_q * pixels(p.y - o.y);
  const double dy = value_q * pixels(p.x - o.x) - value_p * pixels(q.x - o.x);
  const double base =
      static_cast<double>(at_0) + dx * pixels(half_pixel - o.x) + dy * pixels(half_pixel - o.y);
  return {static_cast<float>(base), static_cast<float>(dx), static_cast<float>(dy)};
}

}  // namespace zerolab
