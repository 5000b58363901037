// Finds text that cannot be read: two texts over each other, one that leaves the picture or its
// clip, one that something opaque is painted over, one under 11 pixels.
//
//   TextRecorder painter(fonts);
//   draw_timeline(painter, box, input);
//   CHECK(painter.faults(box) == std::vector<std::string>{});
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "viz/paint/base_painter.hpp"

namespace zerolab::test {

// Whether something may lie over text: a box of details under the mouse does.
enum class Covering { is_a_fault, is_meant };

class TextRecorder : public BasePainter {
 public:
  explicit TextRecorder(const Fonts& fonts) : BasePainter(fonts) {}

  struct Written {
    std::string text;
    Box ink;  // from the capitals' top to the descenders' bottom
    float size = 0;
    bool clipped = false;
    bool covered = false;
  };

  void box(const Box& box, Colour fill, Stroke, float) override {
    if (fill.alpha != 255) return;
    for (int band = band_of(box.y); band <= band_of(box.bottom()); ++band) {
      const auto found = by_band_.find(band);
      if (found == by_band_.end()) continue;
      for (const std::size_t i : found->second) {
        written_[i].covered = written_[i].covered || meet(written_[i].ink, box);
      }
    }
  }
  void polygon(std::span<const Point>, Colour, Stroke) override {}
  void path(std::span<const Point>, Stroke) override {}
  void circle(Point, float, Colour, Stroke) override {}
  void hatch(const Box&, Stroke, float) override {}

  void text(Point at, std::string_view text, const TextStyle& style) override {
    if (text.empty() || style.colour.alpha == 0) return;
    const Point origin = origin_of(at, text, style);
    const float capitals = fonts().cap_height(style.face) * style.size;
    const float descent = 0.2F * style.size;
    Written written{std::string(text),
                    {origin.x, origin.y - capitals, text_width(text, style), capitals + descent},
                    style.size};
    written.clipped = current_clip() != nullptr && !contains(*current_clip(), written.ink);
    for (int band = band_of(written.ink.y); band <= band_of(written.ink.bottom()); ++band) {
      by_band_[band].push_back(written_.size());
    }
    written_.push_back(std::move(written));
  }

  const std::vector<Written>& written() const { return written_; }

  // One line each, 20 at most; empty where all can be read.
  std::vector<std::string> faults(const Box& box, Covering covering = Covering::is_a_fault) const {
    std::vector<std::string> found;
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < written_.size() && found.size() < most; ++i) {
      const Written& one = written_[i];
      if (one.covered && covering == Covering::is_meant) continue;
      if (one.covered) found.push_back(describe(one) + " is painted over");
      if (one.clipped) found.push_back(describe(one) + " is clipped");
      if (!contains(box, one.ink)) found.push_back(describe(one) + " leaves the picture");
      if (one.size < 11) found.push_back(describe(one) + " is smaller than 11 pixels");
      for (int band = band_of(one.ink.y); band <= band_of(one.ink.bottom()); ++band) {
        for (const std::size_t j : by_band_.at(band)) {
          if (j >= i || written_[j].covered || !meet(one.ink, written_[j].ink)) continue;
          const std::string fault = describe(one) + " meets " + describe(written_[j]);
          if (std::ranges::find(found, fault) == found.end()) found.push_back(fault);
        }
      }
    }
    return found;
  }

 private:
  static int band_of(float y) { return static_cast<int>(std::floor(y / 16)); }

  static bool meet(const Box& a, const Box& b) {
    constexpr float touch = 0.5F;  // pixels that glyphs' own margins allow
    return a.x + touch < b.right() && b.x + touch < a.right() && a.y + touch < b.bottom() &&
           b.y + touch < a.bottom();
  }
  static bool contains(const Box& outer, const Box& inner) {
    constexpr float over = 0.5F;
    return inner.x >= outer.x - over && inner.right() <= outer.right() + over &&
           inner.y >= outer.y - over && inner.bottom() <= outer.bottom() + over;
  }
  static std::string describe(const Written& one) {
    return fmt::format("\"{}\" at {:.0f} {:.0f}", one.text, one.ink.x, one.ink.y);
  }

  std::vector<Written> written_;
  std::map<int, std::vector<std::size_t>> by_band_;
};

}  // namespace zerolab::test
