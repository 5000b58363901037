// The page of keys, over the scene.
#pragma once

#include <array>

#include "viz/scene/scene.hpp"

namespace zerolab {

struct KeyHelp {
  const char* keys;
  const char* what;
};

// All keys there are, in the order of the page. The controller's tests go through them.
inline constexpr std::array key_help{
    KeyHelp{"Space", "play, pause"},
    KeyHelp{"← →", "one step back, on (hold to repeat)"},
    KeyHelp{"Shift ← →", "previous, next collective"},
    KeyHelp{"Ctrl ← →", "previous, next operation of the plan"},
    KeyHelp{"Home End", "first moment, last moment"},
    KeyHelp{"+ −", "faster, slower"},
    KeyHelp{"1 … 6", "ring, matrix, counters, timeline, memory, plan"},
    KeyHelp{"M", "ring or matrix"},
    KeyHelp{"V", "values: 10^r digits say whose input is in, and how often"},
    KeyHelp{"B", "counters: one direction, or both added up"},
    KeyHelp{"L", "timeline: steps or measured time"},
    KeyHelp{"T", "dark or light"},
    KeyHelp{"P", "presenter: the scene and the sentence, large"},
    KeyHelp{"R", "pin the next rank (Shift R: the one before)"},
    KeyHelp{"C", "pin the next chunk (Shift C: the one before)"},
    KeyHelp{"Esc", "nothing pinned, this page closed"},
    KeyHelp{"Ctrl + −", "interface larger, smaller (Ctrl 0: as it was)"},
    KeyHelp{"S", "copy the state, for --at"},
    KeyHelp{"W", "write the picture into a PNG file"},
    KeyHelp{"?", "this page"},
    KeyHelp{"Q", "quit"}};

void draw_help(Painter& painter, const Box& box, const SceneInput& input);

}  // namespace zerolab
