// One font of the atlas per face and size, each with DejaVu Sans merged in for its gaps.
#include "viz/paint/font_book.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include "core/base/error.hpp"

namespace zerolab {
namespace {

constexpr float sixteenths = 16;
constexpr float default_em_pixels = 17;
constexpr char32_t first_printable = 0x20;
constexpr char32_t last_printable = 0x7E;
// A window that is being resized asks for ever new sizes: from this many on, unused ones go.
constexpr std::size_t most_sizes = 48;

ImFontConfig config_for(float line_height_pixels) {
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.SizePixels = line_height_pixels;
  config.OversampleH = 3;  // glyphs stand at fractions of a pixel
  config.OversampleV = 1;  // baselines do not
  config.PixelSnapH = false;
  return config;
}

ImFont* add_source(ImFontAtlas& atlas, std::string_view bytes, const ImFontConfig& config,
                   const ImWchar* ranges) {
  // The atlas only reads, but asks for a pointer that it could free.
  void* data = const_cast<char*>(bytes.data());
  return atlas.AddFontFromMemoryTTF(data, static_cast<int>(bytes.size()), config.SizePixels,
                                    &config, ranges);
}

}  // namespace

FontBook::Key FontBook::key_of(Face face, float em_pixels) {
  // Above a few hundred pixels a scaled glyph is sharp enough, and the texture's size is limited.
  const float em = std::clamp(em_pixels, 1.0F, 256.0F);
  return {face, static_cast<int>(std::lround(em * sixteenths))};
}

void FontBook::add_to(ImFontAtlas& atlas, const Key& key, Size& size) {
  const float em_pixels = static_cast<float>(key.second) / sixteenths;
  size.ranges = {static_cast<ImWchar>(first_printable), static_cast<ImWchar>(last_printable)};
  for (const char32_t c : size.code_points) {
    size.ranges.insert(size.ranges.end(), 2, static_cast<ImWchar>(c));
  }
  size.ranges.push_back(0);
  const ImWchar* ranges = imgui::bakes_while_drawing ? nullptr : size.ranges.data();

  const Fonts::Source source = fonts_.source(key.first);
  size.font = add_source(atlas, source.bytes, config_for(source.line_height * em_pixels), ranges);
  const Fonts::Source fallback = fonts_.fallback();
  ImFontConfig merge = config_for(fallback.line_height * em_pixels);
  merge.MergeMode = true;
  add_source(atlas, fallback.bytes, merge, ranges);
  size.is_used = false;
}

void FontBook::rebuild(ImFontAtlas& atlas) {
  has_requests_ = false;
  if (imgui::bakes_while_drawing && !sizes_.empty()) return;

  if (sizes_.size() > most_sizes) {
    std::erase_if(sizes_, [](const auto& entry) { return !entry.second.is_used; });
  }
  sizes_.try_emplace(key_of(Face::text, default_em_pixels));
  if (imgui::bakes_while_drawing) {
    sizes_.try_emplace(key_of(Face::strong, default_em_pixels));
    sizes_.try_emplace(key_of(Face::number, default_em_pixels));
  }
  atlas.Clear();
  // Lines and mouse pointers are not drawn from the texture.
  atlas.Flags |= ImFontAtlasFlags_NoBakedLines | ImFontAtlasFlags_NoMouseCursors;
  for (auto& [key, size] : sizes_) add_to(atlas, key, size);
  imgui::bake(atlas);
}

FontBook::Baked FontBook::find(Face face, float em_pixels) {
  const float line_height = fonts_.source(face).line_height;
  if (imgui::bakes_while_drawing) {
    const auto any = sizes_.lower_bound(Key{face, 0});
    require(any != sizes_.end(), "the font book is built before it is used");
    return {any->second.font, line_height * em_pixels, em_pixels};
  }
  const Key wanted = key_of(face, em_pixels);
  auto [entry, is_new] = sizes_.try_emplace(wanted);
  has_requests_ = has_requests_ || is_new;
  entry->second.is_used = true;
  if (entry->second.font != nullptr)
    return {entry->second.font, line_height * em_pixels, em_pixels};

  // Any face is better than none: a frame later the right one is there.
  const Key* nearest = nullptr;
  const auto distance = [&](const Key& key) {
    return std::pair(key.first != face, std::abs(key.second - wanted.second));
  };
  for (const auto& [key, size] : sizes_) {
    if (size.font == nullptr) continue;
    if (nearest == nullptr || distance(key) < distance(*nearest)) nearest = &key;
  }
  require(nearest != nullptr, "the font book is built before it is used");
  const float baked_em = static_cast<float>(nearest->second) / sixteenths;
  return {sizes_.at(*nearest).font, fonts_.source(nearest->first).line_height * baked_em, baked_em};
}

void FontBook::want(Face face, float em_pixels, char32_t code_point) {
  const bool is_printable = code_point >= first_printable && code_point <= last_printable;
  if (imgui::bakes_while_drawing || is_printable) return;
  if (sizes_[key_of(face, em_pixels)].code_points.insert(code_point).second) has_requests_ = true;
}

}  // namespace zerolab
