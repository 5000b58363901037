// What a scene may draw. Scenes are pure functions that call a Painter; the painters are Dear ImGui
// (window and PNG), SVG, and a log of the calls (golden text).
//
// Text is measured by the same fonts whatever the painter, so that a scene has one layout.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "viz/paint/geometry.hpp"

namespace zerolab {

enum class Face {
  text,    // Inter
  strong,  // Inter SemiBold
  number   // JetBrains Mono: equally wide digits, so that columns of numbers align
};
enum class AlignX { left, centre, right };
// top: capitals begin at the point. middle: half of their height lies above it, which looks centred
// in a cell.
enum class AlignY { top, middle, baseline };

struct TextStyle {
  Face face = Face::text;
  float size = 17;  // of the em, in pixels
  Colour colour;
  AlignX align_x = AlignX::left;
  AlignY align_y = AlignY::middle;
};

struct Stroke {
  Colour colour{0, 0, 0, 0};
  float width = 1;
};

class Painter {
 public:
  virtual ~Painter() = default;

  // A fill or a stroke with alpha 0 is left out. A stroke lies half in, half outside the outline.
  virtual void box(const Box& box, Colour fill, Stroke stroke = {}, float radius = 0) = 0;
  virtual void polygon(std::span<const Point> convex, Colour fill, Stroke stroke = {}) = 0;
  virtual void path(std::span<const Point> points, Stroke stroke) = 0;  // open, round joins
  virtual void circle(Point centre, float radius, Colour fill, Stroke stroke = {}) = 0;

  // Parallel lines at 45 degrees inside the box, `spacing` pixels apart.
  virtual void hatch(const Box& box, Stroke stroke, float spacing) = 0;

  // One line of UTF-8. `at` is what the alignments say.
  virtual void text(Point at, std::string_view text, const TextStyle& style) = 0;

  // Pixels from the first glyph's origin to behind the last one. The same in every painter.
  virtual float text_width(std::string_view text, const TextStyle& style) const = 0;

  // What follows is drawn inside the box only, until the matching pop. They nest.
  virtual void push_clip(const Box& box) = 0;
  virtual void pop_clip() = 0;

  // Gives a place a name: "rank 3", "rank 3 chunk 1", "button play". Mouse, tests and tutorials
  // find places by it; nothing is drawn. A later place lies above earlier ones.
  virtual void name(const Box& box, std::string_view name) = 0;
};

}  // namespace zerolab
