// Pictures with no window, no display and no OpenGL.
#pragma once

#include <functional>
#include <memory>

#include "viz/paint/fonts.hpp"
#include "viz/paint/image.hpp"
#include "viz/paint/painter.hpp"

namespace zerolab {

// Draws many frames of one size with one Dear ImGui context of its own. Any other current context
// is current again after each call.
class HeadlessRenderer {
 public:
  // The picture's size in pixels; a scene's unit is `scale` pixels. `fonts` must outlive this.
  HeadlessRenderer(const Fonts& fonts, int width_px, int height_px, float scale);
  ~HeadlessRenderer();
  HeadlessRenderer(const HeadlessRenderer&) = delete;
  HeadlessRenderer& operator=(const HeadlessRenderer&) = delete;

  // `draw` is called again where it asked for glyphs that were not rasterised yet.
  Image render(Colour background, const std::function<void(Painter&)>& draw);

  // One frame up to its triangles, which are thrown away: what a window's processor does for it.
  void build(const std::function<void(Painter&)>& draw);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

// One picture.
Image render_headless(const Fonts& fonts, int width_px, int height_px, float scale,
                      Colour background, const std::function<void(Painter&)>& draw);

}  // namespace zerolab
