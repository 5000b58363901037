// Sizes and glyphs that are missing are noted, and there after a rebuild.
#include "viz/paint/font_book.hpp"

#include "core/base/error.hpp"
#include "tests/catch.hpp"
#include "tests/viz/paint/sample.hpp"

using namespace zerolab;

namespace {

bool has_own_glyph(const FontBook::Baked& baked, ImWchar code_point) {
  return imgui::glyphs_of(*baked.font, baked.font_size).FindGlyphNoFallback(code_point) != nullptr;
}

}  // namespace

TEST_CASE("a size not baked is replaced by the nearest and there after a rebuild") {
  if (imgui::bakes_while_drawing) return;  // then every size is there
  FontBook book(test::fonts());
  CHECK(book.has_requests());
  ImFontAtlas atlas;
  CHECK_THROWS_AS(book.find(Face::text, 12), InvariantError);
  book.rebuild(atlas);
  CHECK_FALSE(book.has_requests());
  CHECK(book.find(Face::text, 12).em_pixels == 12);  // asked for before the rebuild
  CHECK_FALSE(book.has_requests());

  CHECK(book.find(Face::number, 30).em_pixels == 17);
  CHECK(book.has_requests());
  book.rebuild(atlas);
  CHECK(book.find(Face::number, 30).em_pixels == 30);
  CHECK(book.find(Face::number, 25).em_pixels == 30);  // the nearest of its face
  CHECK(book.find(Face::text, 13).em_pixels == 12);
}

TEST_CASE("a glyph beyond ASCII is baked once it was wanted") {
  if (imgui::bakes_while_drawing) return;
  FontBook book(test::fonts());
  ImFontAtlas atlas;
  book.rebuild(atlas);
  const ImWchar psi = 0x3A8;
  CHECK(has_own_glyph(book.find(Face::text, 17), 'k'));
  CHECK_FALSE(has_own_glyph(book.find(Face::text, 17), psi));
  book.want(Face::text, 17, U'k');
  CHECK_FALSE(book.has_requests());
  book.want(Face::text, 17, psi);
  CHECK(book.has_requests());
  book.rebuild(atlas);
  CHECK(has_own_glyph(book.find(Face::text, 17), psi));
  book.want(Face::text, 17, psi);
  CHECK_FALSE(book.has_requests());
}

TEST_CASE("sizes that are no longer used go when there are many") {
  if (imgui::bakes_while_drawing) return;
  FontBook book(test::fonts());
  ImFontAtlas atlas;
  book.rebuild(atlas);
  for (int i = 0; i < 60; ++i) book.find(Face::number, 8 + static_cast<float>(i) / 8);
  book.rebuild(atlas);
  book.find(Face::number, 40);
  book.rebuild(atlas);
  CHECK(atlas.Fonts.Size == 2);  // the default one and the one in use
}
