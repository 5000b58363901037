// One line a call, in a form that golden files can rely on.
#include <array>

#include "core/base/error.hpp"
#include "tests/catch.hpp"
#include "tests/viz/paint/sample.hpp"
#include "viz/paint/log_painter.hpp"

using namespace zerolab;

TEST_CASE("each call is one line") {
  LogPainter painter(test::fonts());
  const Colour blue = colour(0x56B4E9);
  painter.box({10, 20, 100, 30.04F}, blue, {colour(0xF2F2F2), 1}, 4);
  painter.polygon(std::array{Point{0, 0}, Point{8, 4}, Point{-0.01F, 8}}, blue.with_alpha(0.5F));
  painter.path(std::array{Point{0, 0}, Point{8, 4}}, {blue, 2});
  painter.circle({50, 50}, 4, blue);
  painter.hatch({1, 2, 3, 4}, {blue, 1.5F}, 6);
  painter.text({10, 20}, "c\"3\n", {Face::number, 15, blue, AlignX::right, AlignY::baseline});
  painter.push_clip({0, 0, 9, 9});
  painter.name({10, 20, 30, 40}, "rank 3");
  painter.pop_clip();
  CHECK(painter.lines() ==
        "box 10.0 20.0 100.0 30.0 fill #56b4e9 stroke #f2f2f2 1.0 radius 4.0\n"
        "polygon 0.0,0.0 8.0,4.0 0.0,8.0 fill #56b4e980\n"
        "path 0.0,0.0 8.0,4.0 stroke #56b4e9 2.0\n"
        "circle 50.0 50.0 4.0 fill #56b4e9\n"
        "hatch 1.0 2.0 3.0 4.0 stroke #56b4e9 1.5 spacing 6.0\n"
        "text 10.0 20.0 number 15.0 #56b4e9 right baseline \"c\\\"3\\x0a\"\n"
        "clip 0.0 0.0 9.0 9.0\n"
        "name 10.0 20.0 30.0 40.0 \"rank 3\"\n"
        "unclip\n");
}

TEST_CASE("what is invisible is left out") {
  LogPainter painter(test::fonts());
  const Colour nothing{0, 0, 0, 0};
  painter.box({0, 0, 9, 9}, nothing);
  painter.circle({0, 0}, 9, nothing, {colour(0xFFFFFF), 0});
  painter.text({0, 0}, "", {});
  painter.path(std::array{Point{0, 0}, Point{8, 4}}, {});
  CHECK(painter.lines().empty());
}

TEST_CASE("a pop without its push is a broken invariant") {
  LogPainter painter(test::fonts());
  CHECK_THROWS_AS(painter.pop_clip(), InvariantError);
}
