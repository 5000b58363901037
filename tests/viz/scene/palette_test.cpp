// The colours can be told apart with every kind of colour vision, and read.
#include <array>
#include <cmath>

#include "tests/catch.hpp"
#include "viz/scene/theme.hpp"

using namespace zerolab;

namespace {

using Triple = std::array<double, 3>;
using Matrix3 = std::array<Triple, 3>;

// Machado, Oliveira and Fernandes (2009), severity 1, on linear sRGB.
constexpr Matrix3 protanopia{{{0.152286, 1.052583, -0.204868},
                              {0.114503, 0.786281, 0.099216},
                              {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix3 deuteranopia{{{0.367322, 0.860646, -0.227968},
                                {0.280085, 0.672501, 0.047413},
                                {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix3 tritanopia{{{1.255528, -0.076749, -0.178779},
                              {-0.078411, 0.930809, 0.147602},
                              {0.004733, 0.691367, 0.303900}}};
constexpr Matrix3 everything{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

Triple linear_rgb(Colour c) {
  const auto channel = [](std::uint8_t v) {
    const double s = v / 255.0;
    return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
  };
  return {channel(c.red), channel(c.green), channel(c.blue)};
}

Triple applied(const Matrix3& m, const Triple& v) {
  Triple out{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) out[i] += m[i][k] * v[k];
    out[i] = std::fmin(std::fmax(out[i], 0), 1);
  }
  return out;
}

// CIE L*a*b* for D65.
Triple lab(const Triple& rgb) {
  constexpr Matrix3 to_xyz{{{0.4124564, 0.3575761, 0.1804375},
                            {0.2126729, 0.7151522, 0.0721750},
                            {0.0193339, 0.1191920, 0.9503041}}};
  constexpr Triple white{0.95047, 1, 1.08883};
  Triple f{};
  for (std::size_t i = 0; i < 3; ++i) {
    double v = 0;
    for (std::size_t k = 0; k < 3; ++k) v += to_xyz[i][k] * rgb[k];
    v /= white[i];
    f[i] = v > 216.0 / 24389 ? std::cbrt(v) : (24389.0 / 27 * v + 16) / 116;
  }
  return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

// ΔE*ab, the distance in L*a*b* (CIE 1976).
double colour_distance(Colour a, Colour b, const Matrix3& vision) {
  const Triple first = lab(applied(vision, linear_rgb(a)));
  const Triple second = lab(applied(vision, linear_rgb(b)));
  return std::hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]);
}

}  // namespace

TEST_CASE("chunk colours are told apart with every kind of colour vision") {
  for (const ThemeName name : {ThemeName::dark, ThemeName::light}) {
    const Theme& colours = theme(name);
    for (const Matrix3& vision : {everything, protanopia, deuteranopia, tritanopia}) {
      for (int a = 0; a < 8; ++a) {
        for (int b = 0; b < a; ++b) {
          INFO("chunks " << a << " and " << b);
          CHECK(colour_distance(chunk_colour(colours, a), chunk_colour(colours, b), vision) >= 15);
        }
      }
    }
  }
}

TEST_CASE("numbers stand out from every cell and outlines from the ground") {
  for (const ThemeName name : {ThemeName::dark, ThemeName::light}) {
    const Theme& colours = theme(name);
    for (int chunk = 0; chunk < 8; ++chunk) {
      const Colour full = chunk_colour(colours, chunk);
      for (const Colour fill : {full, mixed(colours.ground, full, 0.84F)}) {
        INFO("chunk " << chunk);
        CHECK(contrast(number_on(fill), fill) >= 4.5);
      }
    }
    for (const Colour ground : {colours.ground, colours.panel}) {
      CHECK(contrast(colours.outline, ground) >= 3);
      CHECK(contrast(colours.accent, ground) >= 3);
      CHECK(contrast(colours.text, ground) >= 7);
      for (const Colour ink : {colours.quiet_text, colours.good, colours.bad}) {
        CHECK(contrast(ink, ground) >= 4.5);
      }
    }
  }
}

TEST_CASE("contrast is that of WCAG") {
  CHECK(std::abs(contrast(colour(0x000000), colour(0xFFFFFF)) - 21) < 1e-9);
  CHECK(std::abs(contrast(colour(0x777777), colour(0xFFFFFF)) - 4.48) < 0.01);
}

TEST_CASE("chunks that share a colour differ by hatching") {
  const Theme& colours = theme(ThemeName::dark);
  for (int chunk = 0; chunk < 8; ++chunk) {
    CHECK(chunk_colour(colours, chunk) == chunk_colour(colours, chunk + 8));
    CHECK(hatched(chunk) != hatched(chunk + 8));
  }
}
