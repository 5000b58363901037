// The order of beats, who they belong to, and which traces contradict themselves.
#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/error.hpp"
#include "core/schedule/build.hpp"
#include "tests/catch.hpp"
#include "viz/playback/playback.hpp"
#include "viz/playback/schedule_trace.hpp"

using namespace zerolab;
using test::ContainsSubstring;

namespace {

// Builds a trace of two ranks by hand.
class Notes {
 public:
  Notes() { trace_.header.world_size = 2; }

  Event& add(EventKind kind, int rank, std::int64_t begin, std::int64_t end) {
    Event event;
    event.kind = kind;
    event.rank = rank;
    event.posted = event.begin = begin;
    event.end = end;
    event.plan_op = plan_op;
    event.train_step = 0;
    trace_.events.push_back(event);
    return trace_.events.back();
  }

  void operation(int op, std::int64_t begin, std::int64_t end) {
    plan_op = op;
    add(EventKind::operation, 0, begin, end);
    add(EventKind::operation, 1, begin + 1, end + 1);
  }

  // An all-reduce of one chunk: rank 1 adds to rank 0, which sends the sum back.
  int collective(std::int64_t begin, std::int64_t end) {
    const int id = static_cast<int>(trace_.header.collectives.size());
    trace_.header.collectives.push_back(
        {"", Collective::all_reduce, "there and back", std::nullopt, 8, 1, DType::f32});
    for (const int rank : {0, 1}) {
      add(EventKind::collective, rank, begin, end).collective_id = id;
    }
    const std::int64_t middle = (begin + end) / 2;
    transfer(id, 0, 1, 0, Combine::add, begin, middle);
    transfer(id, 1, 0, 1, Combine::copy, middle, end);
    return id;
  }

  void transfer(int id, int step, int source, int destination, Combine combine, std::int64_t begin,
                std::int64_t end) {
    for (const EventKind kind : {EventKind::send, EventKind::receive}) {
      const bool sends = kind == EventKind::send;
      Event& event = add(kind, sends ? source : destination, begin, end);
      event.peer = sends ? destination : source;
      event.collective_id = id;
      event.step = step;
      event.chunk = event.slice = 0;
      event.elements = 8;
      event.bytes = 32;
      event.combine = combine;
    }
  }

  void memory(int rank, std::int64_t time, std::size_t bytes) {
    Event& event = add(EventKind::memory, rank, time, time);
    event.category = MemoryCategory::buckets;
    event.bytes = bytes;
  }

  Trace trace() const {
    Trace sorted = trace_;
    std::stable_sort(sorted.events.begin(), sorted.events.end(), comes_before);
    return sorted;
  }

  int plan_op = -1;

 private:
  Trace trace_;
};

// Three operations: the first moves nothing, the second has two collectives.
Notes three_operations() {
  Notes notes;
  notes.operation(0, 0, 100);
  notes.memory(0, 10, 1);
  notes.operation(1, 100, 200);
  notes.memory(0, 101, 2);
  notes.collective(110, 140);
  notes.memory(0, 145, 3);
  notes.collective(150, 190);
  notes.memory(0, 160, 4);
  notes.memory(0, 195, 5);
  notes.operation(2, 200, 300);
  notes.memory(0, 210, 6);
  return notes;
}

std::string damaged(const std::function<void(Trace&)>& damage) {
  Trace trace = three_operations().trace();
  damage(trace);
  try {
    const Playback playback(trace);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::input);
    return error.what();
  }
  return "no error";
}

Event& first_of(Trace& trace, EventKind kind) {
  for (Event& event : trace.events) {
    if (event.kind == kind) return event;
  }
  throw InvariantError("the trace has such an event");
}

}  // namespace

TEST_CASE("beats follow rank 0 and an operation with collectives gives their steps alone") {
  const Story story(three_operations().trace());
  const auto& beats = story.beats();
  REQUIRE(beats.size() == 6);
  const int ids[] = {-1, 0, 0, 1, 1, -1};
  const int steps[] = {-1, 0, 1, 0, 1, -1};
  const int ops[] = {0, 1, 1, 1, 1, 2};
  for (std::size_t b = 0; b < 6; ++b) {
    CHECK(beats[b].collective_id == ids[b]);
    CHECK(beats[b].step == steps[b]);
    CHECK(beats[b].plan_op == ops[b]);
    CHECK(beats[b].move_count == (ids[b] < 0 ? 0U : 1U));
    CHECK((beats[b].kind == Beat::Kind::step) == (ids[b] >= 0));
  }
  CHECK(beats[0].begin_ns == 0);
  CHECK(beats[0].end_ns == 101);  // rank 1 is later
  CHECK(beats[1].begin_ns == 110);
  CHECK(beats[1].end_ns == 125);
  CHECK(story.beats_of_collective(1) == Range{3, 5});
  CHECK(story.beats_of_collective(7).empty());
  CHECK(story.beats_of_collective(-1).empty());
  CHECK(story.duration_ns() == 301);
}

