#include "viz/scene/help.hpp"

#include <algorithm>

namespace zerolab {

void draw_help(Painter& painter, const Box& box, const SceneInput& input) {
  const Theme& theme = input.theme;
  const float u = input.unit;
  const auto rows = static_cast<float>(key_help.size() + 3);
  const float row = std::min(32 * u, box.height * 0.94F / rows);
  const float width = std::min(760 * u, box.width - 32 * u);
  const Box page{box.centre().x - width / 2, box.centre().y - row * rows / 2, width, row * rows};
  painter.box(box, theme.ground.with_alpha(0.75F));
  painter.box(page, theme.panel, {theme.outline, 1.5F * u}, 10 * u);
  painter.name(page, "help");
  float y = page.y + row * 1.2F;
  painter.text({page.x + 32 * u, y}, "Keys",
               {Face::strong, std::min(22 * u, row * 0.7F), theme.text});
  const float size = std::min(17 * u, row * 0.58F);
  for (const KeyHelp& help : key_help) {
    y += row;
    painter.text({page.x + 170 * u, y}, help.keys,
                 {Face::number, size, theme.accent, AlignX::right, AlignY::middle});
    painter.text({page.x + 198 * u, y}, help.what, {Face::text, size, theme.text});
  }
}

}  // namespace zerolab
