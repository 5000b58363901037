// The state as a line of text.
#include "viz/scene/view.hpp"

#include "core/base/error.hpp"
#include "tests/catch.hpp"

using namespace zerolab;
using zerolab::test::ContainsSubstring;

TEST_CASE("every view reads back from its text") {
  ViewAt at;
  CHECK(parse_view(to_text(at)) == at);
  at.time = 3.25;
  at.view.scene = SceneName::timeline;
  at.view.theme = ThemeName::light;
  at.view.axis = TimeAxis::measured;
  at.view.values = at.view.both_directions = at.view.presenter = at.view.help = true;
  at.view.pinned_rank = 2;
  at.view.pinned_chunk = 0;
  at.view.timeline_window = {100, 2000};
  CHECK(parse_view(to_text(at)) == at);
  CHECK(parse_view("") == ViewAt{});
  at = {};
  at.time = 1.0 / 3;
  CHECK(parse_view(to_text(at)) == at);
}

TEST_CASE("words that mean nothing are quoted") {
  for (const char* words :
       {"scene=circle", "time=soon", "time=-1", "time=nan", "theme=blue", "pin-rank=-2", "pin-rank",
        "window=5", "window=9..3", "bright", "values=1", "axis="}) {
    INFO(words);
    CHECK_THROWS_AS(parse_view(words), Error);
  }
  CHECK_THROWS_WITH(parse_view("bright"), ContainsSubstring("unknown word 'bright'"));
  CHECK_THROWS_WITH(parse_view("scene=circle"), ContainsSubstring("ring, matrix, counters"));
}