TEST_CASE("memory shows in its operation and within it by its rank's time") {
  Playback playback(three_operations().trace());
  const auto buckets = [&](double time) {
    return bytes_of(playback.at(time).memory[0], MemoryCategory::buckets);
  };
  CHECK(buckets(0) == 1);
  for (int b = 0; b < 6; ++b) {
    INFO("beat " << b);
    CHECK(buckets(b + 0.5) == b + 1);
    CHECK(buckets(b + 1) == b + 1);
  }
}

TEST_CASE("next and previous go to beats and collectives and operations and stop at the ends") {
  const Playback playback(three_operations().trace());  // operation, 2 steps, 2 steps, operation
  CHECK(playback.stops().next_beat(0) == 1);
  CHECK(playback.stops().next_beat(0.5) == 1);
  CHECK(playback.stops().next_beat(5.5) == 6);
  CHECK(playback.stops().next_beat(6) == 6);
  CHECK(playback.stops().previous_beat(6) == 5);
  CHECK(playback.stops().previous_beat(0.5) == 0);
  CHECK(playback.stops().previous_beat(0) == 0);
  CHECK(playback.stops().next_collective(0) == 1);
  CHECK(playback.stops().next_collective(1) == 3);
  CHECK(playback.stops().next_collective(3) == 6);
  CHECK(playback.stops().previous_collective(6) == 3);
  CHECK(playback.stops().previous_collective(3) == 1);
  CHECK(playback.stops().previous_collective(3.5) == 3);
  CHECK(playback.stops().previous_collective(1) == 0);
  CHECK(playback.stops().next_operation(0) == 1);
  CHECK(playback.stops().next_operation(1) == 5);
  CHECK(playback.stops().next_operation(5) == 6);
  CHECK(playback.stops().previous_operation(6) == 5);
  CHECK(playback.stops().previous_operation(5) == 1);
  CHECK(playback.stops().previous_operation(1) == 0);
}

TEST_CASE("times outside a trace are its ends") {
  Playback playback(three_operations().trace());
  CHECK(playback.at(-1).beat == 0);
  CHECK(playback.at(std::nan("")).beat == 0);
  CHECK(playback.at(1e300).beat == 6);
  CHECK(playback.at_measured(-5).beat == 0);
  CHECK(playback.at_measured(1 << 30).beat == 6);
}

TEST_CASE("traces without events or without transfers play too") {
  Playback empty(Trace{});
  CHECK(empty.at(0).beat == 0);
  CHECK(empty.at_measured(0).collective_id == -1);
  CHECK(empty.stops().next_beat(0) == 0);
  CHECK(empty.logical_of(0) == 0);

  Playback alone(trace_of(build_schedule(Collective::all_reduce, 1), 10));
  REQUIRE(alone.story().beats().size() == 1);
  CHECK(alone.story().beats()[0].kind == Beat::Kind::operation);
  CHECK(alone.at(0).collective_id == 0);
  CHECK(alone.at(0).held(0, 0)[0] == 1);

  Notes memory;
  memory.memory(1, 5, 77);
  Playback bytes(memory.trace());
  CHECK(bytes_of(bytes.at(0).memory[1], MemoryCategory::buckets) == 77);
}

TEST_CASE("a trace that contradicts itself is refused with the reason") {
  using K = EventKind;
  CHECK(damaged([](Trace&) {}) == "no error");
  const auto check = [](const std::function<void(Trace&)>& damage, const std::string& message) {
    CHECK_THAT(damaged(damage), ContainsSubstring(message));
  };
  check([](Trace& t) { first_of(t, K::operation).rank = 2; }, "rank 2: the ranks are 0 to 1");
  check([](Trace& t) { first_of(t, K::receive).chunk = 1; }, "chunk 1: collective 0 has 1 chunks");
  check([](Trace& t) { first_of(t, K::receive).step = 3; },
        "collective 0, step 0, chunk 0, slice 0, rank 1 to rank 0: the trace has this send without "
        "its receive");
  check([](Trace& t) { first_of(t, K::receive).step = -1; }, "a transfer has a collective");
  check([](Trace& t) { std::erase_if(t.events, [](const Event& e) { return e.kind == K::send; }); },
        "the trace has this receive without its send");
  check([](Trace& t) { t.events.push_back(first_of(t, K::send)); },
        "the trace has this send twice");
  check([](Trace& t) { first_of(t, K::send).elements = 7; }, "7 elements are sent, 8 received");
  check([](Trace& t) { first_of(t, K::send).peer = 1; }, "a rank does not send to itself");
  check([](Trace& t) { first_of(t, K::collective).collective_id = -1; },
        "does not say which collective it is");
  check([](Trace& t) { first_of(t, K::collective).collective_id = 1; },
        "collective 1: rank 0 issues it twice");
  check([](Trace& t) { t.header.collectives[0].collective = Collective::broadcast; },
        "a broadcast has a root, and the trace names none");
  check([](Trace& t) { t.header.collectives[1].collective = Collective::all_gather; },
        "collective 1: 1 chunks on 2 ranks; of a all-gather each rank owns as many chunks");
  check([](Trace& t) { first_of(t, K::memory).bytes = std::size_t{1} << 60; }, "at most 2^58");
  check([](Trace& t) { t.header.world_size = 60000; }, "60000 ranks are too many to show");
}
