// Shapes go through Dear ImGui's path functions, whose coordinates are exact (its AddLine and
// AddRect shift by half a pixel). Glyphs are placed one by one at our own advances.
#include "viz/paint/imgui_painter.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "viz/paint/pixel_grid.hpp"
#include "viz/paint/stripes.hpp"
#include "viz/paint/utf8.hpp"

namespace zerolab {
namespace {

ImVec2 vec(Point p) {
  return {p.x, p.y};
}

ImU32 packed(Colour c) {
  return IM_COL32(c.red, c.green, c.blue, c.alpha);
}

float whole_pixel(float value) {
  return std::floor(value + 0.5F);
}

// Enough corners that the polygon leaves the circle by at most 1/20 pixel.
int circle_corners(float radius) {
  const float error = std::min(0.05F, radius / 4);
  const float corners = std::numbers::pi_v<float> / std::acos(1 - error / radius);
  return std::clamp(static_cast<int>(std::ceil(corners)), 12, 512);
}

// A polygon of the circle's area: one with its corners on the circle would be visibly smaller where
// the circle is small.
void circle_path(ImDrawList& list, Point centre, float radius) {
  const int corners = circle_corners(radius);
  const float angle = 2 * std::numbers::pi_v<float> / static_cast<float>(corners);
  const float to_corner = radius * std::sqrt(angle / std::sin(angle));
  list.PathArcTo(vec(centre), to_corner, 0, angle * static_cast<float>(corners - 1), corners - 1);
}

// Twice the signed area: positive where the corners go clockwise on the screen.
float winding(std::span<const Point> polygon) {
  float sum = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point a = polygon[i];
    const Point b = polygon[(i + 1) % polygon.size()];
    sum += a.x * b.y - b.x * a.y;
  }
  return sum;
}

// Dear ImGui takes a code point of 16 bits only, where it was built so.
ImWchar glyph_code(char32_t code_point) {
  return code_point > IM_UNICODE_CODEPOINT_MAX ? ImWchar{IM_UNICODE_CODEPOINT_INVALID}
                                               : static_cast<ImWchar>(code_point);
}

}  // namespace

ImguiPainter::ImguiPainter(ImDrawList& list, FontBook& book, const Fonts& fonts, float scale,
                           Point origin)
    : BasePainter(fonts), list_(list), book_(book), scale_(scale), origin_(origin) {}

Point ImguiPainter::to_pixels(Point p) const {
  return {origin_.x + p.x * scale_, origin_.y + p.y * scale_};
}

Box ImguiPainter::to_pixels(const Box& b) const {
  const Point corner = to_pixels(Point{b.x, b.y});
  return {corner.x, corner.y, b.width * scale_, b.height * scale_};
}

void ImguiPainter::stroke_points(std::span<const Point> pixels, Stroke stroke, bool closed) {
  for (const Point& p : pixels) list_.PathLineTo(vec(p));
  stroke_path(stroke, closed);
}

void ImguiPainter::stroke_path(Stroke stroke, bool closed) {
  // Dear ImGui draws no line thinner than a pixel; a fainter one looks thinner.
  const float width = std::max(stroke.width, 1.0F);
  list_.PathStroke(packed(stroke.colour.with_alpha(stroke.width / width)),
                   closed ? ImDrawFlags_Closed : ImDrawFlags_None, width);
}

Stroke ImguiPainter::to_pixels(Stroke stroke) const {
  return {stroke.colour, stroke.width * scale_};
}

void ImguiPainter::box(const Box& scene_box, Colour fill, Stroke scene_stroke, float radius) {
  Box inside = to_pixels(scene_box);
  float rounding = radius * scale_;
  const Stroke stroke = to_pixels(scene_stroke);
  const bool outlined = is_visible(stroke);
  if (!outlined && !(inside.width > 0 && inside.height > 0)) return;
  Box outline;
  if (outlined) {
    outline = outline_on_grid(inside, stroke.width);
    inside = inside_of_outline(outline, stroke.width);
  } else {
    inside = on_grid(inside);
  }
  if (is_visible(fill) && inside.width > 0 && inside.height > 0) {
    const float inset = outlined ? inside.x - outline.x : 0;
    list_.AddRectFilled({inside.x, inside.y}, {inside.right(), inside.bottom()}, packed(fill),
                        radius > 0 ? std::max(rounding - inset, 0.0F) : 0);
  }
  if (outlined) {
    list_.PathRect({outline.x, outline.y}, {outline.right(), outline.bottom()}, rounding);
    stroke_path(stroke, true);
  }
}

void ImguiPainter::polygon(std::span<const Point> convex, Colour fill, Stroke stroke) {
  if (convex.size() < 3) return;
  std::vector<Point> pixels;
  for (const Point& p : convex) pixels.push_back(to_pixels(p));
  // Anti-aliasing grows the polygon to the left of its edges.
  if (winding(pixels) < 0) std::reverse(pixels.begin(), pixels.end());
  if (is_visible(fill)) {
    for (const Point& p : pixels) list_.PathLineTo(vec(p));
    list_.PathFillConvex(packed(fill));
  }
  if (is_visible(stroke)) stroke_points(pixels, to_pixels(stroke), true);
}

