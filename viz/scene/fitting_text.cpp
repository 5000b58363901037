#include "viz/scene/fitting_text.hpp"

#include <algorithm>

namespace zerolab {

float legible(float size, float unit) {
  constexpr float least = 11;
  return std::max(least, size * unit);
}

std::string_view first_fitting(const Painter& painter,
                               std::initializer_list<std::string_view> wordings,
                               const TextStyle& style, float width) {
  for (const std::string_view wording : wordings) {
    if (painter.text_width(wording, style) <= width) return wording;
  }
  return {};
}

int label_stride(float pitch, float needed) {
  constexpr int most = 1 << 20;
  int stride = 1;
  while (stride < most && pitch * static_cast<float>(stride) < needed) stride *= 2;
  return stride;
}

}  // namespace zerolab
