// What playback says the ranks hold is what the schedule makes them hold, after every step.
#include "core/schedule/count.hpp"
#include "tests/catch.hpp"
#include "tests/schedule/every_schedule.hpp"
#include "tests/viz/playback/simulation.hpp"
#include "viz/playback/schedule_trace.hpp"

using namespace zerolab;
using test::Values;
using test::values_of;

namespace {

// The values after each step in which something moves; the input first.
std::vector<Values> simulated(const Schedule& schedule) {
  std::vector<Values> states{test::input_values(schedule.collective, schedule.world_size,
                                                schedule.chunk_count, schedule.root.value_or(-1))};
  for (std::size_t i = 0; i < schedule.transfers.size();) {
    const int step = schedule.transfers[i].step;
    Values next = states.back();
    for (; i < schedule.transfers.size() && schedule.transfers[i].step == step; ++i) {
      test::play(states.back(), schedule.transfers[i], next);
    }
    states.push_back(std::move(next));
  }
  return states;
}

void check_counts(const PlaybackState& end, const Schedule& schedule, std::size_t elements) {
  const auto counts = count_per_rank(schedule, {elements, schedule.chunk_count});
  for (std::size_t rank = 0; rank < counts.size(); ++rank) {
    const Moved expected{counts[rank].sent_messages, counts[rank].received_messages,
                         counts[rank].sent_elements, counts[rank].received_elements};
    CHECK(end.moved[rank] == expected);
    CHECK(end.moved_in_collective[rank] == expected);
  }
}

}  // namespace

TEST_CASE("after every step of every schedule playback holds what was sent and added") {
  for (int n = 1; n <= 17; ++n) {
    test::for_every_schedule(n, [&](const Schedule& schedule) {
      const std::size_t elements = 1000 + 7 * static_cast<std::size_t>(n);
      INFO(test::described(schedule));
      const std::vector<Values> expected = simulated(schedule);
      Playback playback(trace_of(schedule, elements));
      const std::size_t beats = playback.story().beats().size();
      REQUIRE(beats == std::max<std::size_t>(expected.size() - 1, 1));
      for (std::size_t b = 0; b <= beats; ++b) {
        const PlaybackState& state = playback.at(static_cast<double>(b));
        REQUIRE(values_of(state) == expected[std::min(b, expected.size() - 1)]);
        CHECK(state.in_flight.empty());
      }
      check_counts(playback.at(static_cast<double>(beats)), schedule, elements);
    });
  }
}

TEST_CASE("in the middle of a step its transfers are in flight and nothing has arrived") {
  const Schedule schedule = build_schedule(Collective::all_reduce, "ring", 5);
  const std::vector<Values> expected = simulated(schedule);
  Playback playback(trace_of(schedule, 23));
  for (std::size_t b = 0; b < playback.story().beats().size(); ++b) {
    const PlaybackState state = playback.at(static_cast<double>(b) + 0.25);
    CHECK(state.beat == b);
    CHECK(state.fraction == 0.25);
    CHECK(values_of(state) == expected[b]);
    CHECK(state.moved == playback.at(static_cast<double>(b)).moved);
    REQUIRE(state.in_flight.size() == 5);
    for (int rank = 0; rank < 5; ++rank) {
      const MoveInFlight& flying = state.in_flight[static_cast<std::size_t>(rank)];
      CHECK(flying.move.source == rank);
      CHECK(flying.move.destination == (rank + 1) % 5);
      CHECK(flying.fraction == 0.25);
    }
  }
}

TEST_CASE("a contribution that is added again and again stays at 255") {
  Schedule schedule = empty_schedule(Collective::all_reduce, "doubling", 2, 1);
  for (int step = 0; step < 20; ++step) {
    schedule.transfers.push_back({step, step % 2, (step + 1) % 2, 0, Combine::add});
  }
  Playback playback(trace_of(schedule, 4));
  CHECK(playback.at(3).held(1, 0)[0] == 3);  // Fibonacci numbers
  for (const std::uint8_t count : playback.at(20).held(1, 0)) CHECK(count == 255);
}

TEST_CASE("moves of one step all read the state before it") {
  Schedule schedule = empty_schedule(Collective::all_reduce, "exchange", 3, 1);
  schedule.transfers = {
      {0, 0, 1, 0, Combine::add}, {0, 1, 0, 0, Combine::add}, {0, 1, 2, 0, Combine::copy}};
  Playback playback(trace_of(schedule, 4));
  const Values expected{{011}, {011}, {010}};
  CHECK(values_of(playback.at(1)) == expected);
  CHECK(values_of(playback.at_measured(playback.story().duration_ns())) == expected);
}
