// The glyphs that Dear ImGui has rasterised, and those that a painter asked for in vain.
//
// Dear ImGui before 1.92 bakes fonts at fixed sizes into one texture, before the frame. A painter
// that needs another size or glyph gets the nearest size or none, and the book notes what was
// missing. Between two frames:
//
//   if (book.has_requests()) { book.rebuild(*ImGui::GetIO().Fonts); /* upload the texture again */
//   }
//
// From 1.92 Dear ImGui bakes by itself; rebuild() then only adds the faces, once.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "viz/imgui_compat.hpp"
#include "viz/paint/fonts.hpp"

namespace zerolab {

class FontBook {
 public:
  // `fonts` must outlive the book, and the book the atlas.
  explicit FontBook(const Fonts& fonts) : fonts_(fonts) {}

  // True before the first rebuild as well.
  bool has_requests() const { return has_requests_; }

  // Clears the atlas and bakes what was asked for until now. Not between NewFrame and Render. Dear
  // ImGui needs one font, so a book without requests bakes the text face at 17 pixels.
  void rebuild(ImFontAtlas& atlas);

  // A font for an em of so many pixels. `em_pixels` tells what it was baked at: the same, or the
  // nearest there is; then the size is noted. Call after the first rebuild().
  struct Baked {
    ImFont* font = nullptr;
    float font_size = 0;  // in Dear ImGui's measure, which is the line height
    float em_pixels = 0;
  };
  Baked find(Face face, float em_pixels);

  // Notes the glyph if that size lacks it. Printable ASCII is always there.
  void want(Face face, float em_pixels, char32_t code_point);

 private:
  struct Size {
    std::set<char32_t> code_points;
    std::vector<ImWchar> ranges;  // first, last, …, 0: the atlas keeps a pointer to it
    ImFont* font = nullptr;       // null: not baked yet
    bool is_used = true;          // since the last rebuild
  };
  // Sizes in sixteenths of a pixel: closer ones look the same.
  using Key = std::pair<Face, int>;
  static Key key_of(Face face, float em_pixels);

  void add_to(ImFontAtlas& atlas, const Key& key, Size& size);

  const Fonts& fonts_;
  std::map<Key, Size> sizes_;
  bool has_requests_ = true;
};

}  // namespace zerolab
