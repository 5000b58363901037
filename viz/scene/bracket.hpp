// A labelled bracket over a stretch of time or of operations.
#pragma once

#include <string_view>

#include "viz/scene/scene.hpp"

namespace zerolab {

struct BracketLook {
  float left = 0;
  float right = 0;
  float y = 0;  // of the line; the label stands above it
  std::string_view longest;
  std::string_view shorter;
  std::string_view shortest;
  bool now = false;          // the present moment lies in it
  bool needs_label = false;  // without room for one there is no bracket either
};

void draw_bracket(Painter& painter, const BracketLook& look, const SceneInput& input);

// From the top of the label's line to the bottom of the feet.
float bracket_height(float unit);

}  // namespace zerolab
