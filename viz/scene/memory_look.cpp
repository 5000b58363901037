#include "viz/scene/memory_look.hpp"

#include <cmath>
#include <numbers>

namespace zerolab {

namespace {

// Hatching hangs on its box's corner; every box's is drawn from a corner that lies on one common
// stripe, and clipped.
void hatch_in_step(Painter& painter, const Box& box, Stroke stroke, float spacing) {
  const float period = spacing * std::numbers::sqrt2_v<float>;
  const float shift = std::fmod(box.x + box.y, period);
  painter.push_clip(box);
  painter.hatch({box.x - shift, box.y, box.width + shift, box.height}, stroke, spacing);
  painter.pop_clip();
}

}  // namespace

void draw_memory_box(Painter& painter, const Box& box, MemoryCategory category,
                     const SceneInput& input, float strength) {
  if (!(box.width > 0 && box.height > 0)) return;
  const Theme& theme = input.theme;
  const Colour fill =
      mixed(theme.ground, theme.memory[static_cast<std::size_t>(category)], strength);
  painter.box(box, fill);
  constexpr float least = 3;  // pixels; thinner hatching is a smear
  if (is_at_rest(category) || box.width < least || box.height < least) return;
  hatch_in_step(painter, box, {mixed(fill, theme.ground, 0.4F), 1.5F * input.unit}, 7 * input.unit);
}

}  // namespace zerolab
