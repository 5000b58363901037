// Two runs on one clock: which beats of both belong together.
//
// Steps belong together that have the same collective and the same step, operations that have the
// same place in the plan. A beat that only one run has stands by itself: meanwhile the other run
// waits, or has ended. Common time is pair + fraction, as logical time is beat + fraction.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "viz/playback/story.hpp"

namespace zerolab {

enum class Side { left, right };
inline constexpr std::array both_sides{Side::left, Side::right};
constexpr Side other_side(Side side) {
  return side == Side::left ? Side::right : Side::left;
}

struct BeatPair {
  std::optional<std::size_t> left;  // into the run's beats; one at least is there
  std::optional<std::size_t> right;

  const std::optional<std::size_t>& of(Side side) const {
    return side == Side::left ? left : right;
  }
  friend bool operator==(const BeatPair&, const BeatPair&) = default;
};

class Alignment {
 public:
  // Throws an input Error where the world sizes differ. Borrows nothing.
  Alignment(const Story& left, const Story& right);

  // Each run's beats in their own order.
  const std::vector<BeatPair>& pairs() const { return pairs_; }

  // Of each pair the left run's beat, or else the right run's: for time bars and Stops.
  const std::vector<Beat>& beats() const { return beats_; }

  // The run's own logical time at a common time.
  double time_of(Side side, double time) const;

  // The common time at which a run's beat begins; its end for one beyond the last.
  double common_of(Side side, std::size_t beat) const;

  // The pair that a picture is about: the one under way, or at a whole time the one just done. None
  // at the beginning.
  std::optional<std::size_t> shown(double time) const;

  // Whether the run has no beat in the shown pair and none after it.
  bool has_ended(Side side, double time) const;

 private:
  std::vector<BeatPair> pairs_;
  std::vector<Beat> beats_;
  std::array<std::vector<std::size_t>, 2> before_;   // [side][pair]: beats in the pairs before it
  std::array<std::vector<std::size_t>, 2> pair_of_;  // [side][beat]
};

}  // namespace zerolab
