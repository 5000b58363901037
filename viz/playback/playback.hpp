// The state at any time of a story, exact in both directions: the state at a time is the same
// whether one came to it by steps, backwards, or by a jump.
//
// Logical time is beat + fraction: at 2.0 beats 0 and 1 are done, at 2.25 beat 2 is under way. At a
// whole time beat 1 has just ended and beat 2 not begun: its collective and its memory do not show
// yet. Measured time is nanoseconds since the trace's start; then each move is under way from its
// own begin_ns to its end_ns, and ranks may be in different steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/memory.hpp"
#include "viz/playback/stops.hpp"
#include "viz/playback/story.hpp"

namespace zerolab {

// Traffic of one rank.
struct Moved {
  std::int64_t sent_messages = 0;
  std::int64_t received_messages = 0;
  std::int64_t sent_elements = 0;
  std::int64_t received_elements = 0;
  friend bool operator==(const Moved&, const Moved&) = default;
};

struct MoveInFlight {
  ChunkMove move;
  double fraction = 0;  // of the way, 0 … 1, both excluded
  friend bool operator==(const MoveInFlight&, const MoveInFlight&) = default;
};

// Everything that scenes may show. Comparable, so that tests can say "identical".
struct PlaybackState {
  std::size_t beat = 0;    // the beat under way, or beats().size() at the end
  double fraction = 0;     // of it, 0 … 1 (1 excluded)
  int collective_id = -1;  // whose chunks `contributions` describes; -1 before the first
  int chunk_count = 0;     // of that collective

  // [rank][chunk][contributor]: how many times what `rank` holds of `chunk` contains that rank's
  // input; 255 stands for "that often or more". All 0: nothing of the collective's is there. At
  // the end of a collective this stays until the next one begins.
  std::vector<std::uint8_t> contributions;
  int world_size = 0;
  std::span<const std::uint8_t> held(int rank, int chunk) const {
    const auto n = static_cast<std::size_t>(world_size);
    return std::span(contributions)
        .subspan((static_cast<std::size_t>(rank) * static_cast<std::size_t>(chunk_count) +
                  static_cast<std::size_t>(chunk)) *
                     n,
                 n);
  }

  std::vector<MoveInFlight> in_flight;  // by source, then chunk
  std::vector<Moved> moved;             // [rank]: since the trace's start; a move counts when done
  std::vector<Moved> moved_in_collective;  // [rank]: in that collective alone
  std::vector<CategoryBytes> memory;       // [rank]
  friend bool operator==(const PlaybackState&, const PlaybackState&) = default;
};

class LogicalView;
class MeasuredView;

class Playback {
 public:
  // Throws the Errors of Story.
  explicit Playback(Trace trace);
  ~Playback();
  Playback(Playback&&) noexcept;
  Playback& operator=(Playback&&) noexcept;

  const Story& story() const { return story_; }

  // Logical time, clamped to 0 … beats().size(). Costs a replay from the last keyframe, or of what
  // lies between where one had that been the last answer: under 1 ms for 64 ranks and a million
  // events.
  const PlaybackState& at(double logical_time);

  // Measured time in nanoseconds, clamped to 0 … duration_ns(). The collective shown is the last
  // one that any rank has begun.
  const PlaybackState& at_measured(std::int64_t time_ns);

  // Where to go from a logical time.
  const Stops& stops() const { return stops_; }

  // The logical time of a measured one: as many beats as are over, and of each that is under way
  // the part of its time that has passed. And back: the latest measured time whose logical time is
  // at most this one. Where beats do not overlap, beat b begins at b, and the two are inverse.
  double logical_of(std::int64_t time_ns) const;
  std::int64_t measured_of(double logical_time) const;

 private:
  Story story_;
  std::unique_ptr<LogicalView> logical_;
  std::unique_ptr<MeasuredView> measured_;
  Stops stops_;
};

}  // namespace zerolab
