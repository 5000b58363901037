// What all painters share: measuring text, the clip stack, and the registry of named places.
#pragma once

#include <string_view>
#include <vector>

#include "viz/paint/fonts.hpp"
#include "viz/paint/painter.hpp"
#include "viz/paint/places.hpp"

namespace zerolab {

class BasePainter : public Painter {
 public:
  float text_width(std::string_view text, const TextStyle& style) const override;
  void push_clip(const Box& box) override;
  void pop_clip() override;
  // Keeps the part inside the current clip; a place that is clipped away is not kept.
  void name(const Box& box, std::string_view name) override;

  const Places& places() const { return places_; }

 protected:
  explicit BasePainter(const Fonts& fonts) : fonts_(fonts) {}

  const Fonts& fonts() const { return fonts_; }
  // The intersection of all open clips; null where there is none.
  const Box* current_clip() const { return clips_.empty() ? nullptr : &clips_.back(); }
  // Left end of the line's baseline.
  Point origin_of(Point at, std::string_view text, const TextStyle& style) const;

 private:
  const Fonts& fonts_;
  std::vector<Box> clips_;
  Places places_;
};

inline bool is_visible(Colour colour) {
  return colour.alpha != 0;
}
inline bool is_visible(const Stroke& stroke) {
  return is_visible(stroke.colour) && stroke.width > 0;
}

// The common part; width and height are 0 where there is none.
Box intersection(const Box& a, const Box& b);

}  // namespace zerolab
