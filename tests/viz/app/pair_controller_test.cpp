// Two runs under one set of keys: both go in step, and clicks in either pane mean both.
#include "core/base/error.hpp"
#include "tests/catch.hpp"
#include "tests/viz/wrong_rings.hpp"
#include "viz/app/export.hpp"
#include "viz/paint/log_painter.hpp"

using namespace zerolab;
using namespace zerolab::test;

namespace {

const Fonts& pair_fonts() {
  static const Fonts fonts;
  return fonts;
}

// Two runs on a screen that can be clicked by the names of places.
class PairDesk {
 public:
  explicit PairDesk(Trace left = ring_with_stale_chunk(4), Trace right = ring_of(4),
                    const ViewAt& at = {})
      : controller(std::move(left), at,
                   RunBeside{std::move(right), {"your run", "the right run"}}) {
    look();
  }

  Places look() {
    LogPainter painter(pair_fonts());
    controller.draw(painter, {0, 0, 1920, 1080});
    controller.set_places(painter.places());
    calls = painter.lines();
    return painter.places();
  }
  PairDesk& press(Key key, bool shift = false, bool control = false) {
    controller.press({key, shift, control});
    for (int i = 0; i < 1000 && controller.moving(); ++i) controller.advance(0.05);
    return *this;
  }
  PairDesk& click(std::string_view name) {
    const Places places = look();
    const Place* place = places.find(name);
    REQUIRE(place != nullptr);
    controller.press_mouse(place->box.centre());
    controller.release_mouse();
    for (int i = 0; i < 1000 && controller.moving(); ++i) controller.advance(0.05);
    return *this;
  }
  double time() const { return controller.where().time; }
  View view() const { return controller.where().view; }

  Controller controller;
  std::string calls;
};

}  // namespace

TEST_CASE("one key takes both runs to the next step") {
  PairDesk desk;
  CHECK(desk.controller.beat_count() == 3);
  desk.press(Key::right).press(Key::right).look();
  CHECK(desk.time() == 2);
  CHECK_THAT(desk.calls, ContainsSubstring("Rank 3 sends chunk 2, the right run chunk 1."));
  CHECK_THAT(desk.calls, ContainsSubstring("\"Your run\""));
  CHECK_THAT(desk.calls, ContainsSubstring("\"The right run\""));
  desk.press(Key::left).look();
  CHECK_THAT(desk.calls, ContainsSubstring("Both runs do the same in this step."));
  CHECK(desk.press(Key::end).time() == 3);
  CHECK(desk.press(Key::home).time() == 0);
}

TEST_CASE("the other run goes on where one has ended") {
  for (const bool shorter_at_left : {true, false}) {
    PairDesk desk(shorter_at_left ? ring_cut_short(4) : ring_of(4),
                  shorter_at_left ? ring_of(4) : ring_cut_short(4));
    CHECK(desk.controller.beat_count() == 3);
    desk.press(Key::end).look();
    CHECK(desk.time() == 3);
    CHECK_THAT(desk.calls, ContainsSubstring("ended: 4 messages fewer"));
    desk.press(Key::left).look();
    CHECK(desk.calls.find("ended:") == std::string::npos);
    // Playing goes to the end of the longer one.
    CHECK(desk.press(Key::space).time() == 3);
  }
}

TEST_CASE("a run without a step waits for it") {
  PairDesk desk(ring_with_gap(5, 1), ring_of(5), parse_view("time=2"));
  CHECK(desk.controller.beat_count() == 4);
  CHECK_THAT(desk.calls, ContainsSubstring("Nothing happens here in this step."));
  CHECK_THAT(desk.calls, ContainsSubstring("∅ 5 missing here"));
  // The third step in its score is the second of the left run's.
  CHECK(desk.click("left:step 1").time() == 3);
  CHECK(desk.click("right:step 1").time() == 2);
}

