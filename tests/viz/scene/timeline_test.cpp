// The timeline: the busy sums against the events, the folding, and that its text can be read.
#include <chrono>
#include <random>

#include "core/schedule/build.hpp"
#include "tests/catch.hpp"
#include "tests/viz/scene/scene_tests.hpp"
#include "tests/viz/scene/training_trace.hpp"
#include "viz/playback/schedule_trace.hpp"
#include "viz/scene/timeline_bars.hpp"
#include "viz/scene/timeline_scene.hpp"

namespace zerolab::test {

namespace {

constexpr int worlds[]{1, 2, 4, 8, 16, 64};

std::vector<TimelineTrack::Item> random_items(std::mt19937& random, int count, std::int64_t last) {
  std::uniform_int_distribution<std::int64_t> time(0, last);
  std::vector<TimelineTrack::Item> items;
  for (int i = 0; i < count; ++i) {
    const std::int64_t begin = time(random);
    const std::int64_t end = begin + time(random) / 8;
    items.push_back({begin, end, static_cast<std::uint32_t>(i), i % 5});
  }
  return items;
}

std::int64_t busy_by_definition(const std::vector<TimelineTrack::Item>& items, std::int64_t from,
                                std::int64_t to) {
  std::int64_t sum = 0;
  for (const auto& item : items) {
    sum += std::max<std::int64_t>(0, std::min(item.end, to) - std::max(item.begin, from));
  }
  return sum;
}

std::vector<std::string> timeline_faults(Moment& moment, double time, const Screen& screen) {
  TextRecorder painter(scene_fonts());
  draw_timeline(painter, screen.scene(), moment.at(time, screen.unit()));
  return painter.faults(screen.scene());
}

}  // namespace

TEST_CASE("busy is the sum of the items' parts in any stretch of time") {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    const auto items = random_items(random, round, 1000);
    const TimelineTrack track(items);
    TimelineTrack::Sweep sweep(track);
    for (std::int64_t from = -10; from < 1100; from += 37) {
      CHECK(sweep.busy(from, from + 37) == busy_by_definition(items, from, from + 37));
      CHECK(track.busy(from, from + 250) == busy_by_definition(items, from, from + 250));
    }
  }
}

