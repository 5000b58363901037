// A Dear ImGui context with neither window nor backend: its draw data go to our rasterizer.
#include "viz/paint/headless.hpp"

#include "viz/imgui_compat.hpp"
#include "viz/paint/font_book.hpp"
#include "viz/paint/imgui_painter.hpp"
#include "viz/paint/rasterizer.hpp"

namespace zerolab {
namespace {

class CurrentContext {
 public:
  explicit CurrentContext(ImGuiContext* context) : before_(ImGui::GetCurrentContext()) {
    ImGui::SetCurrentContext(context);
  }
  ~CurrentContext() { ImGui::SetCurrentContext(before_); }
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;

 private:
  ImGuiContext* before_;
};

// The first drawing notes sizes and glyphs, the second has them. More are for an atlas that grows
// while it is drawn from, or a scene that draws other text each time; the latter would not end.
constexpr int most_drawings = 6;

}  // namespace

struct HeadlessRenderer::Implementation {
  const Fonts& fonts;
  int width_px;
  int height_px;
  float scale;
  FontBook book;
  ImGuiContext* context = nullptr;

  Implementation(const Fonts& the_fonts, int width, int height, float the_scale)
      : fonts(the_fonts), width_px(width), height_px(height), scale(the_scale), book(the_fonts) {
    // Creating the first context makes it current: undo that too.
    const CurrentContext restore(ImGui::GetCurrentContext());
    context = ImGui::CreateContext();
    ImGui::SetCurrentContext(context);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.DisplaySize = {static_cast<float>(width_px), static_cast<float>(height_px)};
    io.DeltaTime = 1.0F / 60;  // must not be 0
    imgui::announce_own_renderer(io);
  }
  ~Implementation() {
    ImGuiContext* before = ImGui::GetCurrentContext();
    ImGui::SetCurrentContext(context);
    imgui::release_textures();
    ImGui::DestroyContext(context);
    ImGui::SetCurrentContext(before == context ? nullptr : before);
  }
  // One frame up to its draw data; true where what it drew with has stayed as it was.
  bool frame(const std::function<void(Painter&)>& draw) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    if (book.has_requests()) book.rebuild(atlas);
    ImGui::NewFrame();
    const int texture = imgui::texture_number(atlas);
    ImguiPainter painter(*ImGui::GetBackgroundDrawList(), book, fonts, scale);
    draw(painter);
    ImGui::Render();
    imgui::accept_textures();
    return !book.has_requests() && imgui::texture_number(atlas) == texture;
  }

  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;
};

HeadlessRenderer::HeadlessRenderer(const Fonts& fonts, int width_px, int height_px, float scale)
    : implementation_(std::make_unique<Implementation>(fonts, width_px, height_px, scale)) {}
HeadlessRenderer::~HeadlessRenderer() = default;

Image HeadlessRenderer::render(Colour background, const std::function<void(Painter&)>& draw) {
  Implementation& my = *implementation_;
  Image image(my.width_px, my.height_px, background);
  const CurrentContext current(my.context);
  for (int drawing = 0; drawing < most_drawings; ++drawing) {
    if (my.frame(draw)) break;
  }
  rasterize(*ImGui::GetDrawData(), imgui::atlas_pixels(*ImGui::GetIO().Fonts), image);
  return image;
}

void HeadlessRenderer::build(const std::function<void(Painter&)>& draw) {
  Implementation& my = *implementation_;
  const CurrentContext current(my.context);
  my.frame(draw);
}

Image render_headless(const Fonts& fonts, int width_px, int height_px, float scale,
                      Colour background, const std::function<void(Painter&)>& draw) {
  return HeadlessRenderer(fonts, width_px, height_px, scale).render(background, draw);
}

}  // namespace zerolab
