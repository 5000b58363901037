// Metrics from the font files themselves, by stb_truetype.
#include "viz/paint/fonts.hpp"

#include <array>
#include <unordered_map>

#include <stb_truetype.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "viz/paint/utf8.hpp"

namespace zerolab {
struct Fonts::Implementation {
  struct FontFile {
    std::string bytes;
    stbtt_fontinfo info{};
    float ems_per_unit = 0;
    float line_height = 0;  // ascender to descender, in ems

    explicit FontFile(const std::filesystem::path& path) : bytes(read_file(path)) {
      const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
      const int offset = bytes.size() < 12 ? -1 : stbtt_GetFontOffsetForIndex(data, 0);
      if (offset < 0 || stbtt_InitFont(&info, data, offset) == 0) {
        throw input_error("{} is not a TrueType or OpenType font", path.string());
      }
      ems_per_unit = stbtt_ScaleForMappingEmToPixels(&info, 1);
      int ascent = 0;
      int descent = 0;
      int gap = 0;
      stbtt_GetFontVMetrics(&info, &ascent, &descent, &gap);
      line_height = static_cast<float>(ascent - descent) * ems_per_unit;
    }
    FontFile(const FontFile&) = delete;  // info points into bytes
    FontFile& operator=(const FontFile&) = delete;

    int glyph(char32_t code_point) const {
      return stbtt_FindGlyphIndex(&info, static_cast<int>(code_point));
    }
    float advance(int glyph_index) const {
      int units = 0;
      int bearing = 0;
      stbtt_GetGlyphHMetrics(&info, glyph_index, &units, &bearing);
      return static_cast<float>(units) * ems_per_unit;
    }
  };

  std::string note;
  std::array<FontFile, 3> faces;
  FontFile fallback;
  static constexpr std::size_t table_size = 0x180;  // Latin: looked up without hashing
  std::array<std::array<float, table_size>, 3> latin{};
  mutable std::array<std::unordered_map<char32_t, float>, 3> others;
  std::array<float, 3> cap_heights{};

  explicit Implementation(const FontFiles& files)
      : note(files.note),
        faces{FontFile(files.text), FontFile(files.strong), FontFile(files.number)},
        fallback(files.fallback) {
    for (std::size_t f = 0; f < faces.size(); ++f) {
      for (std::size_t c = 0; c < table_size; ++c) {
        latin[f][c] = measure(f, static_cast<char32_t>(c));
      }
      int left = 0;
      int bottom = 0;
      int right = 0;
      int top = 0;
      stbtt_GetGlyphBox(&faces[f].info, faces[f].glyph(U'H'), &left, &bottom, &right, &top);
      cap_heights[f] = static_cast<float>(top) * faces[f].ems_per_unit;
    }
  }

  float measure(std::size_t f, char32_t code_point) const {
    if (const int glyph = faces[f].glyph(code_point); glyph != 0) return faces[f].advance(glyph);
    return fallback.advance(fallback.glyph(code_point));
  }

  float advance(Face face, char32_t code_point) const {
    const auto f = static_cast<std::size_t>(face);
    if (code_point < table_size) return latin[f][code_point];
    const auto [entry, is_new] = others[f].try_emplace(code_point, 0.0F);
    if (is_new) entry->second = measure(f, code_point);
    return entry->second;
  }
};

Fonts::Fonts(const FontFiles& files) : implementation_(std::make_unique<Implementation>(files)) {}
Fonts::~Fonts() = default;
Fonts::Fonts(Fonts&&) noexcept = default;
Fonts& Fonts::operator=(Fonts&&) noexcept = default;

const std::string& Fonts::note() const {
  return implementation_->note;
}

float Fonts::text_width(Face face, float size, std::string_view text) const {
  float ems = 0;
  while (!text.empty()) ems += implementation_->advance(face, take_code_point(text));
  return ems * size;
}

float Fonts::advance(Face face, char32_t code_point) const {
  return implementation_->advance(face, code_point);
}

float Fonts::cap_height(Face face) const {
  return implementation_->cap_heights[static_cast<std::size_t>(face)];
}

Fonts::Source Fonts::source(Face face) const {
  const Implementation::FontFile& file = implementation_->faces[static_cast<std::size_t>(face)];
  return {file.bytes, file.line_height};
}

Fonts::Source Fonts::fallback() const {
  return {implementation_->fallback.bytes, implementation_->fallback.line_height};
}

}  // namespace zerolab
