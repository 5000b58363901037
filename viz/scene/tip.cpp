#include "viz/scene/tip.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/core.h>

#include "core/base/units.hpp"
#include "viz/playback/rank_words.hpp"
#include "viz/scene/current.hpp"
#include "viz/scene/fitting_text.hpp"

namespace zerolab {

namespace {

std::string cell_tip(const SceneInput& input, int rank, int chunk) {
  const Current current = current_of(input.story, input.state);
  if (current.info == nullptr || rank >= input.story.world_size() ||
      chunk >= input.state.chunk_count) {
    return "";
  }
  const Range range = current.layout.range(chunk);
  const std::string place =
      range.empty() ? fmt::format("rank {}, chunk {}: empty", rank, chunk)
                    : fmt::format("rank {}, chunk {}: elements {} to {}", rank, chunk,
                                  with_separators(static_cast<std::int64_t>(range.begin)),
                                  with_separators(static_cast<std::int64_t>(range.end) - 1));
  const auto held = input.state.held(rank, chunk);
  if (contributor_count(held) == 0) return place + "; nobody's input yet";
  return fmt::format("{}; holds {}", place, contributors(held));
}

constexpr struct {
  const char* place;
  const char* words;
} tips[]{{"button first", "first moment (Home)"},  {"button back", "one step back (←)"},
         {"button play", "play or pause (Space)"}, {"button next", "one step on (→)"},
         {"button last", "last moment (End)"},     {"speed", "speed (+ −)"}};

}  // namespace

std::string tip_of(const SceneInput& input) {
  int rank = 0;
  int chunk = 0;
  if (std::sscanf(input.hovered.c_str(), "rank %d chunk %d", &rank, &chunk) == 2) {
    return cell_tip(input, rank, chunk);
  }
  for (const auto& tip : tips) {
    if (input.hovered == tip.place) return tip.words;
  }
  return "";
}

void draw_tip(Painter& painter, const Box& box, const SceneInput& input) {
  if (!input.mouse) return;
  const std::string words = tip_of(input);
  if (words.empty()) return;
  const float u = input.unit;
  const TextStyle style{Face::text, legible(16, u), input.theme.text};
  const float width = painter.text_width(words, style) + 24 * u;
  const float height = style.size + 18 * u;
  const float x = std::clamp(input.mouse->x + 16 * u, box.x, std::max(box.x, box.right() - width));
  const float below = input.mouse->y + 20 * u;
  const float y = below + height <= box.bottom() ? below : input.mouse->y - 12 * u - height;
  painter.box({x, y, width, height}, input.theme.panel, {input.theme.outline, 1}, 6 * u);
  painter.text({x + 12 * u, y + height / 2}, words, style);
}

}  // namespace zerolab
