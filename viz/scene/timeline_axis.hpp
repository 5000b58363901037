// What stands around the lanes: brackets above, ticks below, names at the left, and the cursor.
#pragma once

#include <string>

#include "viz/scene/timeline_bars.hpp"

namespace zerolab {

// "512 ns", "12.345 µs", "4.969 ms", "2.500 s".
std::string time_in_words(std::int64_t nanoseconds);

void draw_timeline_names(Painter& painter, const Box& box, const SceneInput& input,
                         const TimelineLayout& layout);
void draw_timeline_grounds(Painter& painter, const SceneInput& input, const TimelineLayout& layout);
void draw_timeline_ticks(Painter& painter, const SceneInput& input, const TimelineLayout& layout);
void draw_timeline_brackets(Painter& painter, const SceneInput& input, const TimelineIndex& index,
                            const TimelineLayout& layout);
void draw_timeline_cursor(Painter& painter, const SceneInput& input, const TimelineLayout& layout);
void draw_timeline_key(Painter& painter, const SceneInput& input, const TimelineLayout& layout,
                       const TimelineDrawn& drawn);

}  // namespace zerolab
