#include "viz/scene/beside.hpp"

#include <algorithm>
#include <cmath>

namespace zerolab {

std::string_view sign_of(MoveSign sign) {
  switch (sign) {
    case MoveSign::differs: return "≠";
    case MoveSign::only_here: return "!";
    case MoveSign::missing: return "∅";
  }
  return "";
}

std::vector<MoveMark> marks_of(std::span<const TransferDifference> differences, Side side) {
  std::vector<MoveMark> marks;
  for (const TransferDifference& one : differences) {
    const auto& own = one.of(side);
    const auto& other = one.of(other_side(side));
    if (!own) {
      marks.push_back({*other, MoveSign::missing});
    } else {
      marks.push_back({*own, other ? MoveSign::differs : MoveSign::only_here});
    }
  }
  return marks;
}

const MoveMark* mark_of(const SceneInput& input, const ChunkMove& move) {
  if (input.beside == nullptr) return nullptr;
  const auto& marks = input.beside->marks;
  const auto found = std::ranges::find_if(marks, [&](const MoveMark& mark) {
    return mark.sign != MoveSign::missing && mark.move == move;
  });
  return found == marks.end() ? nullptr : &*found;
}

std::vector<MoveMark> missing_marks(const SceneInput& input) {
  std::vector<MoveMark> missing;
  if (input.beside == nullptr) return missing;
  std::ranges::copy_if(input.beside->marks, std::back_inserter(missing),
                       [](const MoveMark& mark) { return mark.sign == MoveSign::missing; });
  return missing;
}

bool counts_differ(const SceneInput& input, int rank) {
  const auto r = static_cast<std::size_t>(rank);
  if (input.beside == nullptr || r >= input.beside->other_moved.size()) return false;
  return input.beside->other_moved[r] != input.state.moved_in_collective[r];
}

void draw_sign(Painter& painter, Point centre, float radius, MoveSign sign, const Theme& theme) {
  painter.circle(centre, radius, theme.ground, {theme.bad, std::max(1.5F, radius * 0.16F)});
  painter.text(
      centre, sign_of(sign),
      {Face::strong, std::max(11.0F, radius * 1.35F), theme.bad, AlignX::centre, AlignY::middle});
}

void draw_dashes(Painter& painter, std::span<const Point> points, Stroke stroke, float length) {
  float done = 0;  // of the way
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Point from = points[i - 1];
    const Point to = points[i];
    const float way = std::hypot(to.x - from.x, to.y - from.y);
    const auto at = [&](float part) {
      return Point{from.x + (to.x - from.x) * part / way, from.y + (to.y - from.y) * part / way};
    };
    for (float begin = 0; begin < way;) {
      // A dash and a gap, equally long.
      const float place = std::fmod(done + begin, 2 * length);
      const float end = std::min(way, begin + std::max(length - std::fmod(place, length), 0.01F));
      const Point dash[]{at(begin), at(end)};
      if (place < length) painter.path(dash, stroke);
      begin = end;
    }
    done += way;
  }
}

}  // namespace zerolab
