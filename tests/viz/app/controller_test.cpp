// Every control, without a window: keys and clicks on named places.
#include "viz/app/controller.hpp"

#include "core/base/error.hpp"
#include "tests/catch.hpp"
#include "tests/viz/app/made_traces.hpp"
#include "viz/paint/log_painter.hpp"
#include "viz/scene/help.hpp"

using namespace zerolab;
using zerolab::test::ContainsSubstring;
using zerolab::test::ring_trace;

namespace {

const Fonts& test_fonts() {
  static const Fonts fonts;
  return fonts;
}

// A controller with a screen that can be clicked by the names of places.
class Desk {
 public:
  explicit Desk(Trace trace = ring_trace(Collective::all_reduce, 4, 4000), const ViewAt& at = {})
      : controller(std::move(trace), at) {
    look();
  }

  Places look() {
    LogPainter painter(test_fonts());
    controller.draw(painter, {0, 0, 1920, 1080});
    controller.set_places(painter.places());
    calls = painter.lines();
    return painter.places();
  }
  Desk& press(Key key, bool shift = false, bool control = false) {
    controller.press({key, shift, control});
    return *this;
  }
  Desk& settle() {
    for (int i = 0; i < 1000 && controller.moving(); ++i) controller.advance(0.05);
    return *this;
  }
  Desk& click(std::string_view name) {
    const Places places = look();
    const Place* place = places.find(name);
    REQUIRE(place != nullptr);
    controller.press_mouse(place->box.centre());
    controller.release_mouse();
    return *this;
  }
  double time() const { return controller.where().time; }
  View view() const { return controller.where().view; }

  Controller controller;
  std::string calls;
};

}  // namespace

TEST_CASE("a controller starts paused at the beginning") {
  Desk desk;
  CHECK(desk.time() == 0);
  CHECK_FALSE(desk.controller.moving());
  desk.controller.advance(10);
  CHECK(desk.time() == 0);
}

TEST_CASE("the right arrow glides on by one step and stops there") {
  Desk desk;
  desk.press(Key::right);
  desk.controller.advance(Controller::beat_seconds / 2);
  CHECK(desk.time() > 0.4);
  CHECK(desk.time() < 0.6);
  desk.settle();
  CHECK(desk.time() == 1);
  desk.press(Key::left).settle();
  CHECK(desk.time() == 0);
}

TEST_CASE("arrows held down lose no step") {
  Desk desk;
  for (int i = 0; i < 5; ++i) desk.press(Key::right);
  desk.settle();
  CHECK(desk.time() == 5);
  desk.press(Key::right).press(Key::left).settle();
  CHECK(desk.time() == 5);
}

TEST_CASE("space plays to the end and then begins again") {
  Desk desk;
  desk.press(Key::space);
  CHECK(desk.controller.playing());
  desk.settle();
  CHECK(desk.time() == 6);
  CHECK_FALSE(desk.controller.playing());
  desk.press(Key::space);
  CHECK(desk.time() == 0);
  desk.controller.advance(Controller::beat_seconds);
  desk.press(Key::space);
  CHECK_FALSE(desk.controller.moving());
  CHECK(desk.time() > 0.9);
}

TEST_CASE("home and end and the collective keys jump") {
  Desk desk;
  CHECK(desk.press(Key::end).time() == 6);
  CHECK(desk.press(Key::home).time() == 0);
  CHECK(desk.press(Key::right, true).time() == 6);
  CHECK(desk.press(Key::left, true).time() == 0);
  CHECK(desk.press(Key::right, false, true).time() == 6);
  CHECK(desk.press(Key::left, false, true).time() == 0);
}

TEST_CASE("plus and minus change the speed") {
  Desk desk;
  CHECK(desk.press(Key::plus).controller.speed() == 2);
  CHECK(desk.press(Key::minus).press(Key::minus).controller.speed() == 0.5);
  for (int i = 0; i < 20; ++i) desk.press(Key::minus);
  CHECK(desk.controller.speed() == 0.125);
  desk.press(Key::space);
  desk.controller.advance(Controller::beat_seconds);
  CHECK(std::abs(desk.time() - 0.125) < 1e-9);
}

TEST_CASE("digits choose scenes and m changes ring and matrix") {
  Desk desk;
  const Key keys[]{Key::one, Key::two, Key::three, Key::four, Key::five, Key::six};
  for (std::size_t i = 0; i < 6; ++i) CHECK(desk.press(keys[i]).view().scene == all_scenes[i]);
  CHECK(desk.press(Key::m).view().scene == SceneName::ring);
  CHECK(desk.press(Key::m).view().scene == SceneName::matrix);
}

TEST_CASE("switches go on and off") {
  Desk desk;
  CHECK(desk.press(Key::v).view().values);
  CHECK_FALSE(desk.press(Key::v).view().values);
  CHECK(desk.press(Key::b).view().both_directions);
  CHECK(desk.press(Key::l).view().axis == TimeAxis::measured);
  CHECK(desk.press(Key::t).view().theme == ThemeName::light);
  CHECK(desk.press(Key::p).view().presenter);
  CHECK(desk.press(Key::question).view().help);
  desk.look();
  CHECK_THAT(desk.calls, ContainsSubstring("\"Keys\""));
  CHECK_FALSE(desk.press(Key::escape).view().help);
}

TEST_CASE("r and c pin one after the other and escape lets go") {
  Desk desk;
  CHECK(desk.press(Key::r).view().pinned_rank == 0);
  CHECK(desk.press(Key::r).view().pinned_rank == 1);
  CHECK(desk.press(Key::r, true).view().pinned_rank == 0);
  CHECK(desk.press(Key::r, true).view().pinned_rank == std::nullopt);
  CHECK(desk.press(Key::r, true).view().pinned_rank == 3);
  CHECK(desk.press(Key::c).view().pinned_chunk == 0);
  desk.press(Key::escape);
  CHECK(desk.view() == View{});
}

