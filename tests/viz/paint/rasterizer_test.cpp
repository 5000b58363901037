// Pixels of Dear ImGui's triangles: exact edges, blending once, clips.
#include "viz/paint/rasterizer.hpp"

#include <array>
#include <cstdlib>
#include <vector>

#include "tests/catch.hpp"
#include "tests/viz/paint/sample.hpp"
#include "viz/paint/font_book.hpp"

using namespace zerolab;

namespace {

constexpr ImU32 half_white = IM_COL32(255, 255, 255, 128);

// A frame of 64 x 64 pixels on black.
class Frame {
 public:
  Frame() : book_(test::fonts()), context_(ImGui::CreateContext()) {
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {64, 64};
    io.DeltaTime = 0.1F;
    imgui::announce_own_renderer(io);
    book_.rebuild(*io.Fonts);
    ImGui::NewFrame();
  }
  ~Frame() {
    imgui::release_textures();
    ImGui::DestroyContext(context_);
  }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  ImDrawList& list() { return *ImGui::GetBackgroundDrawList(); }

  void triangle(ImVec2 a, ImVec2 b, ImVec2 c, std::array<ImU32, 3> colours) {
    list().PrimReserve(3, 3);
    const ImVec2 uv = ImGui::GetFontTexUvWhitePixel();
    list().PrimVtx(a, uv, colours[0]);
    list().PrimVtx(b, uv, colours[1]);
    list().PrimVtx(c, uv, colours[2]);
  }
  void triangle(ImVec2 a, ImVec2 b, ImVec2 c, ImU32 colour) {
    triangle(a, b, c, {colour, colour, colour});
  }

  Image image() {
    ImGui::Render();
    imgui::accept_textures();
    Image result(64, 64, colour(0));
    rasterize(*ImGui::GetDrawData(), imgui::atlas_pixels(*ImGui::GetIO().Fonts), result);
    return result;
  }

 private:
  FontBook book_;
  ImGuiContext* context_;
};

void check_only_inside(const Image& image, int left, int top, int right, int bottom,
                       Colour inside) {
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const bool within = x >= left && x < right && y >= top && y < bottom;
      if (!(image.at(x, y) == (within ? inside : colour(0)))) FAIL("pixel " << x << "," << y);
    }
  }
}

}  // namespace

TEST_CASE("a solid box covers exactly its pixels") {
  Frame frame;
  frame.list().AddRectFilled({10, 20}, {30, 25}, IM_COL32(200, 100, 50, 255));
  check_only_inside(frame.image(), 10, 20, 30, 25, {200, 100, 50, 255});
}

TEST_CASE("triangles that share an edge blend each pixel once") {
  Frame frame;
  frame.triangle({5, 5}, {50, 9}, {20, 60}, half_white);
  frame.triangle({50, 9}, {20, 60}, {60, 60}, half_white);
  frame.triangle({5, 5}, {20, 60}, {5, 60}, half_white);
  const Image image = frame.image();
  int drawn = 0;
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      if (image.at(x, y) == colour(0)) continue;
      ++drawn;
      if (!(image.at(x, y) == Colour{128, 128, 128, 255})) FAIL("pixel " << x << "," << y);
    }
  }
  CHECK(drawn > 2000);
  CHECK(image.at(19, 58) == Colour{128, 128, 128, 255});
}

TEST_CASE("alpha blends as source over destination") {
  Frame frame;
  frame.list().AddRectFilled({0, 0}, {8, 8}, IM_COL32(200, 0, 100, 255));
  frame.list().AddRectFilled({0, 0}, {8, 8}, IM_COL32(0, 200, 100, 51));  // a fifth
  frame.list().AddRectFilled({20, 0}, {28, 8}, IM_COL32(3, 1, 5, 128));
  const Image image = frame.image();
  CHECK(image.at(4, 4) == Colour{160, 40, 100, 255});
  CHECK(image.at(24, 4) == Colour{2, 1, 3, 255});  // 1.5, 0.5 and 2.5 and a bit, rounded
}

TEST_CASE("colours run linearly between corners") {
  Frame frame;
  frame.triangle({0, 0}, {64, 0}, {0, 64},
                 {IM_COL32(0, 0, 0, 255), IM_COL32(255, 0, 0, 255), IM_COL32(0, 255, 0, 255)});
  const Image image = frame.image();
  for (const int x : {0, 10, 40}) {
    const int red = image.at(x, 5).red;
    CHECK(std::abs(red - static_cast<int>((static_cast<float>(x) + 0.5F) * 255 / 64)) <= 1);
    CHECK(std::abs(image.at(x, 5).green - static_cast<int>(5.5F * 255 / 64)) <= 1);
  }
}

TEST_CASE("clips cut at exact pixels and nest") {
  Frame frame;
  frame.list().PushClipRect({10, 12}, {40, 30}, true);
  frame.list().PushClipRect({0, 0}, {20, 64}, true);
  frame.triangle({-100, -100}, {500, -100}, {-100, 500}, IM_COL32(9, 8, 7, 255));
  frame.list().PopClipRect();
  frame.list().PopClipRect();
  check_only_inside(frame.image(), 10, 12, 20, 30, {9, 8, 7, 255});
}

TEST_CASE("what lies outside the image is left out") {
  Frame frame;
  frame.list().PushClipRect({-1e9F, -1e9F}, {1e9F, 1e9F}, false);
  frame.triangle({-1e30F, -1e30F}, {1e30F, -1e30F}, {0, 1e30F}, IM_COL32(9, 8, 7, 255));
  frame.triangle({100, 100}, {200, 100}, {100, 200}, half_white);
  frame.list().PopClipRect();
  check_only_inside(frame.image(), 0, 0, 64, 64, {9, 8, 7, 255});
}
