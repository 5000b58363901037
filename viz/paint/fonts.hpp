// The fonts of the pictures and how wide their glyphs are.
//
// Every painter measures with these numbers, so a scene has one layout whether it becomes pixels,
// SVG or text. Glyphs that a face lacks (Ψ ∇ ⊕ ✓ …) come from DejaVu Sans. Nothing is hinted and
// pairs are not kerned: a string's width is the sum of its glyphs' advances.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "viz/paint/painter.hpp"

namespace zerolab {

// One file per face, and the one that fills their gaps.
struct FontFiles {
  std::filesystem::path text;
  std::filesystem::path strong;
  std::filesystem::path number;
  std::filesystem::path fallback;
  std::string note;  // empty, or what had to be replaced, in one line for the user

  const std::filesystem::path& file(Face face) const;
};

// Looks in the folder of the environment variable ZEROLAB_FONTS, then where Debian and Ubuntu
// install fonts-inter, fonts-jetbrains-mono and fonts-dejavu-core. A face without its file takes
// DejaVu Sans (numbers: DejaVu Sans Mono) and `note` says so. Throws an input Error naming the
// packages where DejaVu Sans is missing as well.
FontFiles find_fonts();

class Fonts {
 public:
  // Reads all files. Throws an input Error for a file that is not a font.
  explicit Fonts(const FontFiles& files = find_fonts());
  ~Fonts();
  Fonts(Fonts&&) noexcept;
  Fonts& operator=(Fonts&&) noexcept;

  // What had to be replaced, or empty (FontFiles::note).
  const std::string& note() const;

  // In pixels, of one line of UTF-8 at an em of `size` pixels: the sum of the advances.
  float text_width(Face face, float size, std::string_view text) const;
  // In ems.
  float advance(Face face, char32_t code_point) const;
  float cap_height(Face face) const;

  // For rasterising: a font file's bytes, and the height from its ascender to its descender in ems
  // (Dear ImGui gives sizes as that height).
  struct Source {
    std::string_view bytes;
    float line_height;
  };
  Source source(Face face) const;
  Source fallback() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace zerolab
