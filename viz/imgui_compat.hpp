// What differs between the versions of Dear ImGui that zerolab builds with: 1.86 (Debian 12),
// 1.90 (Debian 13, Ubuntu 24.04) and 1.92. The only file that asks for the version.
//
// Up to 1.91 fonts are baked at fixed sizes into one texture, before a frame. From 1.92 sizes and
// glyphs are baked when they are first drawn, and the renderer is told of each change.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

namespace zerolab::imgui {

// The font atlas as coverage: texel (x, y) is alpha[(y * width + x) * bytes_per_texel].
struct AtlasPixels {
  const std::uint8_t* alpha = nullptr;
  int width = 0;
  int height = 0;
  int bytes_per_texel = 1;
};

#if IMGUI_VERSION_NUM >= 19200

inline constexpr bool bakes_while_drawing = true;

// The glyphs of a font at one size; valid during the current frame.
using Glyphs = ImFontBaked;
// Sizes are rounded to whole pixels, densities are not: so glyphs get exactly the pixels asked for.
inline Glyphs& glyphs_of(ImFont& font, float size) {
  const float whole = std::max(std::round(size), 1.0F);
  return *font.GetFontBaked(whole, size / whole);
}
// What to multiply a glyph's coordinates with.
inline float zoom_of(const Glyphs& glyphs, float size) {
  return size / glyphs.Size;
}
inline void bake(ImFontAtlas& /*atlas*/) {}

// For a renderer of ours that reads the atlas's pixels itself.
inline void announce_own_renderer(ImGuiIO& io) {
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset | ImGuiBackendFlags_RendererHasTextures;
}
// After Render: it has seen all textures.
inline void accept_textures() {
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
    if (texture->Status == ImTextureStatus_WantDestroy) {
      texture->SetTexID(ImTextureID_Invalid);
      texture->SetStatus(ImTextureStatus_Destroyed);
    } else if (texture->Status != ImTextureStatus_Destroyed) {
      texture->SetTexID(ImTextureID(1));
      texture->SetStatus(ImTextureStatus_OK);
    }
  }
}
// Before the context is destroyed.
inline void release_textures() {
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
    texture->SetTexID(ImTextureID_Invalid);
    texture->SetStatus(ImTextureStatus_Destroyed);
  }
}

// For the OpenGL backend, after the atlas was built again outside a frame.
inline void upload_atlas() {}

// Changes when the atlas moved to another texture: what was drawn before reads the old one.
inline int texture_number(const ImFontAtlas& atlas) {
  return atlas.TexData == nullptr ? -1 : atlas.TexData->UniqueID;
}

inline AtlasPixels atlas_pixels(ImFontAtlas& atlas) {
  const ImTextureData& texture = *atlas.TexData;
  const int bytes = texture.BytesPerPixel;  // 4: red, green, blue, alpha; 1: alpha
  return {texture.Pixels + (bytes - 1), texture.Width, texture.Height, bytes};
}

#else

inline constexpr bool bakes_while_drawing = false;

using Glyphs = const ImFont;
inline Glyphs& glyphs_of(ImFont& font, float /*size*/) {
  return font;
}
inline float zoom_of(Glyphs& /*glyphs*/, float /*size*/) {
  return 1;
}
inline void bake(ImFontAtlas& atlas) {
  atlas.Build();
}

inline void announce_own_renderer(ImGuiIO& io) {
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
}
inline void accept_textures() {}
inline void release_textures() {}
inline void upload_atlas() {
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}
inline int texture_number(const ImFontAtlas& /*atlas*/) {
  return 0;
}

inline AtlasPixels atlas_pixels(ImFontAtlas& atlas) {
  unsigned char* pixels = nullptr;
  AtlasPixels result;
  atlas.GetTexDataAsAlpha8(&pixels, &result.width, &result.height);
  result.alpha = pixels;
  return result;
}

#endif

}  // namespace zerolab::imgui
