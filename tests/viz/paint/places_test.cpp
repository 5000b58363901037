// Places are found by name and by point; the topmost one wins; clips cut them.
#include "tests/catch.hpp"
#include "tests/viz/paint/sample.hpp"
#include "viz/paint/log_painter.hpp"

using namespace zerolab;

TEST_CASE("the topmost place under a point is the latest") {
  Places places;
  places.add({0, 0, 100, 100}, "card");
  places.add({10, 10, 20, 20}, "cell");
  REQUIRE(places.at({15, 15}) != nullptr);
  CHECK(places.at({15, 15})->name == "cell");
  CHECK(places.at({30, 30})->name == "card");  // right and bottom edges are outside
  CHECK(places.at({100, 50}) == nullptr);
  CHECK(places.all().size() == 2);
  places.clear();
  CHECK(places.at({15, 15}) == nullptr);
}

TEST_CASE("a name used twice means its latest place") {
  Places places;
  places.add({0, 0, 1, 1}, "rank 3");
  places.add({5, 5, 1, 1}, "rank 3");
  REQUIRE(places.find("rank 3") != nullptr);
  CHECK(places.find("rank 3")->box == Box{5, 5, 1, 1});
  CHECK(places.find("rank") == nullptr);
}

TEST_CASE("painters keep the visible part of a place") {
  LogPainter painter(test::fonts());
  test::draw_sample(painter);
  REQUIRE(painter.places().find("rank 0") != nullptr);
  CHECK(painter.places().find("rank 0")->box == Box{10, 10, 60, 30});
  REQUIRE(painter.places().find("partly clipped") != nullptr);
  CHECK(painter.places().find("partly clipped")->box == Box{60, 70, 30, 20});
  CHECK(painter.places().find("clipped away") == nullptr);
}
