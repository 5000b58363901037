// Playback of a run's trace ends with what the run left in the buffers.
#include "tests/viz/playback/executed.hpp"

#include "core/schedule/build.hpp"
#include "core/schedule/layout.hpp"
#include "tests/catch.hpp"
#include "viz/playback/playback.hpp"

using namespace zerolab;

namespace {

long value_of(std::span<const std::uint8_t> held) {
  long value = 0;
  for (std::size_t rank = 0; rank < held.size(); ++rank) {
    value += static_cast<long>(held[rank]) << (2 * rank);
  }
  return value;
}

void check_end(const PlaybackState& end, const test::ExecutedRun& run, std::size_t elements) {
  for (int rank = 0; rank < end.world_size; ++rank) {
    for (int chunk = 0; chunk < end.chunk_count; ++chunk) {
      const Range range = ChunkLayout{elements, end.chunk_count}.range(chunk);
      for (std::size_t i = range.begin; i < range.end; ++i) {
        INFO("rank " << rank << ", chunk " << chunk);
        REQUIRE(run.buffers[static_cast<std::size_t>(rank)][i] == value_of(end.held(rank, chunk)));
      }
    }
  }
}

// Each rank's traffic in the events alone.
std::vector<Moved> recorded(const Trace& trace) {
  std::vector<Moved> moved(static_cast<std::size_t>(trace.header.world_size));
  for (const Event& event : trace.events) {
    Moved& of_rank = moved[static_cast<std::size_t>(event.rank)];
    if (event.kind == EventKind::send) {
      of_rank.sent_elements += static_cast<std::int64_t>(event.elements);
      of_rank.sent_messages += event.slice == 0;
    } else if (event.kind == EventKind::receive) {
      of_rank.received_elements += static_cast<std::int64_t>(event.elements);
      of_rank.received_messages += event.slice == 0;
    }
  }
  return moved;
}

}  // namespace

TEST_CASE("playback of an executed collective ends with the executed buffers") {
  for (const Collective collective : all_collectives) {
    for (const std::string_view name : algorithms_for(collective)) {
      for (int n = 1; n <= 17; ++n) {
        if (name == "hierarchical" && n % 4 != 0) continue;
        for (const std::size_t elements : {0UL, 5UL, 103UL}) {
          for (const std::size_t slice_bytes : {0UL, 16UL}) {
            if (n > 8 && (slice_bytes > 0 || elements < 103)) continue;  // threads outnumber cores
            INFO(to_string(collective) << " by " << name << ", N = " << n << ", " << elements
                                       << " elements, slices of " << slice_bytes << " bytes");
            const test::ExecutedRun run =
                test::executed(collective, std::string(name), n, n / 2, elements, slice_bytes);
            Playback playback(run.trace);
            const PlaybackState end =
                playback.at(static_cast<double>(playback.story().beats().size()));
            check_end(end, run, elements);
            CHECK(end.moved == recorded(run.trace));
            CHECK(playback.at_measured(playback.story().duration_ns()) == end);
          }
        }
      }
    }
  }
}

TEST_CASE("slices fold into one move of the whole chunk") {
  const test::ExecutedRun run =
      test::executed(Collective::all_reduce, "ring", 4, 0, 40, 2 * sizeof(long));
  const Story story(run.trace);
  REQUIRE(story.beats().size() == 6);
  for (const Beat& beat : story.beats()) {
    CHECK(beat.move_count == 4);
    for (const ChunkMove& move : story.moves_of(beat)) {
      CHECK(move.elements == 10);
      CHECK(move.bytes == 80);
      CHECK(move.slices == 5);
      std::int64_t first = story.duration_ns();
      std::int64_t last = 0;
      for (const Event& event : run.trace.events) {
        if (event.kind != EventKind::receive || event.step != beat.step ||
            event.rank != move.destination || event.chunk != move.chunk) {
          continue;
        }
        first = std::min(first, event.begin);
        last = std::max(last, event.end);
      }
      CHECK(move.begin_ns == first);
      CHECK(move.end_ns == last);
    }
  }
}

TEST_CASE("at a measured time of a run what has ended has arrived and nothing else") {
  for (const std::size_t slice_bytes : {0UL, 32UL}) {
    const test::ExecutedRun run =
        test::executed(Collective::all_reduce, "ring", 4, 0, 67, slice_bytes, 3);
    Playback playback(run.trace);
    const auto moves = playback.story().moves();
    for (const ChunkMove& now : moves) {
      std::vector<Moved> expected(4);
      std::size_t flying = 0;
      const PlaybackState& state = playback.at_measured(now.end_ns);
      for (const Beat& beat : playback.story().beats()) {
        for (const ChunkMove& move : playback.story().moves_of(beat)) {
          flying += beat.collective_id == state.collective_id && move.begin_ns < now.end_ns &&
                    move.end_ns > now.end_ns;
          if (move.end_ns > now.end_ns) continue;
          expected[static_cast<std::size_t>(move.source)].sent_messages += 1;
          expected[static_cast<std::size_t>(move.source)].sent_elements += move.elements;
          expected[static_cast<std::size_t>(move.destination)].received_messages += 1;
          expected[static_cast<std::size_t>(move.destination)].received_elements += move.elements;
        }
      }
      CHECK(state.moved == expected);
      CHECK(state.in_flight.size() == flying);
    }
  }
}
