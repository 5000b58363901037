// The recorder labels events with its rank and context, and merging keeps the order Trace promises.
#include "core/trace/recorder.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "tests/catch.hpp"

using namespace zerolab;
using test::ContainsSubstring;

namespace {

Event at(std::int64_t begin, std::int64_t end, EventKind kind = EventKind::operation) {
  Event event;
  event.kind = kind;
  event.posted = event.begin = begin;
  event.end = end;
  return event;
}

CollectiveInfo named(const char* purpose) {
  CollectiveInfo info;
  info.purpose = purpose;
  return info;
}

}  // namespace

TEST_CASE("a recorder that is off keeps nothing and gives no ids") {
  Recorder recorder(0, 0);
  CHECK_FALSE(recorder.recording());
  recorder.record(at(1, 2));
  CHECK(recorder.note_collective(named("loss")) == -1);
  CHECK(recorder.events().empty());
  CHECK(recorder.collectives().empty());
  recorder.set_recording(true);
  CHECK(recorder.note_collective(named("loss")) == 0);
  CHECK(recorder.note_collective(named("norm")) == 1);
}

TEST_CASE("an event takes the recorder's rank and context and times since the start") {
  Recorder recorder(3, 1000);
  recorder.set_recording(true);
  recorder.set_context({.train_step = 4, .plan_op = 5, .micro_step = 6, .unit = 7});
  Event event = at(1010, 1030);
  event.posted = 1001;
  recorder.record(event);
  event.rank = 3;
  event.train_step = 4;
  event.plan_op = 5;
  event.micro_step = 6;
  event.unit = 7;
  event.posted = 1;
  event.begin = 10;
  event.end = 30;
  REQUIRE(recorder.events().size() == 1);
  CHECK(recorder.events()[0] == event);
}

TEST_CASE("merged events are ordered by begin then rank then kind then longest first") {
  Recorder zero(0, 0);
  Recorder one(1, 0);
  for (Recorder* recorder : {&zero, &one}) {
    recorder->set_recording(true);
    recorder->note_collective(named("loss"));
  }
  one.record(at(5, 6));
  one.record(at(0, 9, EventKind::receive));
  one.record(at(0, 9, EventKind::send));
  one.record(at(0, 3));
  one.record(at(0, 4));
  zero.record(at(5, 6));
  TraceHeader header;
  header.world_size = 2;
  const Recorder* const recorders[] = {&zero, &one};
  const Trace trace = merge(header, recorders);
  std::string order;
  for (const Event& event : trace.events) {
    order +=
        fmt::format("{} {} {} {}; ", event.begin, event.rank, to_string(event.kind), event.end);
  }
  CHECK(order ==
        "0 1 operation 4; 0 1 operation 3; 0 1 send 9; 0 1 receive 9; "
        "5 0 operation 6; 5 1 operation 6; ");
  CHECK(trace.header.world_size == 2);
  REQUIRE(trace.header.collectives.size() == 1);
  CHECK(trace.header.collectives[0].purpose == "loss");
}

TEST_CASE("ranks that noted different collectives cannot be merged") {
  Recorder zero(0, 0);
  Recorder one(1, 0);
  zero.set_recording(true);
  one.set_recording(true);
  zero.note_collective(named("loss"));
  one.note_collective(named("norm"));
  const Recorder* const recorders[] = {&zero, &one};
  CHECK_THROWS_AS(merge({}, recorders), InvariantError);
  CHECK_THROWS_AS(merge({}, {}), InvariantError);
}

TEST_CASE("the name of every kind of event reads back") {
  for (const EventKind kind : all_event_kinds) CHECK(parse_event_kind(to_string(kind)) == kind);
  CHECK_THROWS_WITH(parse_event_kind("sned"), ContainsSubstring("'sned'") &&
                                                  ContainsSubstring("operation, collective, send"));
}
