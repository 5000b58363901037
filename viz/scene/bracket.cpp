#include "viz/scene/bracket.hpp"

#include <algorithm>
#include <array>

#include "viz/scene/fitting_text.hpp"

namespace zerolab {

namespace {
constexpr float bracket_text = 14;
}

void draw_bracket(Painter& painter, const BracketLook& look, const SceneInput& input) {
  const float u = input.unit;
  const Theme& theme = input.theme;
  const TextStyle style{look.now ? Face::strong : Face::text, legible(bracket_text, u),
                        look.now ? theme.text : theme.quiet_text, AlignX::centre};
  const std::string_view text = first_fitting(painter, {look.longest, look.shorter, look.shortest},
                                              style, look.right - look.left - 6 * u);
  if (text.empty() && look.needs_label) return;
  const float foot = look.right - look.left >= 6 ? 4 * u : 0;
  const std::array points{Point{look.left, look.y + foot}, Point{look.left, look.y},
                          Point{look.right, look.y}, Point{look.right, look.y + foot}};
  painter.path(points, {look.now ? theme.text : theme.outline, look.now ? 2 * u : 1});
  if (text.empty()) return;
  painter.text({(look.left + look.right) / 2, look.y - style.size * 0.68F}, text, style);
}

float bracket_height(float unit) {
  return std::max(legible(bracket_text, unit) * 1.6F, 24 * unit);
}

}  // namespace zerolab
