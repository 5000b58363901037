// The memory scene: its history against playback, its marks, and that its text can be read.
#include "core/schedule/build.hpp"
#include "tests/catch.hpp"
#include "tests/viz/scene/scene_tests.hpp"
#include "tests/viz/scene/training_trace.hpp"
#include "viz/playback/schedule_trace.hpp"
#include "viz/scene/memory_history.hpp"

namespace zerolab::test {

namespace {

std::size_t times_said(const TextRecorder& painter, std::string_view words) {
  return static_cast<std::size_t>(std::ranges::count_if(
      painter.written(),
      [&](const TextRecorder::Written& one) { return one.text.find(words) != std::string::npos; }));
}

TextRecorder drawn_memory(Moment& moment, double time, const Screen& screen) {
  TextRecorder painter(scene_fonts());
  draw_memory(painter, screen.scene(), moment.at(time, screen.unit()));
  return painter;
}

}  // namespace

TEST_CASE("the memory's history is what playback says of each beat") {
  for (const int stage : {0, 3}) {
    Playback playback(training_trace(stage, 4, 2));
    const std::size_t beats = playback.story().beats().size();
    for (const int rank : {0, 3}) {
      const auto history = memory_history(playback.story(), rank, static_cast<int>(beats));
      for (std::size_t b = 0; b < beats; ++b) {
        const auto& state = playback.at(static_cast<double>(b) + 0.5);
        CHECK(history[b] == state.memory[static_cast<std::size_t>(rank)]);
      }
    }
  }
}

TEST_CASE("a narrow history keeps every peak") {
  const Playback playback(training_trace(3, 4, 4));
  const auto fine = memory_history(playback.story(), 1, 5000);
  std::int64_t most = 0;
  for (const auto& bytes : fine) most = std::max(most, total_bytes(bytes));
  for (const int columns : {1, 2, 7, 50, 333}) {
    const auto coarse = memory_history(playback.story(), 1, columns);
    std::int64_t peak = 0;
    for (const auto& bytes : coarse) peak = std::max(peak, total_bytes(bytes));
    CHECK(peak == most);
  }
}

TEST_CASE("measured and predicted are compared exactly") {
  for (const int stage : {0, 1, 2, 3}) {
    Trace trace = training_trace(stage, 4);
    Moment right(trace);
    const TextRecorder marks = drawn_memory(right, right.end(), screens[0]);
    CHECK(times_said(marks, "✓") == 4 + 2);  // each rank, and both lines of the chart
    CHECK(times_said(marks, "≠") == 0);
    trace.header.predicted[2].at_rest_bytes[0] += 1;
    Moment wrong(trace);
    const TextRecorder one_off = drawn_memory(wrong, wrong.end(), screens[0]);
    CHECK(times_said(one_off, "✓") == 3 + 2);
    CHECK(times_said(one_off, "≠") == 1);
  }
}

TEST_CASE("a schedule has no memory and the scene says so") {
  Moment moment(trace_of(build_schedule(Collective::all_gather, 4), 40));
  CHECK(times_said(drawn_memory(moment, 1, screens[0]), "nothing about memory") == 1);
}

TEST_CASE("the text of every memory scene can be read") {
  for (const int n : {1, 2, 4, 8, 16, 64}) {
    for (const int stage : {0, 3}) {
      Moment moment(training_trace(stage, n, 2, 2));
      for (const Screen& screen : screens) {
        for (const double share : {0.0, 0.37, 1.0}) {
          INFO("N = " << n << ", stage " << stage << ", height " << screen.height);
          CHECK(drawn_memory(moment, share * moment.end(), screen).faults(screen.scene()) ==
                std::vector<std::string>{});
        }
      }
    }
  }
}

TEST_CASE("the memory is drawn as before") {
  Moment moment(training_trace(3, 2));
  LogPainter painter(scene_fonts());
  draw_memory(painter, {0, 0, 1200, 500}, moment.at(5.5, 1));
  CHECK(golden_difference("memory", painter.lines()) == "");
}

}  // namespace zerolab::test
