#include "viz/paint/base_painter.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace zerolab {

Box intersection(const Box& a, const Box& b) {
  const float left = std::max(a.x, b.x);
  const float top = std::max(a.y, b.y);
  const float width = std::min(a.right(), b.right()) - left;
  const float height = std::min(a.bottom(), b.bottom()) - top;
  return {left, top, std::max(width, 0.0F), std::max(height, 0.0F)};
}

float BasePainter::text_width(std::string_view text, const TextStyle& style) const {
  return fonts_.text_width(style.face, style.size, text);
}

void BasePainter::push_clip(const Box& box) {
  clips_.push_back(clips_.empty() ? box : intersection(clips_.back(), box));
}

void BasePainter::pop_clip() {
  require(!clips_.empty(), "every pop_clip has its push_clip");
  clips_.pop_back();
}

void BasePainter::name(const Box& box, std::string_view name) {
  const Box visible = clips_.empty() ? box : intersection(clips_.back(), box);
  if (visible.width > 0 && visible.height > 0) places_.add(visible, name);
}

Point BasePainter::origin_of(Point at, std::string_view text, const TextStyle& style) const {
  switch (style.align_x) {
    case AlignX::left: break;
    case AlignX::centre: at.x -= text_width(text, style) / 2; break;
    case AlignX::right: at.x -= text_width(text, style); break;
  }
  const float capitals = fonts_.cap_height(style.face) * style.size;
  switch (style.align_y) {
    case AlignY::top: at.y += capitals; break;
    case AlignY::middle: at.y += capitals / 2; break;
    case AlignY::baseline: break;
  }
  return at;
}

}  // namespace zerolab
