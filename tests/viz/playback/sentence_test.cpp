// Every sentence is true: its numbers, read back out of it, are what a simulation of the schedule
// has at that step.
#include "viz/playback/sentence.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/schedule/every_schedule.hpp"
#include "tests/viz/playback/simulation.hpp"
#include "tests/viz/playback/step_check.hpp"
#include "viz/playback/schedule_trace.hpp"

using namespace zerolab;
using test::ContainsSubstring;
using test::Values;

namespace {

void check_schedule(const Schedule& schedule) {
  Playback playback(trace_of(schedule, 100));
  const Story& story = playback.story();
  const std::size_t steps = story.beats().size();
  const std::span<const Transfer> all(schedule.transfers);
  Values before = test::input_values(schedule.collective, schedule.world_size, schedule.chunk_count,
                                     schedule.root.value_or(-1));
  std::size_t begin = 0;
  for (std::size_t b = 0; b < steps && !all.empty(); ++b) {
    std::size_t end = begin;
    Values after = before;
    int lowest = schedule.world_size;
    while (end < all.size() && all[end].step == all[begin].step) {
      test::play(before, all[end], after);
      lowest = std::min(lowest, all[end++].destination);
    }
    const std::string prefix =
        "Step " + std::to_string(b + 1) + " of " + std::to_string(steps) + ": ";
    const PlaybackState state = playback.at(static_cast<double>(b) + 0.5);
    for (int pinned = -1; pinned < schedule.world_size; ++pinned) {
      const int rank = pinned < 0 ? lowest : pinned;
      const std::string text =
          sentence(story, state, pinned < 0 ? std::nullopt : std::optional(pinned));
      INFO(test::described(schedule) << "\n" << text);
      REQUIRE(text.rfind(prefix, 0) == 0);
      test::StepCheck(schedule, all.subspan(begin, end - begin), before, after, rank)
          .check(text.substr(prefix.size()));
    }
    if (b + 1 < steps) {  // at rest the sentence is that of the step just done
      CHECK(sentence(story, playback.at(static_cast<double>(b) + 1)) == sentence(story, state));
    }
    before = std::move(after);
    begin = end;
  }
  CHECK_THAT(sentence(story, playback.at(0)), ContainsSubstring("Before the first step: "));
  CHECK_THAT(sentence(story, playback.at(static_cast<double>(steps))), ContainsSubstring("Done: "));
}

}  // namespace

TEST_CASE("every number in the sentence of every step is true") {
  for (int n = 2; n <= 9; ++n) test::for_every_schedule(n, check_schedule);
}

TEST_CASE("sentences read as they are meant to") {
  const auto say = [](Collective collective, const char* algorithm, double time,
                      std::optional<int> rank = std::nullopt) {
    const auto root = has_root(collective) ? std::optional(1) : std::nullopt;
    Playback playback(trace_of(build_schedule(collective, algorithm, 4, root), 100));
    return sentence(playback.story(), playback.at(time), rank);
  };
  const auto gather = Collective::all_gather;
  CHECK(
      say(Collective::reduce_scatter, "ring", 1.5, 2) ==
      "Step 2 of 3: rank 2 adds its own chunk 3 to what rank 1 sent; it now holds ranks 0, 1, 2.");
  CHECK(say(Collective::reduce_scatter, "ring", 0) ==
        "Before the first step: every rank holds its own input of every chunk.");
  CHECK(say(Collective::reduce_scatter, "ring", 3, 2) ==
        "Done: rank 2 holds chunk 2 of the sum over all ranks.");
  CHECK(say(Collective::all_reduce, "ring", 3.5, 2) ==
        "Step 4 of 6: rank 2 receives chunk 1, complete, from rank 1 and keeps it.");
  CHECK(say(Collective::all_reduce, "ring", 6) ==
        "Done: every rank holds every chunk of the sum over all ranks.");
  CHECK(say(gather, "ring", 0, 3) ==
        "Before the first step: rank 3 holds chunk 3 and nothing else.");
  CHECK(say(gather, "ring", 0.5, 2) ==
        "Step 1 of 3: rank 2 receives chunk 1, rank 1's own, from rank 1 and keeps it.");
  CHECK(say(gather, "ring", 3) == "Done: every rank holds every chunk.");
  CHECK(say(Collective::broadcast, "chain", 0) ==
        "Before the first step: rank 1, the root, holds every chunk, and the other ranks nothing.");
  CHECK(say(Collective::broadcast, "chain", 0, 2) ==
        "Before the first step: rank 2 holds nothing yet.");
  CHECK(say(Collective::broadcast, "chain", 0.5, 0) ==
        "Step 1 of 6: rank 0 neither sends nor receives.");
  CHECK(say(Collective::broadcast, "chain", 0.5, 1) ==
        "Step 1 of 6: rank 1 sends chunk 0 to rank 2 and receives nothing.");
  CHECK(say(Collective::reduce, "chain", 6) ==
        "Done: rank 1, the root, holds every chunk of the sum over all ranks.");
}

