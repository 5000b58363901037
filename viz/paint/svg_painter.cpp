// Elements of SVG 1.1 with presentation attributes; one small style sheet for the fonts.
#include "viz/paint/svg_painter.hpp"

#include <cmath>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "viz/paint/pixel_grid.hpp"
#include "viz/paint/stripes.hpp"
#include "viz/paint/utf8.hpp"

namespace zerolab {
namespace {

// At most two decimals, none that are zero, never "-0".
std::string number(float value) {
  require(std::isfinite(value), "a picture has finite coordinates");
  const double hundredths = std::round(static_cast<double>(value) * 100);
  if (hundredths == 0) return "0";
  std::string text = fmt::format("{:.2f}", hundredths / 100);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string paint_of(std::string_view attribute, Colour c) {
  std::string text = fmt::format(" {}=\"#{:02x}{:02x}{:02x}\"", attribute, c.red, c.green, c.blue);
  if (c.alpha != 255) {
    text += fmt::format(" {}-opacity=\"{}\"", attribute, number(static_cast<float>(c.alpha) / 255));
  }
  return text;
}

// SVG fills black unless told otherwise.
std::string fill_of(Colour fill) {
  return is_visible(fill) ? paint_of("fill", fill) : " fill=\"none\"";
}

std::string stroke_of(const Stroke& stroke) {
  if (!is_visible(stroke)) return "";
  std::string text = paint_of("stroke", stroke.colour);
  if (stroke.width != 1) text += fmt::format(" stroke-width=\"{}\"", number(stroke.width));
  return text;
}

std::string rectangle(const Box& box, float radius) {
  std::string text =
      fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", number(box.x),
                  number(box.y), number(box.width), number(box.height));
  if (radius > 0) text += fmt::format(" rx=\"{}\"", number(radius));
  return text;
}

// "M0 0 8 4 0 8": after a move, further points are lines.
std::string path_data(std::span<const Point> points) {
  std::string text;
  for (const Point& p : points) {
    text += fmt::format("{}{} {}", text.empty() ? "M" : " ", number(p.x), number(p.y));
  }
  return text;
}

// XML 1.0 has no control characters and neither U+FFFE nor U+FFFF, not even escaped, and no byte
// that is not UTF-8.
std::string escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t code_point = take_code_point(text);
    if (code_point < 0x20) {
      result += ' ';
    } else if (code_point >= 0xFFFD && code_point <= 0xFFFF) {
      result += "\uFFFD";
    } else if (code_point == U'&') {
      result += "&amp;";
    } else if (code_point == U'<') {
      result += "&lt;";
    } else if (code_point == U'>') {
      result += "&gt;";
    } else {
      result += before.substr(0, before.size() - text.size());
    }
  }
  return result;
}

std::string_view class_of(Face face) {
  switch (face) {
    case Face::text: return "zt";
    case Face::strong: return "zs";
    case Face::number: return "zn";
  }
  return "";
}

// Kerning and ligatures off, as the widths were measured.
constexpr std::string_view style_sheet =
    "<style>.zt,.zs,.zn{font-kerning:none;font-variant-ligatures:none;white-space:pre}"
    ".zt{font-family:Inter,'DejaVu Sans',sans-serif}"
    ".zs{font-family:Inter,'DejaVu Sans',sans-serif;font-weight:600}"
    ".zn{font-family:'JetBrains Mono','DejaVu Sans Mono','DejaVu Sans',monospace}</style>\n";

}  // namespace

SvgPainter::SvgPainter(const Fonts& fonts, float width, float height, Colour background,
                       std::string id_prefix)
    : BasePainter(fonts),
      width_(width),
      height_(height),
      background_(background),
      id_prefix_(std::move(id_prefix)) {}

void SvgPainter::box(const Box& box, Colour fill, Stroke stroke, float radius) {
  if (is_visible(stroke)) {
    body_ += rectangle(outline_on_grid(box, stroke.width), radius) + fill_of(fill) +
             stroke_of(stroke) + "/>\n";
  } else if (is_visible(fill) && box.width > 0 && box.height > 0) {
    body_ += rectangle(on_grid(box), radius) + fill_of(fill) + "/>\n";
  }
}

void SvgPainter::polygon(std::span<const Point> convex, Colour fill, Stroke stroke) {
  if (convex.size() < 3 || (!is_visible(fill) && !is_visible(stroke))) return;
  body_ +=
      fmt::format("<path d=\"{}Z\"{}{}/>\n", path_data(convex), fill_of(fill), stroke_of(stroke));
}

void SvgPainter::path(std::span<const Point> points, Stroke stroke) {
  if (points.size() < 2 || !is_visible(stroke)) return;
  body_ += fmt::format("<path d=\"{}\" fill=\"none\" stroke-linejoin=\"round\"{}/>\n",
                       path_data(path_on_grid(points, stroke.width)), stroke_of(stroke));
}

void SvgPainter::circle(Point centre, float radius, Colour fill, Stroke stroke) {
  if (!is_visible(fill) && !is_visible(stroke)) return;
  body_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}{}/>\n", number(centre.x),
                       number(centre.y), number(radius), fill_of(fill), stroke_of(stroke));
}

void SvgPainter::hatch(const Box& box, Stroke stroke, float spacing) {
  if (!is_visible(stroke)) return;
  std::string data;
  for (const Stripe& stripe : stripes(box, stroke.width, spacing)) {
    data += path_data(stripe.points()) + "Z";
  }
  if (!data.empty()) body_ += fmt::format("<path d=\"{}\"{}/>\n", data, fill_of(stroke.colour));
}

void SvgPainter::text(Point at, std::string_view text, const TextStyle& style) {
  if (text.empty() || !is_visible(style.colour)) return;
  const Point origin = origin_of(at, text, style);
  body_ += fmt::format(
      "<text class=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{}\" textLength=\"{}\"{}>{}</text>\n",
      class_of(style.face), number(origin.x), number(origin.y), number(style.size),
      number(text_width(text, style)), fill_of(style.colour), escaped(text));
}

void SvgPainter::push_clip(const Box& box) {
  BasePainter::push_clip(box);
  ++open_clips_;
  body_ += fmt::format("<clipPath id=\"{0}c{1}\">{2}/></clipPath><g clip-path=\"url(#{0}c{1})\">\n",
                       id_prefix_, clip_count_++, rectangle(box, 0));
}

void SvgPainter::pop_clip() {
  BasePainter::pop_clip();
  --open_clips_;
  body_ += "</g>\n";
}

std::string SvgPainter::document() const {
  require(open_clips_ == 0, "every push_clip has its pop_clip");
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" xml:space=\"preserve\">\n",
      number(width_), number(height_));
  text += style_sheet;
  if (is_visible(background_)) {
    text += fmt::format("<rect width=\"{}\" height=\"{}\"{}/>\n", number(width_), number(height_),
                        fill_of(background_));
  }
  return text + body_ + "</svg>\n";
}

}  // namespace zerolab
