// Text that fits: sizes that stay legible, and the longest wording that a place has room for.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "viz/paint/painter.hpp"

namespace zerolab {

// `size` of a 1920 × 1080 picture at this scale, but never under 11 pixels.
float legible(float size, float unit);

// The first wording, as a rule the longest, that is at most `width` wide; empty where none is.
std::string_view first_fitting(const Painter& painter,
                               std::initializer_list<std::string_view> wordings,
                               const TextStyle& style, float width);

// Every how many-th label to print, of labels `pitch` pixels apart that need `needed` pixels each:
// 1, 2, 4, 8, …
int label_stride(float pitch, float needed);

}  // namespace zerolab
