#include "viz/paint/log_painter.hpp"

#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace zerolab {
namespace {

// One decimal; never "-0.0".
std::string decimal(float value) {
  const double tenths = std::round(static_cast<double>(value) * 10);
  return fmt::format("{:.1f}", tenths == 0 ? 0.0 : tenths / 10);
}

std::string hexadecimal(Colour c) {
  std::string text = fmt::format("#{:02x}{:02x}{:02x}", c.red, c.green, c.blue);
  if (c.alpha != 255) text += fmt::format("{:02x}", c.alpha);
  return text;
}

std::string edges(const Box& box) {
  return fmt::format("{} {} {} {}", decimal(box.x), decimal(box.y), decimal(box.width),
                     decimal(box.height));
}

std::string list_of(std::span<const Point> points) {
  std::string text;
  for (const Point& p : points) text += fmt::format(" {},{}", decimal(p.x), decimal(p.y));
  return text;
}

std::string look(Colour fill, const Stroke& stroke) {
  std::string text;
  if (is_visible(fill)) text += " fill " + hexadecimal(fill);
  if (is_visible(stroke)) {
    text += fmt::format(" stroke {} {}", hexadecimal(stroke.colour), decimal(stroke.width));
  }
  return text;
}

std::string in_quotes(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20) {  // a call stays on its line
      quoted += fmt::format("\\x{:02x}", c);
      continue;
    }
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

std::string_view log_word(Face face) {
  switch (face) {
    case Face::text: return "text";
    case Face::strong: return "strong";
    case Face::number: return "number";
  }
  return "";
}

std::string_view log_word(AlignX align) {
  switch (align) {
    case AlignX::left: return "left";
    case AlignX::centre: return "centre";
    case AlignX::right: return "right";
  }
  return "";
}

std::string_view log_word(AlignY align) {
  switch (align) {
    case AlignY::top: return "top";
    case AlignY::middle: return "middle";
    case AlignY::baseline: return "baseline";
  }
  return "";
}

}  // namespace

void LogPainter::box(const Box& box, Colour fill, Stroke stroke, float radius) {
  const std::string how = look(fill, stroke);
  if (how.empty()) return;
  lines_ += "box " + edges(box) + how;
  if (radius > 0) lines_ += " radius " + decimal(radius);
  lines_ += '\n';
}

void LogPainter::polygon(std::span<const Point> convex, Colour fill, Stroke stroke) {
  const std::string how = look(fill, stroke);
  if (!how.empty()) lines_ += "polygon" + list_of(convex) + how + '\n';
}

void LogPainter::path(std::span<const Point> points, Stroke stroke) {
  if (is_visible(stroke)) lines_ += "path" + list_of(points) + look({0, 0, 0, 0}, stroke) + '\n';
}

void LogPainter::circle(Point centre, float radius, Colour fill, Stroke stroke) {
  const std::string how = look(fill, stroke);
  if (how.empty()) return;
  lines_ += fmt::format("circle {} {} {}{}\n", decimal(centre.x), decimal(centre.y),
                        decimal(radius), how);
}

void LogPainter::hatch(const Box& box, Stroke stroke, float spacing) {
  if (!is_visible(stroke)) return;
  lines_ += fmt::format("hatch {}{} spacing {}\n", edges(box), look({0, 0, 0, 0}, stroke),
                        decimal(spacing));
}

void LogPainter::text(Point at, std::string_view text, const TextStyle& style) {
  if (text.empty() || !is_visible(style.colour)) return;
  fmt::format_to(std::back_inserter(lines_), "text {} {} {} {} {} {} {} {}\n", decimal(at.x),
                 decimal(at.y), log_word(style.face), decimal(style.size),
                 hexadecimal(style.colour), log_word(style.align_x), log_word(style.align_y),
                 in_quotes(text));
}

void LogPainter::push_clip(const Box& box) {
  BasePainter::push_clip(box);
  lines_ += "clip " + edges(box) + '\n';
}

void LogPainter::pop_clip() {
  BasePainter::pop_clip();
  lines_ += "unclip\n";
}

void LogPainter::name(const Box& box, std::string_view name) {
  BasePainter::name(box, name);
  lines_ += "name " + edges(box) + ' ' + in_quotes(name) + '\n';
}

}  // namespace zerolab
