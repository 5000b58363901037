// A picture onto a Dear ImGui draw list: the window's painter, and through rasterizer.hpp the
// PNG's.
//
// Box outlines, and paths of horizontal and vertical pieces, are moved onto whole pixels; text
// starts on whole pixels. So equal things look equal wherever they stand.
#pragma once

#include <string_view>

#include "viz/imgui_compat.hpp"
#include "viz/paint/base_painter.hpp"
#include "viz/paint/font_book.hpp"

namespace zerolab {

class ImguiPainter : public BasePainter {
 public:
  // A scene's unit is `scale` pixels; its point (0, 0) is at `origin`, in whole pixels. Everything
  // passed must outlive the painter. Lives for one frame.
  ImguiPainter(ImDrawList& list, FontBook& book, const Fonts& fonts, float scale = 1,
               Point origin = {});

  void box(const Box& box, Colour fill, Stroke stroke = {}, float radius = 0) override;
  void polygon(std::span<const Point> convex, Colour fill, Stroke stroke = {}) override;
  void path(std::span<const Point> points, Stroke stroke) override;
  void circle(Point centre, float radius, Colour fill, Stroke stroke = {}) override;
  void hatch(const Box& box, Stroke stroke, float spacing) override;
  void text(Point at, std::string_view text, const TextStyle& style) override;
  void push_clip(const Box& box) override;
  void pop_clip() override;

 private:
  Point to_pixels(Point point) const;
  Box to_pixels(const Box& box) const;
  Stroke to_pixels(Stroke stroke) const;
  void stroke_points(std::span<const Point> pixels, Stroke stroke, bool closed);
  void stroke_path(Stroke stroke, bool closed);  // what is in the list's path

  ImDrawList& list_;
  FontBook& book_;
  float scale_;
  Point origin_;
};

}  // namespace zerolab
