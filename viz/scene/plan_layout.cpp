#include "viz/scene/plan_layout.hpp"

#include <algorithm>

#include "core/base/units.hpp"
#include "viz/scene/bracket.hpp"
#include "viz/scene/fitting_text.hpp"

namespace zerolab {

namespace {

constexpr float tallest_unit_row = 150;
constexpr float cells_share = 0.42F;  // of a unit's row
constexpr float band_share = 0.22F;

bool same_plan_op(const Beat& a, const Beat& b) {
  return a.plan_op == b.plan_op && a.train_step == b.train_step;
}

float plan_gutter(const Painter& painter, const SceneInput& input) {
  const float u = input.unit;
  const TextStyle name{Face::strong, legible(16, u), {}};
  const TextStyle band{Face::text, legible(13, u), {}};
  const TextStyle size{Face::number, legible(13, u), {}};
  float names = painter.text_width("all units", name);
  for (const UnitInfo& unit : input.story.header().units) {
    const std::string elements = with_separators(static_cast<std::int64_t>(unit.elements));
    names =
        std::max({names, painter.text_width(unit.name, name), painter.text_width(elements, size)});
  }
  const float most = 0.2F * 1872 * u;  // a long name is cut rather than the strip
  return std::min(names, most) + painter.text_width("parameters", band) + 28 * u;
}

}  // namespace

PlanNow plan_now(const Story& story, const PlaybackState& state) {
  const auto& beats = story.beats();
  PlanNow now;
  if (beats.empty()) return now;
  const bool whole = state.fraction == 0 && state.beat > 0;
  std::size_t b = std::min(whole ? state.beat - 1 : state.beat, beats.size() - 1);
  const double in_beat = whole ? 1 : state.fraction;
  while (b > 0 && beats[b].plan_op < 0) --b;
  if (beats[b].plan_op < 0) return now;
  std::size_t first = b;
  std::size_t last = b;
  while (first > 0 && same_plan_op(beats[first - 1], beats[b])) --first;
  while (last + 1 < beats.size() && same_plan_op(beats[last + 1], beats[b])) ++last;
  now.train_step = std::max(beats[b].train_step, 0);
  now.op = beats[b].plan_op;
  now.progress = (static_cast<double>(b - first) + in_beat) / static_cast<double>(last - first + 1);
  now.collective_id = beats[b].collective_id;
  return now;
}

Box PlanLayout::row_box(int unit) const {
  return {plot.x, plot.y + static_cast<float>(unit) * row, plot.width,
          unit == units ? row * cells_share : row};
}

Box PlanLayout::cells(int unit) const {
  const Box all = row_box(unit);
  return {all.x, all.y, all.width, row * cells_share - 2};
}

Box PlanLayout::parameters(int unit) const {
  const Box all = row_box(unit);
  return {all.x, all.y + row * cells_share, all.width, row * band_share - 1};
}

Box PlanLayout::gradients(int unit) const {
  const Box above = parameters(unit);
  return {above.x, above.y + row * band_share, above.width, above.height};
}

PlanLayout lay_out_plan(const Painter& painter, const Box& box, const SceneInput& input,
                        const PlanOutline& outline) {
  PlanLayout layout;
  const float u = input.unit;
  layout.units = static_cast<int>(input.story.header().units.size());
  layout.micro_steps = outline.micro_steps > 1;
  layout.bracket_row = bracket_height(u);
  layout.bracket_top = box.y;
  const float above = layout.bracket_row * (layout.micro_steps ? 2 : 1) + 12 * u;
  const float key = std::max(legible(14, u) * 1.7F, 26 * u);
  const float words = std::max(legible(20, u) * 5.2F, 120 * u);
  const float gutter = plan_gutter(painter, input);
  layout.plot = {box.x + gutter, box.y + above, box.width - gutter - 8 * u,
                 std::max(box.height - above - key - words - 16 * u, 8.0F)};
  layout.row = std::min(layout.plot.height / (static_cast<float>(layout.units) + cells_share),
                        tallest_unit_row * u);
  layout.plot.height = layout.row * (static_cast<float>(layout.units) + cells_share);
  layout.column =
      layout.plot.width / static_cast<float>(std::max<std::size_t>(outline.ops.size(), 1));
  layout.key = {box.x, layout.plot.bottom() + 8 * u, box.width, key};
  layout.words = {box.x, layout.key.bottom() + 8 * u, box.width, words};
  const float text = std::min(legible(15, u), layout.row * cells_share * 0.72F);
  layout.cell_text = text >= 11 ? text : 0;
  const float label = legible(13, u);
  layout.band_label = layout.row * band_share >= label * 1.1F ? label : 0;
  return layout;
}

}  // namespace zerolab
