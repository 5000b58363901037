#include "viz/scene/cell.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace zerolab {

namespace {

constexpr std::size_t ticks_per_row = 8;
constexpr std::size_t most_ticks = 32;
constexpr std::size_t digits_per_line = 4;
constexpr float smallest_cell_number = 8;  // pixels
constexpr float smallest_digit = 7.5F;     // pixels

// A complete chunk has its full colour, others a little less: the ticks say the rest.
Colour cell_fill(const CellLook& look, const SceneInput& input) {
  if (contributor_count(look.held) == 0) return Colour{0, 0, 0, 0};
  const Colour full = chunk_colour(input.theme, look.chunk);
  return look.complete ? full : mixed(input.theme.ground, full, 0.84F);
}

void draw_ticks(Painter& painter, const Box& box, const CellLook& look, Colour ink,
                const SceneInput& input) {
  const std::size_t count = look.held.size();
  if (count > most_ticks) return;
  const std::size_t in_row = std::min(count, ticks_per_row);
  const std::size_t rows = (count + ticks_per_row - 1) / ticks_per_row;
  const float pitch = box.width / static_cast<float>(in_row);
  const float gap = std::min(2 * input.unit, pitch * 0.3F);
  const float height = box.height / static_cast<float>(rows);
  for (std::size_t rank = 0; rank < count; ++rank) {
    // As the digits: rank 0 is the last of the last row.
    const auto column = static_cast<float>(in_row - 1 - rank % ticks_per_row);
    const auto row = static_cast<float>(rows - 1 - rank / ticks_per_row);
    const Box tick{box.x + column * pitch + gap / 2, box.y + row * height + 1, pitch - gap,
                   height - 2};
    const bool in = look.held[rank] > 0;
    const bool twice = look.held[rank] > 1;
    if (twice) {
      painter.box(tick, input.theme.bad.with_alpha(look.share), {ink.with_alpha(look.share), 1});
    } else if (in) {
      painter.box(tick, ink.with_alpha(look.share));
    } else {
      painter.box({tick.x, tick.bottom() - 1, tick.width, 1}, ink.with_alpha(0.45F * look.share));
    }
  }
}

// The digits in lines of four, the last line for the ranks 0 to 3. False, and nothing drawn, where
// they are not asked for or would be too small.
bool draw_digits(Painter& painter, const Box& box, const CellLook& look, Colour ink,
                 const SceneInput& input) {
  if (!input.view.values) return false;
  const std::string digits = contribution_digits(look.held);
  const std::size_t lines = (digits.size() + digits_per_line - 1) / digits_per_line;
  const float size = std::min({(box.height - 3) / static_cast<float>(lines) * 0.95F,
                               (box.width - 2) / 2.5F, 20 * input.unit});
  if (size < smallest_digit) return false;
  for (std::size_t line = 0; line < lines; ++line) {
    const float y =
        box.centre().y + (static_cast<float>(line) - static_cast<float>(lines - 1) / 2) * size;
    const std::size_t end = digits.size() - (lines - 1 - line) * digits_per_line;
    const std::size_t begin = end > digits_per_line ? end - digits_per_line : 0;
    painter.text({box.centre().x, y}, digits.substr(begin, end - begin),
                 {Face::number, size, ink.with_alpha(look.share), AlignX::centre, AlignY::middle});
  }
  return true;
}

}  // namespace

std::string contribution_digits(std::span<const std::uint8_t> held) {
  std::string digits;
  for (std::size_t rank = held.size(); rank-- > 0;) {
    digits += held[rank] > 9 ? '+' : static_cast<char>('0' + held[rank]);
  }
  return digits;
}

void draw_cell(Painter& painter, const Box& box, const CellLook& look, const SceneInput& input) {
  const Colour fill = cell_fill(look, input);
  const bool empty = fill.alpha == 0;
  const Theme& theme = input.theme;
  const Colour ink = empty ? theme.quiet_text : number_on(fill);
  const float radius = std::min(4 * input.unit, box.width / 6);
  const Colour border = look.fresh ? theme.accent : empty ? theme.faint : theme.outline;
  painter.box(box, fill.with_alpha(look.share),
              {border.with_alpha(look.share), look.fresh ? 2.5F * input.unit : 1}, radius);
  if (!empty && hatched(look.chunk)) {
    painter.hatch(box.inset(1), {ink.with_alpha(0.28F * look.share), 1}, 6 * input.unit);
  }
  if (look.complete && look.promised) {
    painter.box(box.inset(-3 * input.unit), Colour{0, 0, 0, 0},
                {theme.text.with_alpha(look.share), 2 * input.unit}, radius + 2 * input.unit);
  }
  const float tick_height =
      std::max(4.0F, box.height * (look.held.size() > ticks_per_row ? 0.36F : 0.22F));
  const Box ticks{box.x + 2, box.bottom() - tick_height - 1, box.width - 4, tick_height};
  const float label_height = box.height - tick_height - 2;
  const Point middle{box.x + box.width / 2, box.y + 1 + label_height / 2};
  if (!empty && draw_digits(painter, box, look, ink, input)) return;
  if (!empty) draw_ticks(painter, ticks, look, ink, input);
  const float size = std::min(label_height * 0.78F, box.width * (look.chunk > 9 ? 0.62F : 0.72F));
  if (size < smallest_cell_number) return;
  painter.text(middle, std::to_string(look.chunk),
               {Face::number, size, ink.with_alpha(look.share), AlignX::centre, AlignY::middle});
}

void draw_travelling_cell(Painter& painter, const Box& box, const CellLook& look, Combine combine,
                          const SceneInput& input) {
  const Theme& theme = input.theme;
  const float u = input.unit;
  painter.box(box.inset(-4 * u), theme.ground.with_alpha(look.share),
              {theme.text.with_alpha(look.share), 1.5F * u}, 6 * u);
  draw_cell(painter, box, look, input);
  const float radius = std::max({4.6F, 7 * u, box.width * 0.2F});
  const Point centre{box.right() + 2 * u, box.y - 2 * u};
  const bool adds = combine == Combine::add;
  painter.circle(centre, radius, (adds ? theme.text : theme.ground).with_alpha(look.share),
                 {theme.text.with_alpha(look.share), 1.5F * u});
  const Colour ink = (adds ? theme.ground : theme.text).with_alpha(look.share);
  const float arm = radius * 0.55F;
  const Stroke pen{ink, std::max(1.5F, 2 * u)};
  if (adds) {
    const Point across[]{{centre.x - arm, centre.y}, {centre.x + arm, centre.y}};
    const Point down[]{{centre.x, centre.y - arm}, {centre.x, centre.y + arm}};
    painter.path(across, pen);
    painter.path(down, pen);
  } else {
    for (const float dy : {-0.4F, 0.4F}) {
      const Point line[]{{centre.x - arm, centre.y + dy * arm},
                         {centre.x + arm, centre.y + dy * arm}};
      painter.path(line, pen);
    }
  }
}

}  // namespace zerolab