void ImguiPainter::path(std::span<const Point> points, Stroke scene_stroke) {
  if (!is_visible(scene_stroke)) return;
  const Stroke stroke = to_pixels(scene_stroke);
  std::vector<Point> pixels;
  for (const Point& p : points) {
    // A piece without length has no direction for Dear ImGui to draw across.
    if (const Point q = to_pixels(p); pixels.empty() || !(pixels.back() == q)) pixels.push_back(q);
  }
  if (pixels.size() < 2) return;
  pixels = path_on_grid(pixels, stroke.width);

  // Dear ImGui joins pieces with a mitre, which grows without bound as a turn gets sharp. A turn by
  // more than 90 degrees ends the piece, and a disc rounds the join.
  std::size_t begin = 0;
  for (std::size_t i = 1; i + 1 < pixels.size(); ++i) {
    const Point a = pixels[i - 1];
    const Point b = pixels[i];
    const Point c = pixels[i + 1];
    if ((b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) >= 0) continue;
    stroke_points(std::span(pixels).subspan(begin, i + 1 - begin), stroke, false);
    if (stroke.width > 1) {
      circle_path(list_, b, stroke.width / 2);
      list_.PathFillConvex(packed(stroke.colour));
    }
    begin = i;
  }
  stroke_points(std::span(pixels).subspan(begin), stroke, false);
}

void ImguiPainter::circle(Point scene_centre, float scene_radius, Colour fill, Stroke stroke) {
  const Point centre = to_pixels(scene_centre);
  const float radius = scene_radius * scale_;
  if (!(radius > 0)) return;
  if (is_visible(fill)) {
    circle_path(list_, centre, radius);
    list_.PathFillConvex(packed(fill));
  }
  if (is_visible(stroke)) {
    circle_path(list_, centre, radius);
    stroke_path(to_pixels(stroke), true);
  }
}

void ImguiPainter::hatch(const Box& box, Stroke scene_stroke, float spacing) {
  if (!is_visible(scene_stroke)) return;
  const Stroke stroke = to_pixels(scene_stroke);
  for (const Stripe& stripe : stripes(on_grid(to_pixels(box)), stroke.width, spacing * scale_)) {
    for (const Point& p : stripe.points()) list_.PathLineTo(vec(p));
    list_.PathFillConvex(packed(stroke.colour));
  }
}

void ImguiPainter::text(Point at, std::string_view text, const TextStyle& style) {
  if (text.empty() || !is_visible(style.colour)) return;
  const float em = style.size * scale_;
  // All glyphs are looked up before one is drawn: where Dear ImGui bakes while drawing, a new glyph
  // may move the others in the texture.
  std::string_view rest = text;
  const FontBook::Baked baked = book_.find(style.face, em);
  imgui::Glyphs& glyphs = imgui::glyphs_of(*baked.font, baked.font_size);
  int visible = 0;
  while (!rest.empty()) {
    const char32_t code_point = glyph_code(take_code_point(rest));
    book_.want(style.face, em, code_point);
    visible += static_cast<int>(glyphs.FindGlyph(static_cast<ImWchar>(code_point))->Visible);
  }
  if (visible == 0) return;

  const Point origin = to_pixels(origin_of(at, text, style));
  const float left = whole_pixel(origin.x);
  const float baseline = whole_pixel(origin.y);
  const float ascent = std::round(glyphs.Ascent);  // of the glyphs' own coordinates
  const float ratio = em / baked.em_pixels * imgui::zoom_of(glyphs, baked.font_size);
  const ImU32 colour = packed(style.colour);
  float pen = 0;  // in ems
  list_.PrimReserve(6 * visible, 4 * visible);
  for (rest = text; !rest.empty();) {
    const char32_t code_point = take_code_point(rest);
    const ImFontGlyph& glyph = *glyphs.FindGlyph(glyph_code(code_point));
    if (glyph.Visible) {
      const float x = left + pen * em;
      list_.PrimRectUV({x + glyph.X0 * ratio, baseline + (glyph.Y0 - ascent) * ratio},
                       {x + glyph.X1 * ratio, baseline + (glyph.Y1 - ascent) * ratio},
                       {glyph.U0, glyph.V0}, {glyph.U1, glyph.V1}, colour);
    }
    pen += fonts().advance(style.face, code_point);
  }
}

void ImguiPainter::push_clip(const Box& box) {
  BasePainter::push_clip(box);
  const Box pixels = to_pixels(box);
  list_.PushClipRect({whole_pixel(pixels.x), whole_pixel(pixels.y)},
                     {whole_pixel(pixels.right()), whole_pixel(pixels.bottom())}, true);
}

void ImguiPainter::pop_clip() {
  BasePainter::pop_clip();
  list_.PopClipRect();
}

}  // namespace zerolab
