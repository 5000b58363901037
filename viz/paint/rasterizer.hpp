// Dear ImGui's triangles to pixels without a graphics library: what a GPU does, in a few rules.
//
// A pixel belongs to a triangle if its centre lies inside; a centre exactly on an edge belongs to
// the triangle only if that is a top or a left edge. Corners are rounded to 1/256 pixel and edges
// evaluated in integers, so triangles that share an edge neither leave a gap nor overlap. The
// texture is sampled bilinearly; colours blend as alpha * source + (1 - alpha) * destination.
#pragma once

#include "viz/imgui_compat.hpp"
#include "viz/paint/image.hpp"

namespace zerolab {

// Draws over `image`, whose top left pixel is at data.DisplayPos. All draw commands read
// `atlas`, whose colour is white.
void rasterize(const ImDrawData& data, const imgui::AtlasPixels& atlas, Image& image);

}  // namespace zerolab
