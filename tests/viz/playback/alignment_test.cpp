// Two runs on one clock: steps that belong together go in step, in whatever order and number.
#include "viz/playback/alignment.hpp"

#include <random>

#include "core/base/error.hpp"
#include "tests/catch.hpp"
#include "tests/viz/wrong_rings.hpp"

using namespace zerolab;
using namespace zerolab::test;

namespace {

using Pairs = std::vector<BeatPair>;

// A ring of n ranks with those steps only.
Story story_with_steps(int n, const std::vector<int>& steps) {
  Schedule schedule = right_ring(n);
  std::erase_if(schedule.transfers, [&](const Transfer& one) {
    return std::ranges::find(steps, one.step) == steps.end();
  });
  return Story(trace_of_ring(schedule));
}

}  // namespace

TEST_CASE("runs alike pair beat by beat") {
  const Story run(ring_of(4));
  const Alignment alignment(run, run);
  CHECK(alignment.pairs() == Pairs{{0, 0}, {1, 1}, {2, 2}});
  for (const double time : {0.0, 0.5, 1.0, 2.75, 3.0}) {
    for (const Side side : both_sides) {
      CHECK(alignment.time_of(side, time) == time);
      CHECK_FALSE(alignment.has_ended(side, time));
    }
  }
}

TEST_CASE("a run that lacks a step waits while the other one goes on") {
  const Alignment alignment(story_with_steps(5, {0, 2, 3}), story_with_steps(5, {0, 1, 3}));
  CHECK(alignment.pairs() == Pairs{{0, 0}, {std::nullopt, 1}, {1, std::nullopt}, {2, 2}});
  CHECK(alignment.time_of(Side::left, 1.5) == 1);
  CHECK(alignment.time_of(Side::right, 1.5) == 1.5);
  CHECK(alignment.time_of(Side::left, 2.5) == 1.5);
  CHECK(alignment.time_of(Side::right, 2.5) == 2);
  CHECK(alignment.time_of(Side::left, 4) == 3);
  CHECK(alignment.common_of(Side::left, 1) == 2);
  CHECK(alignment.common_of(Side::right, 1) == 1);
  CHECK(alignment.common_of(Side::right, 3) == 4);
}

TEST_CASE("a run that has ended stays at its end") {
  const Alignment alignment(Story(ring_cut_short(4)), Story(ring_of(4)));
  CHECK(alignment.pairs().size() == 3);
  CHECK_FALSE(alignment.has_ended(Side::left, 2));
  CHECK(alignment.has_ended(Side::left, 2.01));
  CHECK(alignment.has_ended(Side::left, 3));
  CHECK_FALSE(alignment.has_ended(Side::right, 3));
  CHECK(alignment.time_of(Side::left, 3) == 2);
}

TEST_CASE("an empty run stands beside a full one") {
  const Alignment alignment(story_with_steps(4, {}), Story(ring_of(4)));
  CHECK(alignment.pairs() == Pairs{{0, 0}, {std::nullopt, 1}, {std::nullopt, 2}});
  CHECK(alignment.has_ended(Side::left, 2));
}

TEST_CASE("worlds of different size are refused with both numbers") {
  const Story four(ring_of(4));
  const Story three(ring_of(3));
  CHECK_THROWS_WITH(Alignment(four, three), ContainsSubstring("4 ranks") && ContainsSubstring("3"));
}

TEST_CASE("each run's own time runs through all its beats in order") {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    std::vector<std::vector<int>> steps(2);
    for (auto& chosen : steps) {
      for (int step = 0; step < 7; ++step) {
        if (random() % 3 != 0) chosen.push_back(step);
      }
    }
    const Story left = story_with_steps(8, steps[0]);
    const Story right = story_with_steps(8, steps[1]);
    const Alignment alignment(left, right);
    for (const Side side : both_sides) {
      const Story& run = side == Side::left ? left : right;
      double before = 0;
      for (double time = 0; time <= static_cast<double>(alignment.pairs().size()); time += 0.25) {
        const double now = alignment.time_of(side, time);
        CHECK(now >= before);
        CHECK(now <= before + 0.25);
        before = now;
      }
      CHECK(before == static_cast<double>(run.beats().size()));
      for (std::size_t beat = 0; beat <= run.beats().size(); ++beat) {
        CHECK(alignment.time_of(side, alignment.common_of(side, beat)) ==
              static_cast<double>(beat));
      }
    }
    // Every step that both have goes in step.
    const auto together = std::ranges::count_if(
        alignment.pairs(), [](const BeatPair& pair) { return pair.left && pair.right; });
    const auto shared = std::ranges::count_if(
        steps[0], [&](int step) { return std::ranges::find(steps[1], step) != steps[1].end(); });
    if (!steps[0].empty() && !steps[1].empty()) CHECK(together == shared);
    for (const BeatPair& pair : alignment.pairs()) {
      CHECK((pair.left || pair.right));
      if (pair.left && pair.right) {
        const int step = left.beats()[*pair.left].step;
        CHECK((step < 0 || step == right.beats()[*pair.right].step));
      }
    }
  }
}