TEST_CASE("operations are told by the plan's line and the unit's name") {
  Trace trace;
  trace.header.plan =
      "zero-gradients\nforward unit 0 micro-step 0\nopen-bucket unit 0\nfuse-all unit 0\n";
  trace.header.units = {{"block 2", 10}};
  for (int op = 0; op < 6; ++op) {
    Event event;
    event.plan_op = op < 5 ? op : -1;
    event.unit = op == 1 || op == 2 ? 0 : -1;
    event.begin = event.posted = 10 * op;
    event.end = event.begin + 5;
    trace.events.push_back(event);
  }
  Playback playback(trace);
  const auto say = [&](double time) { return sentence(playback.story(), playback.at(time)); };
  CHECK(say(0) == "Before the first operation: nothing has been sent.");
  CHECK(say(0.5) == "The gradients at rest become zero: nothing is sent.");
  CHECK(say(1.5) == "Forward through block 2: nothing is sent.");
  CHECK(say(2) == "Forward through block 2: nothing is sent.");
  CHECK(say(2.5) == "Opening the gradient bucket of block 2: nothing is sent.");
  CHECK(say(3.5) == "Operation \"fuse-all unit 0\": nothing is sent.");
  CHECK(say(4.5) == "Operation 4: nothing is sent.");
  CHECK(say(6) == "An operation: nothing is sent.");
  CHECK(sentence(Playback(Trace{}).story(), PlaybackState{}) == "Nothing happens in this trace.");
}

TEST_CASE("a run that broke off says how, at its end only") {
  Schedule schedule = build_schedule(Collective::all_reduce, "ring", 4);
  std::erase_if(schedule.transfers, [](const Transfer& t) { return t.step > 2; });
  Trace trace = trace_of(schedule, 100);
  trace.header.config.emplace_back("ended", "deadlock: rank 0 waits for rank 1");
  Playback playback(trace);
  const auto end = static_cast<double>(playback.story().beats().size());
  CHECK(sentence(playback.story(), playback.at(end)) ==
        "Ended wrong: deadlock: rank 0 waits for rank 1");
  CHECK_THAT(sentence(playback.story(), playback.at(end - 1)), !ContainsSubstring("deadlock"));
}

TEST_CASE("a collective that does not keep its promise is not called done") {
  Schedule schedule = build_schedule(Collective::all_reduce, "ring", 4);
  std::erase_if(schedule.transfers, [](const Transfer& t) { return t.step == 5 && t.source == 1; });
  Playback playback(trace_of(schedule, 100));
  CHECK(sentence(playback.story(), playback.at(6)) ==
        "Ended wrong: rank 2's chunk 3 holds ranks 0, 1, 2; it should hold all 4 ranks.");
  schedule.transfers = {
      {0, 0, 1, 0, Combine::add}, {1, 0, 1, 0, Combine::add}, {2, 0, 1, 0, Combine::add}};
  Playback twice(trace_of(schedule, 100));
  CHECK_THAT(sentence(twice.story(), twice.at(2)),
             ContainsSubstring("it now holds ranks 0, 1, with rank 0 twice."));
  CHECK_THAT(sentence(twice.story(), twice.at(2.5)),
             ContainsSubstring("it now holds ranks 0, 1, with rank 0 more than twice."));
}

TEST_CASE("one rank alone sends nothing") {
  Playback playback(trace_of(build_schedule(Collective::all_reduce, 1), 10));
  CHECK(sentence(playback.story(), playback.at(0.5)) ==
        "Nothing is sent in this all-reduce of one rank.");
}
