// Two runs beside each other in one picture: two panes with the same scene, left and right (upper
// and lower in a picture that is higher than wide), each with its title and its sentence; below
// them what differs in this step, and one time bar for both.
#pragma once

#include <span>

#include "viz/playback/differences.hpp"
#include "viz/scene/scene.hpp"

namespace zerolab {

struct PairInput {
  // With the unit, the mouse and the hovered place of the whole picture, one and the same view and
  // theme, and each run's own times.
  const SceneInput& left;
  const SceneInput& right;
  const Alignment& alignment;
  double time = 0;                                  // common
  std::span<const TransferDifference> differences;  // of the shown pair
  const RunTitles& titles;

  const SceneInput& of(Side side) const { return side == Side::left ? left : right; }
};

// What stands in front of the places' names in a pane: "left:" or "right:".
std::string_view place_prefix(Side side);

struct PanePlace {
  std::optional<Side> side;  // none: a place of the whole picture
  std::string name;          // within the pane
};
PanePlace parse_place(std::string_view name);

void draw_pair(Painter& painter, const Box& box, const PairInput& input);

}  // namespace zerolab
