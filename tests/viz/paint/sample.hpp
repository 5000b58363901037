// A picture with every kind of call in it, for tests of the painters.
#pragma once

#include "viz/paint/fonts.hpp"
#include "viz/paint/painter.hpp"

namespace zerolab::test {

// Loaded once: reading four files takes longer than most tests.
const Fonts& fonts();

// 200 x 120.
void draw_sample(Painter& painter);

}  // namespace zerolab::test
