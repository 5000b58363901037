// Coverage is exact: triangles that fill an area cover each of its pixels once.
#include "viz/paint/triangle.hpp"

#include <array>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "tests/catch.hpp"

using namespace zerolab;

namespace {

constexpr ClipRectangle wide{{0, 64}, {0, 64}};

// How often each pixel is covered, row by row.
std::vector<int> covered(const std::vector<std::array<Corner, 3>>& triangles) {
  std::vector<int> count(64 * 64, 0);
  for (const auto& corners : triangles) {
    const Triangle triangle(corners, wide);
    for (int row = triangle.rows().begin; row < triangle.rows().end; ++row) {
      const PixelRange x = triangle.columns(row);
      for (int c = x.begin; c < x.end; ++c) ++count[static_cast<std::size_t>(row * 64 + c)];
    }
  }
  return count;
}

// The definition, pixel by pixel: sides of three edges, and the rule for what lies on them.
bool is_covered(std::array<Corner, 3> t, std::int64_t x, std::int64_t y) {
  const auto side = [&](const Corner& a, const Corner& b) {
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
  };
  const std::int64_t area =
      (t[1].x - t[0].x) * (t[2].y - t[0].y) - (t[1].y - t[0].y) * (t[2].x - t[0].x);
  if (area == 0) return false;
  if (area < 0) std::swap(t[1], t[2]);
  for (std::size_t i = 0; i < 3; ++i) {
    const Corner a = t[i];
    const Corner b = t[(i + 1) % 3];
    const bool top_left = b.y < a.y || (b.y == a.y && b.x > a.x);
    if (side(a, b) < 0 || (side(a, b) == 0 && !top_left)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("a fan of triangles covers each pixel of its square once") {
  std::mt19937 random(7);
  const std::int64_t low = 3 * subpixels;
  const std::int64_t high = 60 * subpixels;
  std::uniform_int_distribution<std::int64_t> inside(low, high);
  for (int round = 0; round < 200; ++round) {
    // Every other centre lies on pixel centres, so that edges run through them.
    Corner centre{inside(random), inside(random)};
    if (round % 2 == 0)
      centre = {centre.x / subpixels * subpixels + 128, centre.y / subpixels * subpixels + 128};
    const std::vector<Corner> rim{{low, low},  {low + 128 + 20 * 256, low},
                                  {high, low}, {high, high},
                                  {low, high}, {low, low + 128 + 256}};
    std::vector<std::array<Corner, 3>> fan;
    for (std::size_t i = 0; i < rim.size(); ++i) {
      fan.push_back({centre, rim[i], rim[(i + 1) % rim.size()]});
    }
    const std::vector<int> count = covered(fan);
    for (int y = 0; y < 64; ++y) {
      for (int x = 0; x < 64; ++x) {
        const int expected = x >= 3 && x < 60 && y >= 3 && y < 60 ? 1 : 0;
        if (count[static_cast<std::size_t>(y * 64 + x)] != expected) {
          FAIL("round " << round << ": pixel " << x << "," << y << " is covered "
                        << count[static_cast<std::size_t>(y * 64 + x)] << " times, should be "
                        << expected);
        }
      }
    }
  }
}

TEST_CASE("rows agree with the definition for random triangles") {
  std::mt19937 random(11);
  std::uniform_int_distribution<std::int64_t> coarse(-8, 136);
  for (int round = 0; round < 500; ++round) {
    std::array<Corner, 3> t;
    for (Corner& corner : t) corner = {coarse(random) * 128, coarse(random) * 128};
    const std::vector<int> count = covered({t});
    for (int y = 0; y < 64; ++y) {
      for (int x = 0; x < 64; ++x) {
        const bool expected = is_covered(t, x * 256 + 128, y * 256 + 128);
        if ((count[static_cast<std::size_t>(y * 64 + x)] == 1) != expected) {
          FAIL("round " << round << ": pixel " << x << "," << y << " should be "
                        << (expected ? "covered" : "free"));
        }
      }
    }
  }
}

TEST_CASE("corners far away do not overflow") {
  const std::int64_t far = std::int64_t{1} << 29;
  const Triangle whole({Corner{-far, -far}, Corner{far, -far}, Corner{0, far}}, wide);
  CHECK(whole.rows().begin == 0);
  CHECK(whole.rows().end == 64);
  CHECK(whole.columns(10).begin == 0);
  CHECK(whole.columns(10).end == 64);
}

TEST_CASE("a plane takes the corners' values whatever their order") {
  // 2 x + 3 y + 1 at positions in pixels.
  const auto value = [](const Corner& c) {
    return 2 * static_cast<float>(c.x) / 256 + 3 * static_cast<float>(c.y) / 256 + 1;
  };
  const Corner a{512, 256};
  const Corner b{2560, 512};
  const Corner c{768, 4096};
  for (const auto& t : {std::array{a, b, c}, std::array{c, b, a}}) {
    const Plane plane = Triangle(t, wide).plane(value(t[0]), value(t[1]), value(t[2]));
    CHECK(std::abs(plane.at(5, 7) - (2 * 5.5F + 3 * 7.5F + 1)) < 1e-4F);
  }
}