TEST_CASE("busy is exact where the sums of times overflow") {
  const std::int64_t far = std::int64_t{1} << 49;
  std::vector<TimelineTrack::Item> items;
  for (std::int64_t i = 0; i < 100'000; ++i)
    items.push_back({far - 10 * i, far - 10 * i + 4, 0, 0});
  const TimelineTrack track(items);
  CHECK(track.busy(0, 2 * far) == 400'000);
  CHECK(track.busy(far - 95, far + 2) == 9 * 4 + 2);
}

TEST_CASE("no item of a window is missed and a chunk's items are its own") {
  std::mt19937 random(11);
  const auto items = random_items(random, 300, 2000);
  const TimelineTrack track(items);
  for (std::int64_t time = 0; time < 2300; time += 11) {
    const std::size_t first = track.first_ending_after(time);
    for (std::size_t i = 0; i < first; ++i) CHECK(track[i].end <= time);
    const std::size_t begins = track.first_beginning_from(time, 0);
    CHECK((begins == 0 || track[begins - 1].begin < time));
    CHECK((begins == track.size() || track[begins].begin >= time));
  }
  std::size_t found = 0;
  for (int chunk = 0; chunk < 6; ++chunk) {
    for (const auto& one : track.of_chunk(chunk)) {
      CHECK(track[one.position].chunk == chunk);
      CHECK(track[one.position].begin == one.begin);
    }
    found += track.of_chunk(chunk).size();
  }
  CHECK(found == items.size());
}

TEST_CASE("a summary of a track adds up to the track between any two marks") {
  std::mt19937 random(3);
  const auto items = random_items(random, 3000, 1'000'000);
  const TimelineTrack track(items);
  const TimelineSummary summary(track);
  REQUIRE(summary.resolves(1e6));
  for (std::int64_t from = 0; from < 1'000'000; from += 40'000) {
    const std::size_t a = summary.nearest_mark(from);
    const std::size_t b = summary.nearest_mark(from + 100'000);
    const std::int64_t begin = track[0].begin + summary.span(0, a);
    const std::int64_t end = track[0].begin + summary.span(0, b);
    CHECK(std::abs(begin - from) <= summary.span(0, 1));
    CHECK(summary.busy(a, b) == track.busy(begin, end));
    std::int64_t longest = 0;
    for (const auto& item : items) {
      if (item.begin >= begin && item.begin < end)
        longest = std::max(longest, item.end - item.begin);
    }
    CHECK(summary.longest(a, b) == longest);
  }
  CHECK(!TimelineSummary(TimelineTrack(random_items(random, 100, 1000))).resolves(1e9));
}

TEST_CASE("a lane's busy time is the sum of its events") {
  const Playback playback(training_trace(3, 4, 2));
  const Story& story = playback.story();
  const TimelineIndex index(story);
  for (int rank = 0; rank < 4; ++rank) {
    std::array<std::int64_t, 3> sums{};
    for (const Event& event : story.events()) {
      if (event.rank != rank) continue;
      if (event.kind == EventKind::operation) sums[0] += event.end - event.begin;
      if (event.kind == EventKind::send) sums[1] += event.end - event.begin;
      if (event.kind == EventKind::receive) sums[2] += event.end - event.begin;
    }
    for (const TimelineLane lane : all_timeline_lanes) {
      const TimelineTrack& track = index.track(TimeAxis::measured, rank, lane);
      CHECK(track.busy(0, story.duration_ns()) == sums[static_cast<std::size_t>(lane)]);
      CHECK(sums[static_cast<std::size_t>(lane)] > 0);
    }
  }
}

TEST_CASE("on the logical axis every transfer is found again and none overlap on a lane") {
  for (const char* algorithm : {"ring", "halving-doubling", "direct"}) {
    const Playback playback(trace_of(build_schedule(Collective::all_reduce, algorithm, 8), 100));
    const Story& story = playback.story();
    const TimelineIndex index(story);
    std::size_t sends = 0;
    for (int rank = 0; rank < 8; ++rank) {
      for (const TimelineLane lane : {TimelineLane::send, TimelineLane::receive}) {
        const TimelineTrack& track = index.track(TimeAxis::logical, rank, lane);
        for (std::size_t i = 0; i < track.size(); ++i) {
          const TimelineItem item = index.item(TimeAxis::logical, rank, lane, track[i].id);
          const ChunkMove& move = story.moves()[track[i].id];
          const Beat& beat = story.beats()[static_cast<std::size_t>(track[i].begin / logical_beat)];
          CHECK((lane == TimelineLane::send ? move.source : move.destination) == rank);
          CHECK(item.step == beat.step);
          CHECK(item.elements == move.elements);
          CHECK((i == 0 || track[i - 1].end <= track[i].begin));
        }
        if (lane == TimelineLane::send) sends += track.size();
      }
    }
    CHECK(sends == story.moves().size());
  }
}

TEST_CASE("a folded lane is never wider than its items and keeps its wide bars") {
  // Nine items of one nanosecond, then one that fills the rest, from within the same pixels.
  Trace trace = trace_of(build_schedule(Collective::all_gather, 2), 2);
  trace.events.clear();
  for (std::int64_t i = 0; i < 9; ++i) {
    Event event;
    event.plan_op = 0;
    event.posted = event.begin = 2 * i;
    event.end = 2 * i + 1;
    trace.events.push_back(event);
  }
  Event rest;
  rest.plan_op = 1;
  rest.posted = rest.begin = 19;
  rest.end = 100'000;
  trace.events.push_back(rest);
  trace.header.collectives.clear();
  Moment moment(std::move(trace));
  moment.view.axis = TimeAxis::measured;
  LogPainter painter(scene_fonts());
  draw_timeline(painter, screens[0].scene(), moment.at(0, 1));
  CHECK(painter.places().find("event 9") != nullptr);
  CHECK(painter.places().find("event 3") == nullptr);
}

TEST_CASE("all that can be pointed at on a timeline has a name") {
  Moment moment(trace_of(build_schedule(Collective::reduce_scatter, 4), 40));
  LogPainter painter(scene_fonts());
  draw_timeline(painter, screens[0].scene(), moment.at(1.5, 1));
  for (const char* name :
       {"timeline", "cursor", "rank 3", "lane 2 send", "lane 0 receive", "send 0", "receive 11"}) {
    INFO(name);
    CHECK(painter.places().find(name) != nullptr);
  }
  CHECK(painter.places().find("lane 2 compute") == nullptr);
}

TEST_CASE("the details of a bar lie beside the mouse and inside the picture") {
  Moment moment(trace_of(build_schedule(Collective::reduce_scatter, 4), 40));
  const Box box = screens[1].scene();
  SceneInput input = moment.at(1.5, screens[1].unit());
  LogPainter first(scene_fonts());
  draw_timeline(first, box, input);
  for (const char* name : {"send 0", "send 3", "receive 8", "receive 11"}) {
    input.mouse = first.places().find(name)->box.centre();
    TextRecorder painter(scene_fonts());
    draw_timeline(painter, box, input);
    CHECK(painter.faults(box, Covering::is_meant) == std::vector<std::string>{});
    const Place* details = painter.places().find("details");
    REQUIRE(details != nullptr);
    CHECK(!details->box.contains(*input.mouse));
    const auto said = [&](std::string_view words) {
      return std::ranges::any_of(painter.written(), [&](const auto& one) {
        return one.text.find(words) != std::string::npos;
      });
    };
    CHECK(said(name[0] == 's' ? "sends chunk" : "adds chunk"));
    CHECK(said("elements"));
    CHECK(said("1.000 µs"));
  }
}

TEST_CASE("the text of every timeline can be read") {
  for (const int n : worlds) {
    for (const int stage : {0, 3}) {
      Moment moment(training_trace(stage, n, 2, 2));
      for (const TimeAxis axis : {TimeAxis::logical, TimeAxis::measured}) {
        moment.view.axis = axis;
        for (const Screen& screen : screens) {
          for (const double share : {0.0, 0.37, 1.0}) {
            INFO("N = " << n << ", stage " << stage << ", height " << screen.height);
            CHECK(timeline_faults(moment, share * moment.end(), screen) ==
                  std::vector<std::string>{});
          }
        }
      }
    }
  }
}

TEST_CASE("the text of schedules' timelines can be read") {
  for (const int n : worlds) {
    for (const char* algorithm : {"ring", "direct"}) {
      Moment moment(trace_of(build_schedule(Collective::all_reduce, algorithm, n), 1000));
      moment.view.pinned_rank = n - 1;
      moment.view.pinned_chunk = n / 2;
      for (const Screen& screen : screens) {
        INFO("N = " << n << ", " << algorithm << ", height " << screen.height);
        CHECK(timeline_faults(moment, 0.4 * moment.end(), screen) == std::vector<std::string>{});
      }
    }
  }
}

TEST_CASE("the timeline is drawn as before") {
  Moment moment(training_trace(3, 2));
  LogPainter painter(scene_fonts());
  draw_timeline(painter, {0, 0, 1200, 500}, moment.at(5.5, 1));
  CHECK(golden_difference("timeline", painter.lines()) == "");
}

}  // namespace zerolab::test
