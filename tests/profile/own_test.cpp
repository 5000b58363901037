// A trace of ours as a table: counted from its events, named from its header.
#include "core/base/error.hpp"
#include "core/profile/own_rows.hpp"
#include "tests/catch.hpp"
#include "tests/profile/plan_trace.hpp"

using namespace zerolab;
using test::ContainsSubstring;
using test::trace_of_plan;

namespace {

// A transfer's two events: rank `source` to the other of two.
void add_transfer(Trace& trace, int step, int source, std::size_t elements, std::int64_t begin,
                  std::int64_t end) {
  for (const EventKind kind : {EventKind::send, EventKind::receive}) {
    Event event;
    event.kind = kind;
    event.rank = kind == EventKind::send ? source : 1 - source;
    event.peer = 1 - event.rank;
    event.train_step = step;
    event.plan_op = 1;
    event.collective_id = step;
    event.elements = elements;
    event.posted = event.begin = begin;
    event.end = end;
    trace.events.push_back(event);
  }
}

Trace two_ranks() {
  Trace trace;
  trace.header.world_size = 2;
  trace.header.plan = "zero-gradients\n  all-reduce-gradients unit 0\n";
  for (int step = 0; step < 2; ++step) {
    trace.header.collectives.push_back({"gradients of block " + std::to_string(step),
                                        Collective::all_reduce,
                                        "ring",
                                        {},
                                        10,
                                        2,
                                        DType::bf16});
    add_transfer(trace, step, 0, 6, 1000, 3000);
    add_transfer(trace, step, 1, 4, 2000, 7000);
  }
  return trace;
}

}  // namespace

TEST_CASE("a row adds up the events of alike collectives") {
  const OwnProfile profile = profile_own(two_ranks(), std::nullopt);
  REQUIRE(profile.rows.size() == 1);
  const ProfileRow& row = profile.rows[0];
  CHECK(row.collective == "all-reduce");
  CHECK(row.elements == 10);
  CHECK(row.dtype == "bf16");
  CHECK(row.issued_by == "all-reduce-gradients");
  CHECK(row.purpose == "gradients of block 0, block 1");
  CHECK(row.count == 2);
  CHECK(row.per_step == Extremes{1, 1});
  CHECK(row.sent == Extremes{8, 12});
  CHECK(row.received == Extremes{8, 12});
  CHECK(row.total_us == 12);  // from 1000 to 7000 ns, on both ranks, twice
  CHECK(row.median_us == 6);
  REQUIRE(profile.steps.size() == 2);
  CHECK(profile.steps[1].train_step == 1);
  CHECK(profile.steps[1].collectives == 1);
  CHECK(profile.steps[1].sent == Extremes{4, 6});
  CHECK(profile.steps[1].time_us == 6);
  REQUIRE(profile.ranks.size() == 2);
  CHECK(profile.ranks[0].sent_elements == 12);
  CHECK(profile.ranks[0].received_elements == 8);
  CHECK(profile.notes.empty());
}

TEST_CASE("one step alone and a step that is not there") {
  const OwnProfile profile = profile_own(two_ranks(), 1);
  REQUIRE(profile.rows.size() == 1);
  CHECK(profile.rows[0].count == 1);
  CHECK(profile.rows[0].purpose == "gradients of block 1");
  CHECK(profile.ranks[0].sent_elements == 12);
  CHECK_THROWS_WITH(profile_own(two_ranks(), 2), ContainsSubstring("training steps 0 to 1"));
  Trace schedule = two_ranks();
  for (Event& event : schedule.events) event.train_step = -1;
  CHECK_THROWS_WITH(profile_own(schedule, 0), ContainsSubstring("no training step"));
  CHECK(!profile_own(schedule, std::nullopt).rows[0].per_step);
}

TEST_CASE("a rank without an event of a collective is named") {
  Trace trace = two_ranks();
  std::erase_if(trace.events,
                [](const Event& event) { return event.rank == 1 && event.train_step == 1; });
  const OwnProfile profile = profile_own(trace, std::nullopt);
  REQUIRE(profile.notes.size() == 1);
  CHECK_THAT(profile.notes[0], ContainsSubstring("gradients of block 1 on rank 1"));
}

TEST_CASE("one operation that issues a collective per owner") {
  ZeroConfig config;
  config.stage = 1;
  config.world_size = 3;
  config.gradients = GradientMove::reduce;
  const StepPlan plan = make_plan(config, {7});
  const OwnProfile profile = profile_own(trace_of_plan(plan, 2), std::nullopt);
  std::int64_t reduces = 0;
  for (const ProfileRow& row : profile.rows) {
    if (row.collective == "reduce") {
      CHECK(row.issued_by == to_string(OpKind::reduce_gradients));
      reduces += row.count;
    }
  }
  CHECK(reduces == 2 * 3);  // of 3, 2 and 2 elements, in each of two steps
}

TEST_CASE("an empty trace has no rows") {
  const OwnProfile profile = profile_own(Trace{}, std::nullopt);
  CHECK(profile.rows.empty());
  CHECK(profile.steps.empty());
  CHECK(profile.ranks.size() == 1);
}
