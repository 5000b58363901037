// On random traces a state depends on its time alone, and is what the moves and changes make it.
#include "core/schedule/build.hpp"
#include "tests/catch.hpp"
#include "tests/viz/playback/random_story.hpp"
#include "viz/playback/playback.hpp"
#include "viz/playback/schedule_trace.hpp"

using namespace zerolab;

namespace {

constexpr unsigned trace_count = 60;

// A collective's cells in plain numbers, saturating as bytes do.
using Cells = std::vector<std::uint8_t>;

Cells inputs(const CollectiveInfo& info, int n) {
  Cells cells;
  for (int rank = 0; rank < n; ++rank) {
    for (int chunk = 0; chunk < info.chunk_count; ++chunk) {
      for (int contributor = 0; contributor < n; ++contributor) {
        bool has = contributor == rank;
        if (info.collective == Collective::all_gather) {
          has = has && chunk / (info.chunk_count / n) == rank;
        }
        if (info.collective == Collective::broadcast) has = has && rank == *info.root;
        cells.push_back(has ? 1 : 0);
      }
    }
  }
  return cells;
}

Cells after_beat(const Cells& before, const Story& story, const Beat& beat, int chunk_count) {
  const int n = story.world_size();
  Cells after = before;
  for (const ChunkMove& move : story.moves_of(beat)) {
    for (int contributor = 0; contributor < n; ++contributor) {
      const auto index = [&](int rank) {
        return static_cast<std::size_t>((rank * chunk_count + move.chunk) * n + contributor);
      };
      const int arriving = before[index(move.source)];
      std::uint8_t& target = after[index(move.destination)];
      const int sum = move.combine == Combine::add ? target + arriving : arriving;
      target = static_cast<std::uint8_t>(std::min(sum, 255));
    }
  }
  return after;
}

}  // namespace

TEST_CASE("random traces: each step does to the chunks what its moves say") {
  for (unsigned seed = 0; seed < trace_count; ++seed) {
    INFO("seed " << seed);
    Playback playback(test::RandomStory(seed).make(12));
    const Story& story = playback.story();
    int shown = -1;
    Cells cells;
    std::vector<Moved> moved(static_cast<std::size_t>(story.world_size()));
    for (std::size_t b = 0; b < story.beats().size(); ++b) {
      const Beat& beat = story.beats()[b];
      if (beat.collective_id >= 0 && beat.collective_id != shown) {
        shown = beat.collective_id;
        cells =
            inputs(story.header().collectives[static_cast<std::size_t>(shown)], story.world_size());
      }
      const PlaybackState& under_way = playback.at(static_cast<double>(b) + 0.5);
      REQUIRE(under_way.collective_id == shown);
      REQUIRE(under_way.contributions == cells);
      REQUIRE(under_way.moved == moved);
      if (shown >= 0) cells = after_beat(cells, story, beat, under_way.chunk_count);
      for (const ChunkMove& move : story.moves_of(beat)) {
        Moved& sender = moved[static_cast<std::size_t>(move.source)];
        Moved& receiver = moved[static_cast<std::size_t>(move.destination)];
        ++sender.sent_messages;
        ++receiver.received_messages;
        sender.sent_elements += move.elements;
        receiver.received_elements += move.elements;
      }
      // At rest what the beat has led to, also where the next one is another collective's.
      const PlaybackState& at_rest = playback.at(static_cast<double>(b) + 1);
      REQUIRE(at_rest.collective_id == shown);
      REQUIRE(at_rest.contributions == cells);
      REQUIRE(at_rest.moved == moved);
    }
    const PlaybackState& end = playback.at(static_cast<double>(story.beats().size()));
    REQUIRE(end.contributions == cells);
    REQUIRE(end.moved == moved);
  }
}

TEST_CASE("random traces: a move lasts from its receiver's first begin to its last end") {
  for (unsigned seed = 0; seed < trace_count; ++seed) {
    INFO("seed " << seed);
    const Story story(test::RandomStory(seed).make(6));
    for (const Beat& beat : story.beats()) {
      for (const ChunkMove& move : story.moves_of(beat)) {
        std::int64_t begin_ns = story.duration_ns();
        std::int64_t end_ns = 0;
        std::int64_t elements = 0;
        int slices = 0;
        for (const Event& event : story.events()) {
          if (event.kind != EventKind::receive || event.collective_id != beat.collective_id ||
              event.step != beat.step || event.chunk != move.chunk || event.peer != move.source ||
              event.rank != move.destination) {
            continue;
          }
          begin_ns = std::min(begin_ns, event.begin);
          end_ns = std::max(end_ns, event.end);
          elements += static_cast<std::int64_t>(event.elements);
          ++slices;
        }
        CHECK(move.begin_ns == begin_ns);
        CHECK(move.end_ns == end_ns);
        CHECK(move.elements == elements);
        CHECK(move.slices == slices);
        CHECK(beat.begin_ns <= begin_ns);
        CHECK(beat.end_ns >= end_ns);
      }
    }
  }
}

TEST_CASE("random traces: forward then back is the identity and seek equals stepping") {
  for (unsigned seed = 0; seed < trace_count; ++seed) {
    INFO("seed " << seed);
    const Trace trace = test::RandomStory(seed).make(12);
    Playback stepping(trace);
    std::vector<PlaybackState> states;  // at every half beat
    const std::size_t halves = 2 * stepping.story().beats().size() + 1;
    for (std::size_t i = 0; i < halves; ++i) {
      states.push_back(stepping.at(static_cast<double>(i) / 2));
    }
    for (std::size_t i = halves; i-- > 0;) {
      REQUIRE(stepping.at(static_cast<double>(i) / 2) == states[i]);
    }
    Playback seeking(trace);
    std::mt19937 random(seed);
    for (int i = 0; i < 50; ++i) {
      const std::size_t to = std::uniform_int_distribution<std::size_t>(0, halves - 1)(random);
      REQUIRE(seeking.at(static_cast<double>(to) / 2) == states[to]);
    }
  }
}

