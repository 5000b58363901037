// The start page: what is chosen is what opens.
#include "viz/app/start_page.hpp"

#include "tests/catch.hpp"
#include "viz/paint/log_painter.hpp"

using namespace zerolab;
using zerolab::test::ContainsSubstring;

namespace {

std::string look_at(StartPage& page) {
  static const Fonts fonts;
  LogPainter painter(fonts);
  page.draw(painter, {0, 0, 1280, 720});
  page.set_places(painter.places());
  return painter.lines();
}

}  // namespace

TEST_CASE("enter opens the schedule that the rows say") {
  StartPage page({});
  page.press({Key::up});     // elements
  page.press({Key::up});     // ranks
  page.press({Key::right});  // 5
  page.press({Key::up});     // algorithm
  page.press({Key::right});
  const std::string algorithm = page.chosen_schedule().algorithm;
  CHECK(algorithm == "bidirectional-ring");
  page.press({Key::up});  // collective
  page.press({Key::left});
  CHECK(page.chosen_schedule().collective == "all-gather");
  CHECK(page.chosen_schedule().algorithm == "ring");
  CHECK_THAT(look_at(page), ContainsSubstring("all-gather"));
  CHECK_FALSE(page.has_choice());
  page.press({Key::enter});
  CHECK(page.has_choice());
  CHECK(page.chosen_schedule().ranks == 5);
}

TEST_CASE("recent traces open by key and by click") {
  StartPage page({"/tmp/a.json", "/tmp/b.json"});
  page.press({Key::down});
  page.press({Key::down});
  page.press({Key::enter});
  CHECK(page.chosen_file() == "/tmp/b.json");
  page.reject("cannot read /tmp/b.json: gone");
  CHECK_FALSE(page.has_choice());
  CHECK_THAT(look_at(page), ContainsSubstring("gone"));
  StartPage other({"/tmp/a.json"});
  look_at(other);
  static const Fonts fonts;
  LogPainter painter(fonts);
  other.draw(painter, {0, 0, 1280, 720});
  other.press_mouse(painter.places().find("row 5")->box.centre());
  CHECK(other.has_choice());
  CHECK(other.chosen_file() == "/tmp/a.json");
}

TEST_CASE("the signs beside a value change it") {
  StartPage page({});
  static const Fonts fonts;
  LogPainter painter(fonts);
  page.draw(painter, {0, 0, 1280, 720});
  page.set_places(painter.places());
  page.press_mouse(painter.places().find("more 2")->box.centre());
  CHECK(page.chosen_schedule().ranks == 5);
  page.press_mouse(painter.places().find("less 2")->box.centre());
  page.press_mouse(painter.places().find("less 2")->box.centre());
  CHECK(page.chosen_schedule().ranks == 3);
  CHECK_FALSE(page.has_choice());
}
