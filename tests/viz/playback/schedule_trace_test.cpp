// A schedule's trace keeps every rule of a trace, reads back, and predicts the schedule's counts.
#include "viz/playback/schedule_trace.hpp"

#include <algorithm>

#include "core/schedule/count.hpp"
#include "core/trace/check.hpp"
#include "core/trace/chrome.hpp"
#include "core/trace/rules.hpp"
#include "tests/catch.hpp"
#include "tests/schedule/every_schedule.hpp"

using namespace zerolab;

TEST_CASE("the trace of every schedule keeps the rules and reads back as it was") {
  for (const int n : {1, 2, 3, 4, 8}) {
    test::for_every_schedule(n, [](const Schedule& schedule) {
      INFO(test::described(schedule));
      const Trace trace = trace_of(schedule, 37, DType::bf16);
      CHECK(header_fault(trace.header).empty());
      for (const Event& event : trace.events) CHECK(event_fault(trace.header, event).empty());
      CHECK(std::is_sorted(trace.events.begin(), trace.events.end(), comes_before));
      const std::string json = to_chrome_json(trace);
      CHECK(check_chrome_rules(json).empty());
      CHECK(parse_chrome_json(json, "schedule") == trace);
      CHECK(is_schedule_trace(trace.header));
    });
  }
  CHECK_FALSE(is_schedule_trace(TraceHeader{}));
}

TEST_CASE("a schedule's trace has each transfer inside its step's microsecond") {
  const Schedule schedule = build_schedule(Collective::all_reduce, "ring", 4);
  const Trace trace = trace_of(schedule, 10);
  std::size_t sends = 0;
  std::size_t receives = 0;
  for (const Event& event : trace.events) {
    if (event.kind == EventKind::collective) {
      CHECK(event.begin == 0);
      CHECK(event.end == 6000);
      continue;
    }
    CHECK(event.begin >= event.step * 1000);
    CHECK(event.end <= (event.step + 1) * 1000);
    ++(event.kind == EventKind::send ? sends : receives);
  }
  CHECK(sends == schedule.transfers.size());
  CHECK(receives == schedule.transfers.size());
  REQUIRE(trace.header.predicted.size() == 4);
  const std::int64_t sent[] = {14, 15, 16, 15};
  const std::int64_t received[] = {15, 14, 15, 16};
  for (std::size_t rank = 0; rank < 4; ++rank) {
    CHECK(trace.header.predicted[rank].sent_elements == sent[rank]);
    CHECK(trace.header.predicted[rank].received_elements == received[rank]);
  }
}
