// One chunk on one rank, drawn: its number on its colour, and a tick per rank whose input is in.
#pragma once

#include <span>

#include "viz/scene/current.hpp"

namespace zerolab {

struct CellLook {
  int chunk = 0;
  std::span<const std::uint8_t> held;  // [contributor], see PlaybackState
  bool complete = false;               // is_complete
  bool promised = false;               // the collective ends with the complete chunk on this rank
  bool fresh = false;                  // has just changed
  float share = 1;                     // opacity; less where something else is pinned
};

// Empty cells (nobody's input) are outlines. A complete chunk that is promised here has a double
// border. The ticks stand as the digits do, rank 0's last. With view.values the digits stand for
// the ranks, the last digit for rank 0: digit r says how often rank r's input is in, as if rank r
// had contributed 10^r.
void draw_cell(Painter& painter, const Box& box, const CellLook& look, const SceneInput& input);

// "0111": one digit per rank, rank 0 last; more than 9 times is '+'.
std::string contribution_digits(std::span<const std::uint8_t> held);

// A chunk on its way: a cell with a sign that says what happens on arrival, + or =.
void draw_travelling_cell(Painter& painter, const Box& box, const CellLook& look, Combine combine,
                          const SceneInput& input);

}  // namespace zerolab