TEST_CASE("random traces: measured time ends where the steps end and jumps equal going on") {
  for (unsigned seed = 0; seed < trace_count; ++seed) {
    INFO("seed " << seed);
    const Trace trace = test::RandomStory(seed).make(12);
    Playback going(trace);
    const std::int64_t end = going.story().duration_ns();
    std::vector<std::pair<std::int64_t, PlaybackState>> states;
    for (std::int64_t time = 0; time < end; time += 7) {
      states.emplace_back(time, going.at_measured(time));
      if (states.size() == 1) continue;
      const PlaybackState& before = states[states.size() - 2].second;
      const PlaybackState& now = states.back().second;
      REQUIRE(static_cast<double>(now.beat) + now.fraction >=
              static_cast<double>(before.beat) + before.fraction);
      for (std::size_t rank = 0; rank < now.moved.size(); ++rank) {
        REQUIRE(now.moved[rank].sent_messages >= before.moved[rank].sent_messages);
        REQUIRE(now.moved[rank].received_elements >= before.moved[rank].received_elements);
      }
      for (const MoveInFlight& flying : now.in_flight) {
        REQUIRE(flying.fraction > 0);
        REQUIRE(flying.fraction < 1);
      }
    }
    REQUIRE(going.at_measured(end) == going.at(static_cast<double>(going.story().beats().size())));
    Playback jumping(trace);
    std::mt19937 random(seed);
    std::shuffle(states.begin(), states.end(), random);
    for (const auto& [time, state] : states) REQUIRE(jumping.at_measured(time) == state);
  }
}

TEST_CASE("random traces: a rank's memory changes in its own order and none is lost") {
  for (unsigned seed = 0; seed < trace_count; ++seed) {
    INFO("seed " << seed);
    Playback playback(test::RandomStory(seed).make(12));
    const Story& story = playback.story();
    const auto n = static_cast<std::size_t>(story.world_size());
    std::vector<std::vector<std::pair<std::int64_t, std::int64_t>>> recorded(n);
    std::vector<std::vector<std::pair<std::int64_t, std::int64_t>>> told(n);
    std::vector<CategoryBytes> last(n);
    for (const Event& event : story.events()) {
      if (event.kind != EventKind::memory) continue;
      const auto rank = static_cast<std::size_t>(event.rank);
      const auto bytes = static_cast<std::int64_t>(event.bytes);
      recorded[rank].emplace_back(event.begin, bytes);
      bytes_of(last[rank], event.category) = bytes;
    }
    for (const MemoryChange& change : story.memory_changes()) {
      told[static_cast<std::size_t>(change.rank)].emplace_back(change.at_ns, change.bytes);
    }
    CHECK(told == recorded);
    CHECK(story.first_change(story.beats().size()) == story.memory_changes().size());
    const PlaybackState& end = playback.at(static_cast<double>(story.beats().size()));
    CHECK(end.memory == last);
    for (std::size_t b = 0; b < story.beats().size(); ++b) {
      for (std::size_t i = story.first_change(b); i < story.first_change(b + 1); ++i) {
        const MemoryChange& change = story.memory_changes()[i];
        const Beat& beat = story.beats()[b];
        bool labelled = false;  // some event of that change bears the beat's labels
        for (const Event& event : story.events()) {
          labelled =
              labelled || (event.kind == EventKind::memory && event.rank == change.rank &&
                           event.begin == change.at_ns && event.train_step == beat.train_step &&
                           event.micro_step == beat.micro_step && event.plan_op == beat.plan_op);
        }
        CHECK(labelled);
      }
    }
  }
}

TEST_CASE("over keyframes too a seek equals stepping in both kinds of time") {
  Trace trace = trace_of(build_schedule(Collective::all_reduce, "ring", 64), 4096);
  std::mt19937 random(1);
  for (int i = 0; i < 3000; ++i) {
    Event event;
    event.kind = EventKind::memory;
    event.rank = static_cast<int>(random() % 64);
    event.bytes = random() % 1000;
    event.posted = event.begin = event.end = 40 * i;
    trace.events.push_back(event);
  }
  std::stable_sort(trace.events.begin(), trace.events.end(), comes_before);
  Playback stepping(trace);
  std::vector<PlaybackState> states;
  for (std::size_t b = 0; b <= stepping.story().beats().size(); ++b) {
    states.push_back(stepping.at(static_cast<double>(b)));
  }
  REQUIRE(states.size() == 127);
  Cells cells = inputs(trace.header.collectives[0], 64);
  for (std::size_t b = 0; b < states.size(); ++b) {
    REQUIRE(states[b].contributions == cells);
    if (b + 1 == states.size()) break;
    cells = after_beat(cells, stepping.story(), stepping.story().beats()[b], 64);
  }
  Playback seeking(trace);
  for (int i = 0; i < 200; ++i) {
    const std::size_t to = random() % states.size();
    REQUIRE(seeking.at(static_cast<double>(to)) == states[to]);
    REQUIRE(seeking.at_measured(1000 * static_cast<std::int64_t>(to)).contributions ==
            states[to].contributions);
    REQUIRE(seeking.at_measured(1000 * static_cast<std::int64_t>(to)).moved == states[to].moved);
  }
}
