// Logical and measured time say the same where beats do not overlap, and never disagree on order.
#include <cmath>

#include "core/schedule/build.hpp"
#include "tests/catch.hpp"
#include "tests/viz/playback/executed.hpp"
#include "tests/viz/playback/random_story.hpp"
#include "viz/playback/playback.hpp"
#include "viz/playback/schedule_trace.hpp"

using namespace zerolab;

TEST_CASE("where beats follow one another logical and measured time are inverse") {
  const Playback playback(trace_of(build_schedule(Collective::all_reduce, "ring", 8), 100));
  const std::size_t beats = playback.story().beats().size();
  REQUIRE(beats == 14);
  for (std::size_t b = 0; b <= beats; ++b) {
    const auto border = static_cast<double>(b);
    CHECK(playback.measured_of(border) == 1000 * static_cast<std::int64_t>(b));
    CHECK(playback.logical_of(1000 * static_cast<std::int64_t>(b)) == border);
    if (b == beats) continue;
    CHECK(playback.measured_of(border + 0.25) == 1000 * static_cast<std::int64_t>(b) + 250);
    CHECK(playback.logical_of(1000 * static_cast<std::int64_t>(b) + 750) == border + 0.75);
  }
}

TEST_CASE("where beats follow one another both kinds of time show the same states") {
  Playback playback(trace_of(build_schedule(Collective::all_reduce, "ring", 5), 100));
  for (std::int64_t time = 0; time <= playback.story().duration_ns(); time += 125) {
    const PlaybackState measured = playback.at_measured(time);
    CHECK(measured == playback.at(static_cast<double>(time) / 1000));
  }
}

TEST_CASE("logical time never decreases in a run and comes back") {
  const test::ExecutedRun run = test::executed(Collective::all_reduce, "ring", 4, 0, 64, 16, 2);
  const Playback playback(run.trace);
  const std::int64_t end = playback.story().duration_ns();
  double before = 0;
  for (int i = 0; i <= 1000; ++i) {
    const std::int64_t time = end / 1000 * i + end % 1000 * i / 1000;
    const double logical = playback.logical_of(time);
    CHECK(logical >= before);
    before = logical;
    const std::int64_t back = playback.measured_of(logical);
    CHECK(back >= time);  // the latest with that logical time
    CHECK(playback.logical_of(back) <= logical);
  }
  CHECK(before == static_cast<double>(playback.story().beats().size()));
}

TEST_CASE("the beat of a measured state is its logical time") {
  Playback playback(test::RandomStory(3).make(12));
  for (std::int64_t time = 0; time <= playback.story().duration_ns(); time += 11) {
    const PlaybackState& state = playback.at_measured(time);
    CHECK(static_cast<double>(state.beat) + state.fraction == playback.logical_of(time));
  }
}
