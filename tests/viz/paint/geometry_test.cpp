// Hatching covers its share of a box and stays inside it; lines moved onto the grid are sharp.
#include <array>
#include <cmath>

#include "tests/catch.hpp"
#include "viz/paint/pixel_grid.hpp"
#include "viz/paint/stripes.hpp"

using namespace zerolab;

namespace {

double doubled_area_of(std::span<const Point> polygon) {
  double sum = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point a = polygon[i];
    const Point b = polygon[(i + 1) % polygon.size()];
    sum += static_cast<double>(a.x * b.y - b.x * a.y);
  }
  return sum;
}

}  // namespace

TEST_CASE("stripes stay inside their box and cover width over spacing of it") {
  for (const Box box : {Box{10, 20, 60, 30}, Box{0, 0, 5, 200}, Box{-7.5F, 3.25F, 400, 300}}) {
    double covered = 0;
    for (const Stripe& stripe : stripes(box, 1.5F, 6)) {
      CHECK(stripe.count >= 3);
      CHECK(doubled_area_of(stripe.points()) > 0);  // clockwise on the screen
      covered += doubled_area_of(stripe.points()) / 2;
      for (const Point p : stripe.points()) {
        CHECK(p.x >= box.x - 1e-3F);
        CHECK(p.x <= box.right() + 1e-3F);
        CHECK(p.y >= box.y - 1e-3F);
        CHECK(p.y <= box.bottom() + 1e-3F);
      }
    }
    const double share = covered / static_cast<double>(box.width * box.height);
    CHECK(std::abs(share - 0.25) < 0.06);
  }
}

TEST_CASE("a moving box takes its stripes along") {
  const std::vector<Stripe> here = stripes({0, 0, 32, 16}, 1, 4);
  const std::vector<Stripe> there = stripes({64, 32, 32, 16}, 1, 4);
  REQUIRE(here.size() == there.size());
  for (std::size_t i = 0; i < here.size(); ++i) {
    for (int c = 0; c < here[i].count; ++c) {
      const auto corner = static_cast<std::size_t>(c);
      CHECK(std::abs(here[i].corners[corner].x + 64 - there[i].corners[corner].x) < 1e-4F);
      CHECK(std::abs(here[i].corners[corner].y + 32 - there[i].corners[corner].y) < 1e-4F);
    }
  }
}

TEST_CASE("nothing to hatch gives no stripes") {
  CHECK(stripes({0, 0, 0, 10}, 1, 4).empty());
  CHECK(stripes({0, 0, 10, 10}, 1, 0).empty());
  CHECK(stripes({0, 0, 10, 10}, 0, 4).empty());
}

TEST_CASE("outlines and boxes begin and end on whole pixels") {
  for (const float width : {1.0F, 1.5F, 2.0F, 3.0F}) {
    for (const float at : {10.0F, 10.3F, 10.5F, 10.8F}) {
      const Box outline = outline_on_grid({at, at, 30, 20}, width);
      const Box outer = outline.inset(-width / 2);
      CHECK(outer.x == std::floor(outer.x));
      CHECK(outer.right() == std::floor(outer.right()));
      CHECK(outer.bottom() == std::floor(outer.bottom()));
      CHECK(std::abs(outline.x - at) <= 0.5F);
      const Box inside = inside_of_outline(outline, width);
      CHECK(inside.x == std::floor(inside.x));
      CHECK(inside.y == std::floor(inside.y));
    }
  }
  CHECK(on_grid({1.4F, 2.6F, 3, 3}) == Box{1, 3, 3, 3});
  CHECK(on_grid({1.4F, 2, 0.1F, 3}) == Box{1, 2, 1, 3});  // a sliver stays visible
}

TEST_CASE("boxes that touch still touch on the grid") {
  float right = on_grid({0, 0, 7.3F, 5}).right();
  for (int i = 1; i < 20; ++i) {
    const Box next = on_grid({static_cast<float>(i) * 7.3F, 0, 7.3F, 5});
    CHECK(next.x == right);
    right = next.right();
  }
}

TEST_CASE("only paths of horizontal and vertical pieces move onto the grid") {
  const std::array step{Point{1.2F, 5}, Point{9.7F, 5}, Point{9.7F, 8.1F}};
  CHECK(path_on_grid(step, 1) ==
        std::vector{Point{1.5F, 5.5F}, Point{9.5F, 5.5F}, Point{9.5F, 8.5F}});
  const std::array slant{Point{1.2F, 5}, Point{9.7F, 6}};
  CHECK(path_on_grid(slant, 1) == std::vector<Point>(slant.begin(), slant.end()));
}
