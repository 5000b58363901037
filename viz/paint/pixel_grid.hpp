// Sharp edges: horizontal and vertical lines moved by at most half a pixel so that they cover whole
// pixels. All coordinates are pixels.
#pragma once

#include <span>
#include <vector>

#include "viz/paint/geometry.hpp"

namespace zerolab {

// A box without an outline: edges on pixel boundaries, at least one pixel wide and high.
Box on_grid(const Box& box);

// The middle of a box's outline, such that the outline's outer edge lies on pixel boundaries.
Box outline_on_grid(const Box& box, float stroke_width);

// What to fill inside that outline: from the last pixel boundary under it.
Box inside_of_outline(const Box& outline, float stroke_width);

// A path of horizontal and vertical pieces alone is moved onto the grid; any other is returned as
// it is.
std::vector<Point> path_on_grid(std::span<const Point> points, float stroke_width);

}  // namespace zerolab
