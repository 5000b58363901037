// What the viewer has chosen: everything that decides a picture besides the trace, the time and
// the size of the window. Plain data, comparable, written and read as one line of text (--at).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "viz/scene/theme.hpp"

namespace zerolab {

enum class SceneName { ring, matrix, counters, timeline, memory, plan };
inline constexpr std::array all_scenes{SceneName::ring,     SceneName::matrix, SceneName::counters,
                                       SceneName::timeline, SceneName::memory, SceneName::plan};
std::string_view to_string(SceneName scene);   // "ring"
SceneName parse_scene(std::string_view name);  // input Error that lists the names

enum class TimeAxis { logical, measured };

struct View {
  SceneName scene = SceneName::ring;
  ThemeName theme = ThemeName::dark;
  TimeAxis axis = TimeAxis::logical;
  bool values = false;           // cells show 10^r digits
  bool both_directions = false;  // counters show sent + received added up
  bool presenter = false;        // the scene and the sentence only, large
  bool help = false;             // the page of keys lies over the scene
  std::optional<int> pinned_rank;
  std::optional<int> pinned_chunk;
  // The part of measured time that the timeline shows, nanoseconds; none: all of it.
  std::optional<std::array<std::int64_t, 2>> timeline_window;

  friend bool operator==(const View&, const View&) = default;
};

// "scene=ring time=3.25 theme=light pin-rank=2 values": the time and every choice that is not the
// default; words in any order read back. parse_view throws an input Error that quotes the word.
struct ViewAt {
  View view;
  double time = 0;  // logical: beats
  friend bool operator==(const ViewAt&, const ViewAt&) = default;
};
std::string to_text(const ViewAt& at);
ViewAt parse_view(std::string_view text);

}  // namespace zerolab
