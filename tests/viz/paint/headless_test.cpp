// Pictures without a display: deterministic, sharp, and text where the scene put it.
#include "viz/paint/headless.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tests/catch.hpp"
#include "tests/viz/paint/sample.hpp"
#include "viz/imgui_compat.hpp"

using namespace zerolab;
using zerolab::test::fonts;

namespace {

const Colour black = colour(0);
const Colour white = colour(0xFFFFFF);

// The smallest box around all pixels that are not black.
Box ink(const Image& image) {
  int left = image.width;
  int top = image.height;
  int right = 0;
  int bottom = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      if (image.at(x, y).red < 16) continue;
      left = std::min(left, x);
      top = std::min(top, y);
      right = std::max(right, x + 1);
      bottom = std::max(bottom, y + 1);
    }
  }
  return {static_cast<float>(left), static_cast<float>(top), static_cast<float>(right - left),
          static_cast<float>(bottom - top)};
}

double brightness(const Image& image) {
  double sum = 0;
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) sum += image.rgba[i] / 255.0;
  return sum;
}

}  // namespace

TEST_CASE("a picture drawn twice is the same to the byte") {
  const auto once = [] {
    return render_headless(fonts(), 400, 240, 2, colour(0x14181D), test::draw_sample);
  };
  const Image first = once();
  CHECK(first == once());
  HeadlessRenderer renderer(fonts(), 400, 240, 2);
  CHECK(renderer.render(colour(0x14181D), test::draw_sample) == first);
  CHECK(renderer.render(colour(0x14181D), test::draw_sample) == first);  // nothing left to bake
}

TEST_CASE("another context stays current") {
  ImGuiContext* mine = ImGui::CreateContext();
  ImGui::SetCurrentContext(mine);
  {
    HeadlessRenderer renderer(fonts(), 20, 20, 1);
    CHECK(ImGui::GetCurrentContext() == mine);
    renderer.render(black, [](Painter&) {});
    CHECK(ImGui::GetCurrentContext() == mine);
  }
  CHECK(ImGui::GetCurrentContext() == mine);
  ImGui::DestroyContext(mine);
}

TEST_CASE("boxes and their outlines cover whole pixels") {
  const Image image = render_headless(fonts(), 60, 40, 1, black, [](Painter& painter) {
    painter.box({10, 10, 20, 10}, colour(0x0000FF), {white, 1});
    painter.box({40, 10.2F, 10, 10}, white);
  });
  CHECK(image.at(10, 10) == white);  // half of the outline lies outside; moved to the grid
  CHECK(image.at(9, 15) == black);
  CHECK(image.at(11, 11) == colour(0x0000FF));
  CHECK(image.at(30, 15) == white);
  CHECK(image.at(31, 15) == black);
  CHECK(image.at(40, 10) == white);
  CHECK(image.at(40, 9) == black);
  CHECK(image.at(49, 19) == white);
  CHECK(image.at(50, 19) == black);
}

TEST_CASE("a circle has its area") {
  for (const float radius : {6.0F, 40.0F, 150.0F}) {
    const Image image = render_headless(fonts(), 320, 320, 1, black, [&](Painter& painter) {
      painter.circle({160.3F, 159.8F}, radius, white);
    });
    const double area =
        std::numbers::pi * static_cast<double>(radius) * static_cast<double>(radius);
    CHECK(std::abs(brightness(image) / area - 1) < 0.005);
  }
}

TEST_CASE("a polygon is the same whichever way its corners go round") {
  const std::array clockwise{Point{10.5F, 10}, Point{50, 20}, Point{30, 52.5F}};
  const std::array counter{clockwise[2], clockwise[1], clockwise[0]};
  const auto drawn = [](std::span<const Point> corners) {
    return render_headless(fonts(), 60, 60, 1, black,
                           [&](Painter& painter) { painter.polygon(corners, white); });
  };
  CHECK(differing_share(drawn(clockwise), drawn(counter), 1) == 0);
  CHECK(std::abs(brightness(drawn(counter)) / 741.9 - 1) < 0.005);  // by the shoelace formula
}

TEST_CASE("a thick path has its length times its width with round joins at sharp turns") {
  const Image image = render_headless(fonts(), 200, 100, 1, black, [](Painter& painter) {
    painter.path(std::array{Point{20, 50}, Point{120, 50}, Point{20, 51}}, {white, 8});
  });
  // The turn ends in a half disc of radius 4: no spike.
  CHECK(ink(image).right() <= 126);
  CHECK(ink(image).right() >= 123);
}

TEST_CASE("hatching covers its share") {
  const Image image = render_headless(fonts(), 220, 220, 1, black, [](Painter& painter) {
    painter.hatch({10, 10, 200, 200}, {white, 2}, 8);
  });
  CHECK(std::abs(brightness(image) / (200.0 * 200.0) - 0.25) < 0.01);
}

TEST_CASE("text lies inside its measured width for every alignment") {
  const std::string_view line = "Rank 3 → chunk 10 ⊕ Ψ H";
  for (const Face face : {Face::text, Face::strong, Face::number}) {
    for (const float size : {12.0F, 17.0F, 26.5F}) {
      for (const AlignX align : {AlignX::left, AlignX::centre, AlignX::right}) {
        const float x = align == AlignX::left ? 20.4F : align == AlignX::centre ? 300 : 580.7F;
        const Image image = render_headless(fonts(), 600, 80, 1, black, [&](Painter& painter) {
          painter.text({x, 40}, line, {face, size, white, align});
        });
        const float width = fonts().text_width(face, size, line);
        const float left = align == AlignX::left     ? x
                           : align == AlignX::centre ? x - width / 2
                                                     : x - width;
        CHECK(ink(image).x >= left - 1);
        CHECK(ink(image).x <= left + size / 4);
        CHECK(ink(image).right() <= left + width + 1);
        CHECK(ink(image).right() >= left + width - size / 4);
      }
    }
  }
}

TEST_CASE("capitals stand on the baseline and centre on the middle") {
  for (const Face face : {Face::text, Face::strong, Face::number}) {
    for (const float size : {12.0F, 15.0F, 17.0F, 32.0F}) {
      const auto drawn = [&](AlignY align) {
        return ink(render_headless(fonts(), 100, 100, 1, black, [&](Painter& painter) {
          painter.text({20, 50}, "HHH", {face, size, white, AlignX::left, align});
        }));
      };
      CHECK(drawn(AlignY::baseline).bottom() == 50);
      CHECK(std::abs(drawn(AlignY::top).y - 50) <= 1);
      CHECK(std::abs(drawn(AlignY::middle).centre().y - 50) <= 1);
    }
  }
}

TEST_CASE("a scale of two doubles everything") {
  const auto draw = [](Painter& painter) {
    painter.box({10, 10, 20, 10}, white);
    painter.text({10, 40}, "HH", {Face::strong, 20, white});
  };
  const Box single = ink(render_headless(fonts(), 60, 60, 1, black, draw));
  const Box twice = ink(render_headless(fonts(), 120, 120, 2, black, draw));
  CHECK(std::abs(twice.x - 2 * single.x) <= 1);
  CHECK(std::abs(twice.width - 2 * single.width) <= 2);
  CHECK(std::abs(twice.height - 2 * single.height) <= 2);
}

TEST_CASE("clips hide what lies outside") {
  const Image image = render_headless(fonts(), 100, 60, 1, black, [](Painter& painter) {
    painter.push_clip({20, 20, 30, 10});
    painter.box({0, 0, 100, 60}, white);
    painter.pop_clip();
  });
  CHECK(ink(image) == Box{20, 20, 30, 10});
  CHECK(brightness(image) == 300);
}
