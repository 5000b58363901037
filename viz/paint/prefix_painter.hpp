// A painter that draws on another one and puts a word in front of every place's name: two scenes in
// one picture have names of their own ("left:rank 3", "right:rank 3").
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "viz/paint/painter.hpp"

namespace zerolab {

class PrefixPainter : public Painter {
 public:
  PrefixPainter(Painter& painter, std::string prefix)
      : painter_(painter), prefix_(std::move(prefix)) {}

  void box(const Box& box, Colour fill, Stroke stroke = {}, float radius = 0) override {
    painter_.box(box, fill, stroke, radius);
  }
  void polygon(std::span<const Point> convex, Colour fill, Stroke stroke = {}) override {
    painter_.polygon(convex, fill, stroke);
  }
  void path(std::span<const Point> points, Stroke stroke) override {
    painter_.path(points, stroke);
  }
  void circle(Point centre, float radius, Colour fill, Stroke stroke = {}) override {
    painter_.circle(centre, radius, fill, stroke);
  }
  void hatch(const Box& box, Stroke stroke, float spacing) override {
    painter_.hatch(box, stroke, spacing);
  }
  void text(Point at, std::string_view text, const TextStyle& style) override {
    painter_.text(at, text, style);
  }
  float text_width(std::string_view text, const TextStyle& style) const override {
    return painter_.text_width(text, style);
  }
  void push_clip(const Box& box) override { painter_.push_clip(box); }
  void pop_clip() override { painter_.pop_clip(); }
  void name(const Box& box, std::string_view name) override {
    painter_.name(box, prefix_ + std::string(name));
  }

 private:
  Painter& painter_;
  std::string prefix_;
};

}  // namespace zerolab
