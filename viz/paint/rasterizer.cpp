// What a fragment shader would do: colour times coverage, blended.
#include "viz/paint/rasterizer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "viz/paint/triangle.hpp"

namespace zerolab {
namespace {

using Channels = std::array<float, 4>;  // red, green, blue, alpha: 0 … 255

Channels channels(ImU32 colour) {
  const auto channel = [&](int shift) { return static_cast<float>(colour >> shift & 0xFF); };
  return {channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT), channel(IM_COL32_B_SHIFT),
          channel(IM_COL32_A_SHIFT)};
}

// 0 … 1, bilinear, the border repeated.
float coverage(const imgui::AtlasPixels& atlas, float u, float v) {
  const float x = u * static_cast<float>(atlas.width) - 0.5F;
  const float y = v * static_cast<float>(atlas.height) - 0.5F;
  const float left = std::floor(x);
  const float top = std::floor(y);
  const auto texel = [&](int column, int row) {
    const int c = std::clamp(column, 0, atlas.width - 1);
    const int r = std::clamp(row, 0, atlas.height - 1);
    const std::int64_t index = static_cast<std::int64_t>(r) * atlas.width + c;
    return static_cast<float>(atlas.alpha[index * atlas.bytes_per_texel]);
  };
  const int c = static_cast<int>(left);
  const int r = static_cast<int>(top);
  const float fx = x - left;
  const float upper = texel(c, r) + fx * (texel(c + 1, r) - texel(c, r));
  const float lower = texel(c, r + 1) + fx * (texel(c + 1, r + 1) - texel(c, r + 1));
  return (upper + (y - top) * (lower - upper)) / 255;
}

// `alpha` 0 … 1, in place of the colour's own.
void blend(std::uint8_t* pixel, const Channels& colour, float alpha) {
  for (std::size_t i = 0; i < 4; ++i) {
    const float below = pixel[i];
    const float above = i < 3 ? colour[i] : 255;
    pixel[i] = static_cast<std::uint8_t>(below + (above - below) * alpha + 0.5F);
  }
}

void fill_row(Image& image, int row, PixelRange x, const Channels& colour, float alpha) {
  if (x.begin >= x.end) return;
  std::uint8_t* pixel = image.pixel(x.begin, row);
  if (alpha < 1) {
    for (int i = x.begin; i < x.end; ++i, pixel += 4) blend(pixel, colour, alpha);
    return;
  }
  std::array<std::uint8_t, 4> bytes{};
  blend(bytes.data(), colour, 1);
  for (int i = x.begin; i < x.end; ++i, pixel += 4) std::memcpy(pixel, bytes.data(), 4);
}

// Calls shade(column, row) for the covered pixels.
template <typename Shade>
void for_pixels(const Triangle& triangle, Shade shade) {
  for (int row = triangle.rows().begin; row < triangle.rows().end; ++row) {
    const PixelRange x = triangle.columns(row);
    for (int column = x.begin; column < x.end; ++column) shade(column, row);
  }
}

// Three kinds of triangles make up a picture: insides of shapes have one colour and one texel,
// their soft rims vary in colour, and glyphs in the texel.
void draw(const Triangle& triangle, const std::array<const ImDrawVert*, 3>& t,
          const imgui::AtlasPixels& atlas, Image& image) {
  if (triangle.rows().begin == triangle.rows().end) return;
  const bool one_colour = t[0]->col == t[1]->col && t[1]->col == t[2]->col;
  const bool one_texel = t[0]->uv.x == t[1]->uv.x && t[1]->uv.x == t[2]->uv.x &&
                         t[0]->uv.y == t[1]->uv.y && t[1]->uv.y == t[2]->uv.y;
  const Channels first = channels(t[0]->col);
  const float first_coverage = one_texel ? coverage(atlas, t[0]->uv.x, t[0]->uv.y) : 0;
  if (one_colour && one_texel) {
    for (int row = triangle.rows().begin; row < triangle.rows().end; ++row) {
      fill_row(image, row, triangle.columns(row), first, first[3] / 255 * first_coverage);
    }
    return;
  }
  Plane u;
  Plane v;
  if (!one_texel) {
    u = triangle.plane(t[0]->uv.x, t[1]->uv.x, t[2]->uv.x);
    v = triangle.plane(t[0]->uv.y, t[1]->uv.y, t[2]->uv.y);
  }
  if (one_colour) {
    for_pixels(triangle, [&](int column, int row) {
      const float covered = coverage(atlas, u.at(column, row), v.at(column, row));
      if (covered > 0) blend(image.pixel(column, row), first, first[3] / 255 * covered);
    });
    return;
  }
  const Channels second = channels(t[1]->col);
  const Channels third = channels(t[2]->col);
  std::array<Plane, 4> planes;
  for (std::size_t i = 0; i < 4; ++i) planes[i] = triangle.plane(first[i], second[i], third[i]);
  for_pixels(triangle, [&](int column, int row) {
    Channels colour;
    for (std::size_t i = 0; i < 4; ++i) {
      colour[i] = std::clamp(planes[i].at(column, row), 0.0F, 255.0F);
    }
    const float covered =
        one_texel ? first_coverage : coverage(atlas, u.at(column, row), v.at(column, row));
    blend(image.pixel(column, row), colour, colour[3] / 255 * covered);
  });
}

// From Dear ImGui's positions on one axis to those of the image.
struct Axis {
  float origin;
  float scale;
  int size;  // pixels

  std::int64_t subpixel(float position) const {
    // Beyond two million pixels a float has no subpixels, and Edge has no room.
    const float pixels = std::clamp((position - origin) * scale, -0x1p21F, 0x1p21F);
    return std::lround(pixels * static_cast<float>(subpixels));
  }
  PixelRange clip(float begin, float end) const {
    const auto pixel = [&](float position) {
      return static_cast<int>(
          std::clamp((position - origin) * scale, 0.0F, static_cast<float>(size)));
    };
    return {pixel(begin), pixel(end)};
  }
};

}  // namespace

void rasterize(const ImDrawData& data, const imgui::AtlasPixels& atlas, Image& image) {
  const Axis x{data.DisplayPos.x, data.FramebufferScale.x, image.width};
  const Axis y{data.DisplayPos.y, data.FramebufferScale.y, image.height};
  const auto corner = [&](const ImDrawVert* v) {
    return Corner{x.subpixel(v->pos.x), y.subpixel(v->pos.y)};
  };
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    for (const ImDrawCmd& command : list.CmdBuffer) {
      if (command.UserCallback != nullptr) continue;
      const ClipRectangle clip{x.clip(command.ClipRect.x, command.ClipRect.z),
                               y.clip(command.ClipRect.y, command.ClipRect.w)};
      if (clip.x.begin >= clip.x.end || clip.y.begin >= clip.y.end) continue;
      const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
      const ImDrawVert* vertices = list.VtxBuffer.Data + command.VtxOffset;
      for (unsigned k = 0; k + 2 < command.ElemCount; k += 3) {
        const std::array corners{vertices + index[k], vertices + index[k + 1],
                                 vertices + index[k + 2]};
        const Triangle triangle({corner(corners[0]), corner(corners[1]), corner(corners[2])}, clip);
        draw(triangle, corners, atlas, image);
      }
    }
  }
}

}  // namespace zerolab
