// Where the step plan's strip lies: a column per operation, a row per unit, and the present moment.
#pragma once

#include "viz/scene/plan_outline.hpp"
#include "viz/scene/scene.hpp"

namespace zerolab {

// The operation that the picture is about: the one under way, or at a whole time the one just done.
struct PlanNow {
  int train_step = 0;
  std::ptrdiff_t op = -1;  // -1: none has begun
  double progress = 0;     // of that operation, 0 … 1
  int collective_id = -1;  // that it issues; -1: none
};

PlanNow plan_now(const Story& story, const PlaybackState& state);

struct PlanLayout {
  Box plot;          // the strip
  float column = 0;  // width of one operation
  float row = 0;     // pitch of one unit
  int units = 0;
  float bracket_top = 0;
  float bracket_row = 0;     // height of one row of brackets
  bool micro_steps = false;  // a row of brackets for them
  Box words;                 // the present operation in words, and its neighbours
  Box key;
  float cell_text = 0;   // size of text in cells; 0: too small
  float band_label = 0;  // of the bands' names in the gutter; 0: too thin

  float x_of(double op) const { return plot.x + static_cast<float>(op) * column; }
  float now_x(const PlanNow& now) const {
    return now.op < 0 ? plot.x : x_of(static_cast<double>(now.op) + now.progress);
  }
  // Row `units` is that of the operations of no unit.
  Box row_box(int unit) const;
  Box cells(int unit) const;       // the operations' part of the row
  Box parameters(int unit) const;  // the bands below them
  Box gradients(int unit) const;
};

PlanLayout lay_out_plan(const Painter& painter, const Box& box, const SceneInput& input,
                        const PlanOutline& outline);

}  // namespace zerolab
