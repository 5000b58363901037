// The bars of one lane. What is narrower than a pixel or two is folded: such a stretch becomes grey
// steps that say how busy the lane is there, by their height or, in thin lanes, by their strength.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "viz/scene/timeline_layout.hpp"

namespace zerolab {

// A bar's text that lies where the cursor crosses it: painted after the cursor.
struct TimelineLabel {
  Box ground;
  Colour ground_colour;
  Point at;
  std::string text;
  TextStyle style;
};

struct TimelineBar {
  Box box;
  TimelineLane lane = TimelineLane::compute;
  std::uint32_t id = 0;  // TimelineTrack::Item::id
  int rank = 0;
};

// Remembers what drawing the lanes met, for the key below them and for the places' names.
struct TimelineDrawn {
  bool folded = false;
  bool hatched = false;
  bool numbered = false;
  bool outlined = false;
  std::set<OpKind> by_letter;
  std::vector<TimelineLabel> over_cursor;
  std::vector<TimelineBar> bars;  // drawn one by one, up to most_named_bars
};
inline constexpr std::size_t most_named_bars = 2000;

// Whether lanes are tall enough for a ground of their own, outlines and hatching.
bool has_detailed_lanes(const TimelineLayout& layout);

// Narrower items are folded, pixels.
inline constexpr float timeline_fold = 3;

void draw_timeline_lane(Painter& painter, const SceneInput& input, const TimelineIndex& index,
                        const TimelineLayout& layout, int rank, TimelineLane lane,
                        TimelineDrawn& drawn);

}  // namespace zerolab
