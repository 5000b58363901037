// A picture as an SVG document: the same calls give the same bytes.
//
// Text stays text. textLength holds each line at the width that the scene laid out, whichever font
// the viewer has. Numbers have at most 2 decimals. Named places are kept in places(), not written.
#pragma once

#include <string>
#include <string_view>

#include "viz/paint/base_painter.hpp"

namespace zerolab {

class SvgPainter : public BasePainter {
 public:
  // Several documents in one HTML page need different prefixes: ids are the page's.
  SvgPainter(const Fonts& fonts, float width, float height, Colour background,
             std::string id_prefix = "");

  void box(const Box& box, Colour fill, Stroke stroke = {}, float radius = 0) override;
  void polygon(std::span<const Point> convex, Colour fill, Stroke stroke = {}) override;
  void path(std::span<const Point> points, Stroke stroke) override;
  void circle(Point centre, float radius, Colour fill, Stroke stroke = {}) override;
  void hatch(const Box& box, Stroke stroke, float spacing) override;
  void text(Point at, std::string_view text, const TextStyle& style) override;
  void push_clip(const Box& box) override;
  void pop_clip() override;

  // The whole document. Every clip must have been popped.
  std::string document() const;

 private:
  float width_;
  float height_;
  Colour background_;
  std::string id_prefix_;
  int clip_count_ = 0;
  int open_clips_ = 0;
  std::string body_;
};

}  // namespace zerolab
