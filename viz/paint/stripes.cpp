#include "viz/paint/stripes.hpp"

#include <cmath>
#include <numbers>

namespace zerolab {
namespace {

// Across the stripes a point lies at x + y; they rise to the right.
float across(Point p) {
  return p.x + p.y;
}

// Cuts a convex polygon to across(p) >= limit (sign 1) or <= limit (sign -1). Sutherland and
// Hodgman, "Reentrant polygon clipping" (1974), for one edge. A cut adds at most one corner.
Stripe cut(const Stripe& polygon, float limit, float sign) {
  Stripe result;
  for (int i = 0; i < polygon.count; ++i) {
    const Point here = polygon.corners[static_cast<std::size_t>(i)];
    const Point next = polygon.corners[static_cast<std::size_t>((i + 1) % polygon.count)];
    const float here_inside = sign * (across(here) - limit);
    const float next_inside = sign * (across(next) - limit);
    const auto add = [&](Point p) { result.corners[static_cast<std::size_t>(result.count++)] = p; };
    if (here_inside > 0) add(here);
    if ((here_inside > 0) != (next_inside > 0)) {
      const float t = here_inside / (here_inside - next_inside);
      add({here.x + t * (next.x - here.x), here.y + t * (next.y - here.y)});
    }
  }
  return result;
}

}  // namespace

std::vector<Stripe> stripes(const Box& box, float width, float spacing) {
  std::vector<Stripe> result;
  if (!(box.width > 0 && box.height > 0 && width > 0 && spacing > 0)) return result;
  constexpr float root2 = std::numbers::sqrt2_v<float>;
  const Stripe whole{{Point{box.x, box.y}, Point{box.right(), box.y},
                      Point{box.right(), box.bottom()}, Point{box.x, box.bottom()}},
                     4};
  const float first = across({box.x, box.y});
  const int count = static_cast<int>((box.width + box.height) / (spacing * root2) + 0.5F);
  for (int i = 0; i < count; ++i) {
    const float middle = first + (static_cast<float>(i) + 0.5F) * spacing * root2;
    const Stripe stripe =
        cut(cut(whole, middle - width * root2 / 2, 1), middle + width * root2 / 2, -1);
    if (stripe.count >= 3) result.push_back(stripe);
  }
  return result;
}

}  // namespace zerolab
