// A picture as text, one line a call: what golden files compare and `--dump` prints.
//
//   box 10.0 20.0 100.0 30.0 fill #56b4e9 stroke #f2f2f2 1.0 radius 4.0
//   polygon 0.0,0.0 8.0,4.0 0.0,8.0 fill #56b4e9
//   path 0.0,0.0 8.0,4.0 stroke #f2f2f2 2.0
//   circle 50.0 50.0 4.0 fill #56b4e9
//   hatch 10.0 20.0 100.0 30.0 stroke #f2f2f2 1.0 spacing 6.0
//   text 10.0 20.0 number 15.0 #f2f2f2 left middle "c3"
//   clip 0.0 0.0 100.0 100.0
//   unclip
//   name 10.0 20.0 100.0 30.0 "rank 3"
//
// A colour that is not opaque has two more digits. What is invisible is left out.
#pragma once

#include <string>
#include <string_view>

#include "viz/paint/base_painter.hpp"

namespace zerolab {

class LogPainter : public BasePainter {
 public:
  explicit LogPainter(const Fonts& fonts) : BasePainter(fonts) {}

  void box(const Box& box, Colour fill, Stroke stroke = {}, float radius = 0) override;
  void polygon(std::span<const Point> convex, Colour fill, Stroke stroke = {}) override;
  void path(std::span<const Point> points, Stroke stroke) override;
  void circle(Point centre, float radius, Colour fill, Stroke stroke = {}) override;
  void hatch(const Box& box, Stroke stroke, float spacing) override;
  void text(Point at, std::string_view text, const TextStyle& style) override;
  void push_clip(const Box& box) override;
  void pop_clip() override;
  void name(const Box& box, std::string_view name) override;

  const std::string& lines() const { return lines_; }

 private:
  std::string lines_;
};

}  // namespace zerolab
