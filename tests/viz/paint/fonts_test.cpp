// Widths are sums of advances, the same for every painter.
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "tests/catch.hpp"
#include "tests/viz/paint/sample.hpp"
#include "viz/paint/log_painter.hpp"
#include "viz/paint/svg_painter.hpp"
#include "viz/paint/utf8.hpp"

using namespace zerolab;
using zerolab::test::ContainsSubstring;
using zerolab::test::fonts;

TEST_CASE("digits of the number face are equally wide and widths add up") {
  const float digit = fonts().advance(Face::number, U'0');
  CHECK(digit > 0.4F);
  for (char32_t c = U'0'; c <= U'9'; ++c) CHECK(fonts().advance(Face::number, c) == digit);
  for (const Face face : {Face::text, Face::strong, Face::number}) {
    const float whole = fonts().text_width(face, 20, "12,345 Ψ");
    const float parts = fonts().text_width(face, 20, "12,3") + fonts().text_width(face, 20, "45 Ψ");
    CHECK(std::abs(whole - parts) < 1e-4F);
  }
}

TEST_CASE("widths and capitals grow linearly with the size") {
  for (const Face face : {Face::text, Face::strong, Face::number}) {
    CHECK(fonts().text_width(face, 32, "rank 3") == 2 * fonts().text_width(face, 16, "rank 3"));
    CHECK(fonts().cap_height(face) > 0.6F);
    CHECK(fonts().cap_height(face) < 0.8F);
  }
  CHECK(fonts().text_width(Face::strong, 16, "rank 3") >
        fonts().text_width(Face::text, 16, "rank 3"));
  CHECK(fonts().text_width(Face::text, 16, "") == 0);
}

TEST_CASE("every symbol of the scenes has a glyph in some font") {
  // U+E123 is in no font: its width is that of the missing glyph.
  for (const Face face : {Face::text, Face::strong, Face::number}) {
    std::string_view symbols = "Ψ∇⊕·→←✓✗▸▶■−×≤≥≠½…–";
    while (!symbols.empty()) CHECK(fonts().advance(face, take_code_point(symbols)) > 0.1F);
  }
}

TEST_CASE("painters measure text alike") {
  const TextStyle style{Face::strong, 19, colour(0xFFFFFF)};
  const std::string_view line = "rank 2 adds chunk 3 ⊕";
  const LogPainter log(fonts());
  const SvgPainter svg(fonts(), 100, 100, {});
  CHECK(log.text_width(line, style) == fonts().text_width(Face::strong, 19, line));
  CHECK(svg.text_width(line, style) == log.text_width(line, style));
}

TEST_CASE("a file that is not a font and a folder that is none are refused") {
  FontFiles files = find_fonts();
  CHECK(std::filesystem::exists(files.file(Face::number)));
  const auto fake = std::filesystem::temp_directory_path() / "zerolab_not_a_font.ttf";
  write_file(fake, "this is text, not a font");
  files.strong = fake;
  CHECK_THROWS_WITH(Fonts(files), ContainsSubstring("is not a TrueType or OpenType font"));
  std::filesystem::remove(fake);

  setenv("ZEROLAB_FONTS", "/nowhere/at/all", 1);
  CHECK_THROWS_WITH(find_fonts(), ContainsSubstring("/nowhere/at/all"));
  unsetenv("ZEROLAB_FONTS");
}

TEST_CASE("a folder of the user's own goes first") {
  const FontFiles usual = find_fonts();
  const auto folder = std::filesystem::temp_directory_path() / "zerolab_own_fonts";
  std::filesystem::create_directory(folder);
  const auto own = folder / "Inter-Regular.ttf";
  std::filesystem::copy_file(usual.fallback, own,
                             std::filesystem::copy_options::overwrite_existing);
  setenv("ZEROLAB_FONTS", folder.c_str(), 1);
  CHECK(find_fonts().text == own);
  CHECK(find_fonts().number == usual.number);
  unsetenv("ZEROLAB_FONTS");
  std::filesystem::remove_all(folder);
}

TEST_CASE("UTF-8 is taken apart and what is not UTF-8 counts byte by byte") {
  const auto all = [](std::string_view text) {
    std::u32string result;
    while (!text.empty()) result += take_code_point(text);
    return result;
  };
  CHECK(all("aΨ→🙂") == U"aΨ→🙂");
  CHECK(all("\x80") == U"\uFFFD");
  CHECK(all("\xC3") == U"\uFFFD");                      // cut off
  CHECK(all("\xC0\xAF") == U"\uFFFD\uFFFD");            // longer than needed
  CHECK(all("\xED\xA0\x80") == U"\uFFFD\uFFFD\uFFFD");  // a surrogate
  CHECK(all("\xF5\x80\x80\x80x") == U"\uFFFD\uFFFD\uFFFD\uFFFDx");
  CHECK(all("\xE2\x86x") == U"\uFFFD\uFFFDx");
}
