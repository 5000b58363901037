// Exercises 9 to 11 as traces: the student's run stands beside the right one, and the picture opens
// where they part.
#include <map>

#include "core/trace/check.hpp"
#include "core/trace/chrome.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/judge/zero_called.hpp"

namespace zerolab::exercises {

namespace {

using test::ContainsSubstring;

DrawnRun drawn(const RunRecord& record) {
  const auto run = draw_zero(record);
  REQUIRE(run);
  for (const Trace* trace : {&run->student, &run->right}) {
    CHECK(header_fault(trace->header).empty());
    for (const Event& event : trace->events) CHECK(event_fault(trace->header, event).empty());
    CHECK(std::ranges::is_sorted(trace->events, comes_before));
  }
  return *run;
}

std::vector<Event> of_kind(const Trace& trace, EventKind kind, int rank) {
  std::vector<Event> events;
  for (const Event& event : trace.events) {
    if (event.kind == kind && event.rank == rank) events.push_back(event);
  }
  return events;
}

// The ids of a rank's collectives, in order: by them the two runs stand beside each other.
std::string ids(const Trace& trace, int rank) {
  std::string text;
  for (const Event& event : of_kind(trace, EventKind::collective, rank)) {
    text += (text.empty() ? "" : " ") + std::to_string(event.collective_id);
  }
  return text;
}

// What a rank holds at the end, and the most of each category.
CategoryBytes held_at_end(const Trace& trace, int rank) {
  CategoryBytes bytes{};
  for (const Event& event : of_kind(trace, EventKind::memory, rank)) {
    bytes_of(bytes, event.category) = static_cast<std::int64_t>(event.bytes);
  }
  return bytes;
}

}  // namespace

TEST_CASE("a right run is drawn as the right one") {
  for (const int exercise : {9, 10, 11}) {
    for (int ranks = 2; ranks <= 5; ++ranks) {
      const RunRecord record = called_right(zero_case(exercise, ranks, {7, 0, 4}, 2));
      DrawnRun run = drawn(record);
      run.student.header.config = run.right.header.config;  // "yours", "right"
      CHECK(run.student == run.right);
      CHECK(run.right == parse_chrome_json(to_chrome_json(run.right), "right"));
    }
  }
}

TEST_CASE("a trace moves and stores what is predicted") {
  for (const int exercise : {9, 10, 11}) {
    const Trace trace = drawn(called_right(zero_case(exercise, 3, {7, 4}, 2))).right;
    for (int rank = 0; rank < 3; ++rank) {
      const RankPrediction& predicted = trace.header.predicted[static_cast<std::size_t>(rank)];
      std::int64_t sent = 0;
      for (const Event& event : of_kind(trace, EventKind::send, rank)) {
        sent += static_cast<std::int64_t>(event.elements);
      }
      CHECK(sent == predicted.sent_elements);
      CHECK(held_at_end(trace, rank) == predicted.at_rest_bytes);
      for (const Event& event : of_kind(trace, EventKind::memory, rank)) {
        CHECK(static_cast<std::int64_t>(event.bytes) <=
              bytes_of(predicted.peak_bytes, event.category));
      }
    }
  }
  // Stage 3 with units of 7 and 4: rank 0 has 3 + 2 of the parameters and the gradients at rest,
  // and whole ones of the larger unit at its peak.
  const Trace stage_3 = drawn(called_right(zero_case(11, 3, {7, 4}, 1))).right;
  const RankPrediction& rank_0 = stage_3.header.predicted[0];
  CHECK(bytes_of(rank_0.at_rest_bytes, MemoryCategory::parameters) == 4 * 5);
  CHECK(bytes_of(rank_0.at_rest_bytes, MemoryCategory::gradients) == 4 * 5);
  CHECK(bytes_of(rank_0.peak_bytes, MemoryCategory::gathered_parameters) == 4 * 7);
  CHECK(bytes_of(rank_0.peak_bytes, MemoryCategory::buckets) == 4 * 7);
}

TEST_CASE("passes and collectives carry the operations of the plan") {
  const Trace trace = drawn(called_right(zero_case(11, 3, {7, 4}, 1))).right;
  CHECK(trace.header.plan ==
        "gather-parameters unit 0\nforward unit 0 micro-step 0\nrelease-parameters unit 0\n"
        "gather-parameters unit 1\nforward unit 1 micro-step 0\nrelease-parameters unit 1\n"
        "gather-parameters unit 1\nopen-bucket unit 1\nbackward unit 1 micro-step 0\n"
        "release-parameters unit 1\nreduce-scatter-gradients unit 1\naccumulate-shard unit 1\n"
        "close-bucket unit 1\n"
        "gather-parameters unit 0\nopen-bucket unit 0\nbackward unit 0 micro-step 0\n"
        "release-parameters unit 0\nreduce-scatter-gradients unit 0\naccumulate-shard unit 0\n"
        "close-bucket unit 0\n");
  std::vector<int> ops;
  for (const Event& event : of_kind(trace, EventKind::operation, 1)) ops.push_back(event.plan_op);
  CHECK(ops == std::vector<int>{0, 1, 3, 4, 6, 8, 10, 13, 15, 17});
  // Exercise 9 has the plan of one step, for each step.
  const Trace steps = drawn(called_right(zero_case(9, 3, {7}, 2))).right;
  CHECK(steps.header.plan ==
        "reduce-scatter-gradients unit 0\nupdate unit 0\nall-gather-parameters unit 0\n");
  std::vector<int> steps_ops;
  for (const Event& event : of_kind(steps, EventKind::operation, 2)) {
    steps_ops.push_back(10 * event.train_step + event.plan_op);
  }
  CHECK(steps_ops == std::vector<int>{0, 2, 10, 12});
}

TEST_CASE("what is missing leaves a gap and what is too much has a number of its own") {
  const Case run = zero_case(11, 3, {4, 7}, 1);
  CHECK(ids(drawn(called_right(run)).right, 0) == "0 1 2 3 4 5");
  // Without the gathers for the backward passes: two gathers of two steps and two forward passes
  // come before the first that is missing.
  const DrawnRun kept = drawn(called_but(run, [](int, Notes& notes) {
    erase_note(notes, NoteKind::all_gather, 3);
    erase_note(notes, NoteKind::all_gather, 2);
  }));
  CHECK(ids(kept.student, 0) == "0 1 3 5");
  CHECK(kept.time == 2 + 1 + 2 + 1 + 0.5);
  CHECK(kept.rank == 0);
  CHECK(at_text(kept) == "time=6.5 pin-rank=0");

  const DrawnRun twice = drawn(called_but(zero_case(9, 3, {7}, 2), [](int, Notes& notes) {
    insert_note(notes, place_of(notes, NoteKind::all_gather, 0), {NoteKind::all_gather, -1, 7});
  }));
  CHECK(ids(twice.student, 0) == "0 1 4 2 3");
  CHECK(twice.time == 2 + 2 + 0.5);
  CHECK(twice.student.header.collectives[4].purpose == "not asked for");
}

TEST_CASE("of an all-reduce the first step is shown that a reduce-scatter does not have") {
  const DrawnRun run = drawn(called_but(zero_case(10, 4, {8, 4}, 1), [](int, Notes& notes) {
    for (Note& note : notes) {
      if (note.kind == NoteKind::reduce_scatter) note.kind = NoteKind::all_reduce;
    }
  }));
  CHECK(ids(run.student, 0) == "0 1");
  CHECK(run.time == 1 + 3 + 0.5);  // the backward pass and N - 1 steps
  CHECK(run.student.header.collectives[0].collective == Collective::all_reduce);
  CHECK(run.right.header.collectives[0].collective == Collective::reduce_scatter);
  CHECK_THAT(run.student.header.plan, ContainsSubstring("all-reduce-gradients unit 1\n"));
}

TEST_CASE("where ranks part each shows what it waits in") {
  RunRecord record = called_but(zero_case(9, 3, {7}, 1), [](int rank, Notes& notes) {
    if (rank > 0) erase_note(notes, NoteKind::all_gather, 0);
  });
  record.ending = Ending::deadlock;
  record.ranks[0].block.clear();
  for (std::size_t c = 2; c < record.ranks[0].calls.size(); ++c) {
    record.ranks[0].calls[c].finished = false;
  }
  const DrawnRun run = drawn(record);
  CHECK(ids(run.student, 0) == "0 1");
  CHECK(ids(run.student, 1) == "0");
  CHECK(run.time == 2.5);
  CHECK(run.rank == 1);
  for (const Event& event : run.student.events) {
    if (event.kind == EventKind::send)
      CHECK(event.collective_id == 0);  // nothing moves in the other
  }
}

TEST_CASE("a wrong result opens at the collective that it comes from") {
  const Case run = zero_case(10, 3, {4, 7}, 2);
  RunRecord record = called_right(run);
  record.ranks[1].block[spans_of(run, 1)[0].begin] += 1;  // the shard of unit 0
  const DrawnRun shard = drawn(record);
  CHECK(shard.time == 12);  // of unit 0 in the last micro-step: the end
  CHECK(at_text(shard) == "time=12 pin-rank=1 pin-chunk=1");

  const Case step = zero_case(9, 3, {7}, 2);
  RunRecord parameters = called_right(step);
  parameters.ranks[0].block[spans_of(step, 0)[0].begin + 6] += 1;  // of chunk 2
  CHECK(at_text(drawn(parameters)) == "time=8 pin-rank=0 pin-chunk=2");
}

TEST_CASE("a NaN opens at the step that sends it") {
  const Case run = zero_case(11, 3, {4, 7}, 1);
  RunRecord record = called_right(run);
  record.ranks[2].block[spans_of(run, 2)[4].begin] += 1;  // an output
  CHECK(drawn(record).time == 2.5);                       // the forward pass of unit 0
  record.ranks[1].calls[3].sends[0].values[0] = std::numeric_limits<float>::quiet_NaN();
  const DrawnRun nan = drawn(record);
  CHECK(nan.time == 2 + 1 + 1 + 0.5);  // step 1 of the second gather
  CHECK(nan.rank == 1);
}

TEST_CASE("what is held too long opens the memory") {
  const DrawnRun run = drawn(called_but(zero_case(11, 3, {4, 7}, 1), [](int, Notes& notes) {
    erase_note(notes, NoteKind::release, 0);
  }));
  CHECK(at_text(run) == "scene=memory time=5.5 pin-rank=0");  // the forward pass of unit 1
  CHECK(bytes_of(held_at_end(run.student, 0), MemoryCategory::gathered_parameters) == 4 * 4);
  CHECK(bytes_of(held_at_end(run.right, 0), MemoryCategory::gathered_parameters) == 0);
}

TEST_CASE("one rank has no picture") {
  CHECK_FALSE(draw_zero(called_right(zero_case(9, 1, {7}, 2))));
}

}  // namespace zerolab::exercises