TEST_CASE("what is chosen in one pane is chosen in both") {
  PairDesk desk;
  CHECK(desk.click("right:rank 2").view().pinned_rank == 2);
  CHECK(desk.click("left:rank 2").view().pinned_rank == std::nullopt);
  CHECK(desk.click("left:rank 1 chunk 3").view().pinned_chunk == 3);
  CHECK(desk.click("right:rank 0 chunk 3").view().pinned_chunk == std::nullopt);
  CHECK(desk.click("right:step 2").time() == 3);
  CHECK(desk.click("button back").time() == 2);
  CHECK(desk.click("scene matrix").view().scene == SceneName::matrix);
  CHECK(desk.press(Key::c).view().pinned_chunk == 0);
}

TEST_CASE("every scene and switch is drawn for two runs") {
  PairDesk desk;
  for (const Key key : {Key::one, Key::two, Key::three, Key::four, Key::five, Key::six, Key::m,
                        Key::v, Key::b, Key::l, Key::t, Key::p, Key::question}) {
    desk.press(key).look();
    CHECK(desk.calls.size() > 1000);
  }
}

TEST_CASE("the words under the mouse are those of the pane it is in") {
  PairDesk desk;
  desk.press(Key::end);
  const Places places = desk.look();
  for (const char* pane : {"left:", "right:"}) {
    desk.controller.move_mouse(places.find(std::string(pane) + "rank 1 chunk 1")->box.centre());
    desk.look();
    CHECK_THAT(desk.calls, ContainsSubstring("rank 1, chunk 1: elements 1,000 to 1,999; holds "));
    const bool right = pane[0] == 'r';
    CHECK((desk.calls.find("1,999; holds all 4 ranks\"") != std::string::npos) == right);
  }
  desk.controller.move_mouse(places.find("button next")->box.centre());
  desk.look();
  CHECK_THAT(desk.calls, ContainsSubstring("one step on (→)"));
}

TEST_CASE("the wheel over either timeline zooms both") {
  for (const char* pane : {"left:timeline", "right:timeline"}) {
    PairDesk desk(ring_cut_short(4), ring_of(4));
    const Places places = desk.press(Key::four).look();
    const Box lanes = places.find(pane)->box;
    desk.controller.scroll({lanes.centre().x, lanes.centre().y}, 4);
    REQUIRE(desk.view().timeline_window);
    const auto window = *desk.view().timeline_window;
    CHECK(std::abs(window[0] + window[1] - 3000) < 4);
    desk.look();
  }
}

TEST_CASE("a run beside it must have as many ranks") {
  CHECK_THROWS_WITH(PairDesk(ring_of(4), ring_of(3)),
                    ContainsSubstring("a run of 4 ranks cannot stand beside one of 3"));
  CHECK_THROWS_WITH(PairDesk(ring_cut_short(4), ring_of(4), parse_view("time=4")),
                    ContainsSubstring("the last moment is 3"));
}

TEST_CASE("two runs as text have both tables and all that differs") {
  PairDesk desk(ring_with_stale_chunk(4), ring_of(4), parse_view("time=2"));
  const std::string text = desk.controller.text();
  CHECK_THAT(text, ContainsSubstring("── Your run\n"));
  CHECK_THAT(text, ContainsSubstring("── The right run\n"));
  CHECK_THAT(text, ContainsSubstring("≠ Rank 3 sends chunk 2, the right run chunk 1.\n"));
  CHECK(text.find("── Your run") < text.find("── The right run"));
  PairDesk ended(ring_cut_short(4), ring_of(4), parse_view("time=3"));
  const std::string end = ended.controller.text();
  CHECK_THAT(end, ContainsSubstring("── Your run: ended: 4 messages fewer"));
  CHECK_THAT(end,
             ContainsSubstring("≠ Nothing gets from rank 0 to rank 1, in the right run chunk "));
}

TEST_CASE("the page of two runs has a frame before and within and after each common step") {
  PairDesk desk(ring_cut_short(4), ring_of(4));
  std::size_t frames = 0;
  html_page(desk.controller, pair_fonts(), "two runs", [&](std::size_t, std::size_t all) {
    ++frames;
    CHECK(all == 7);
  });
  CHECK(frames == 7);
}