TEST_CASE("the interface grows and shrinks with control plus and minus") {
  Desk desk;
  CHECK(desk.press(Key::plus, false, true).controller.zoom() > 1);
  CHECK(desk.press(Key::zero, false, true).controller.zoom() == 1);
  CHECK(desk.press(Key::minus, false, true).controller.zoom() < 1);
}

TEST_CASE("the state is copied as text that leads back to it") {
  Desk desk;
  desk.press(Key::right).settle();
  desk.press(Key::r).press(Key::t).press(Key::three).press(Key::s);
  const auto copied = desk.controller.take_copied();
  REQUIRE(copied);
  CHECK(desk.controller.take_copied() == std::nullopt);
  CHECK(parse_view(*copied) == desk.controller.where());
}

TEST_CASE("w asks for a file and q for the end") {
  Desk desk;
  CHECK(desk.press(Key::w).controller.take_shot_request());
  CHECK_FALSE(desk.controller.take_shot_request());
  CHECK(desk.press(Key::q).controller.wants_to_quit());
}

TEST_CASE("every button and every scene can be clicked") {
  Desk desk;
  CHECK(desk.click("button next").settle().time() == 1);
  CHECK(desk.click("button back").settle().time() == 0);
  CHECK(desk.click("button last").time() == 6);
  CHECK(desk.click("button first").time() == 0);
  CHECK(desk.click("button play").controller.playing());
  desk.click("button play");
  CHECK(desk.click("speed").controller.speed() == 2);
  for (const SceneName scene : all_scenes) {
    CHECK(desk.click("scene " + std::string(to_string(scene))).view().scene == scene);
  }
}

TEST_CASE("clicks pin ranks and chunks and let go of them") {
  Desk desk;
  CHECK(desk.click("row 2").view().pinned_rank == 2);
  CHECK(desk.click("row 2").view().pinned_rank == std::nullopt);
  CHECK(desk.click("rank 1 chunk 3").view().pinned_chunk == 3);
  CHECK(desk.click("rank 0 chunk 3").view().pinned_chunk == std::nullopt);
  CHECK(desk.click("step 2").time() == 3);
}

TEST_CASE("what lies under the mouse is explained") {
  Desk desk(ring_trace(Collective::reduce_scatter, 4, 40));
  desk.press(Key::right).settle();
  const Places places = desk.look();
  desk.controller.move_mouse(places.find("rank 0 chunk 2")->box.centre());
  desk.look();
  CHECK_THAT(desk.calls, ContainsSubstring("rank 0, chunk 2: elements 20 to 29; holds ranks 0, 3"));
  desk.controller.move_mouse(places.find("button next")->box.centre());
  desk.look();
  CHECK_THAT(desk.calls, ContainsSubstring("one step on (→)"));
  desk.controller.move_mouse(std::nullopt);
  desk.look();
  CHECK(desk.calls.find("one step on") == std::string::npos);
}

TEST_CASE("dragging along the time bar scrubs") {
  Desk desk;
  const Places places = desk.look();
  const Box track = places.find("time track")->box;
  desk.controller.press_mouse({track.x + track.width / 2, track.centre().y});
  CHECK(std::abs(desk.time() - 3) < 0.02);
  desk.controller.move_mouse(Point{track.x + track.width / 3, 0});
  CHECK(std::abs(desk.time() - 2) < 0.02);
  desk.controller.move_mouse(Point{track.x - 50, 0});
  CHECK(desk.time() == 0);
  desk.controller.release_mouse();
  desk.controller.move_mouse(Point{track.right(), track.centre().y});
  CHECK(desk.time() == 0);
}

TEST_CASE("the wheel steps and in the timeline zooms about the mouse") {
  Desk desk;
  desk.controller.scroll({100, 100}, -1);
  CHECK(desk.settle().time() == 1);
  desk.press(Key::four).look();
  const Box lanes = desk.look().find("timeline")->box;
  desk.controller.scroll({lanes.x + lanes.width / 2, lanes.centre().y}, 4);
  REQUIRE(desk.view().timeline_window);
  const auto window = *desk.view().timeline_window;
  const auto middle = static_cast<double>(window[0] + window[1]) / 2;
  CHECK(std::abs(middle - static_cast<double>(desk.controller.story().duration_ns()) / 2) < 2);
  desk.controller.scroll({lanes.x, lanes.centre().y}, -40);
  CHECK(desk.view().timeline_window == std::nullopt);
}

TEST_CASE("what a trace does not have cannot be shown") {
  CHECK_THROWS_WITH(Desk(ring_trace(Collective::all_reduce, 4, 40), parse_view("pin-rank=4")),
                    ContainsSubstring("the ranks are 0 to 3"));
  CHECK_THROWS_WITH(Desk(ring_trace(Collective::all_reduce, 4, 40), parse_view("time=7")),
                    ContainsSubstring("the last moment is 6"));
}

TEST_CASE("the page of keys names every key there is") {
  std::string page;
  for (const KeyHelp& help : key_help) page += std::string(help.keys) + "\n";
  for (const char* key :
       {"Space", "← →", "Shift", "Home End", "+ −", "1 … 6", "M", "V", "B", "L",
        "T",     "P",   "R",     "C",        "Esc", "Ctrl",  "S", "W", "?", "Q"}) {
    CHECK_THAT(page, ContainsSubstring(key));
  }
}
