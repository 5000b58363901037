#include "viz/scene/theme.hpp"

#include <cmath>

namespace zerolab {

namespace {

constexpr std::array<Colour, 8> okabe_ito(Colour eighth) {
  return {colour(0xE69F00), colour(0x56B4E9), colour(0x009E73), colour(0xF0E442),
          colour(0x0072B2), colour(0xD55E00), colour(0xCC79A7), eighth};
}

// Linear light of one channel (WCAG 2.1, relative luminance).
double linear(std::uint8_t channel) {
  const double value = channel / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(Colour c) {
  return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue);
}

constexpr std::array<Colour, 9> memory_colours{
    colour(0x0072B2), colour(0xD55E00), colour(0x56B4E9), colour(0x009E73), colour(0xE69F00),
    colour(0x7A86B8), colour(0xCC79A7), colour(0x8A8F98), colour(0xB9BDC6)};

Theme dark() {
  Theme t;
  t.ground = colour(0x101318);
  t.panel = colour(0x191E26);
  t.outline = colour(0x8C97A8);
  t.faint = colour(0x39414E);
  t.text = colour(0xEEF1F5);
  t.quiet_text = colour(0xA6B0BF);
  t.accent = colour(0xFFD166);
  t.good = colour(0x5BD6A2);
  t.bad = colour(0xFF7B72);
  t.chunks = okabe_ito(colour(0xF2F2F2));
  t.memory = memory_colours;
  return t;
}

Theme light() {
  Theme t;
  t.ground = colour(0xFFFFFF);
  t.panel = colour(0xF3F5F8);
  t.outline = colour(0x4A5362);
  t.faint = colour(0xC9D0DA);
  t.text = colour(0x14181F);
  t.quiet_text = colour(0x4E5867);
  t.accent = colour(0xB3261E);
  t.good = colour(0x0B6B45);
  t.bad = colour(0xB3261E);
  t.chunks = okabe_ito(colour(0x333333));
  t.memory = memory_colours;
  return t;
}

}  // namespace

const Theme& theme(ThemeName name) {
  static const Theme dark_theme = dark();
  static const Theme light_theme = light();
  return name == ThemeName::dark ? dark_theme : light_theme;
}

Colour chunk_colour(const Theme& theme, int chunk) {
  return theme.chunks[static_cast<std::size_t>(chunk) % theme.chunks.size()];
}

bool hatched(int chunk) {
  return (chunk / 8) % 2 == 1;
}

Colour number_on(Colour fill) {
  constexpr Colour black = colour(0x000000);
  constexpr Colour white = colour(0xFFFFFF);
  return contrast(fill, black) >= contrast(fill, white) ? black : white;
}

Colour mixed(Colour under, Colour over, float share) {
  const auto channel = [share](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(
        static_cast<float>(a) + (static_cast<float>(b) - static_cast<float>(a)) * share));
  };
  return {channel(under.red, over.red), channel(under.green, over.green),
          channel(under.blue, over.blue), 255};
}

double contrast(Colour a, Colour b) {
  const double first = luminance(a);
  const double second = luminance(b);
  return (std::fmax(first, second) + 0.05) / (std::fmin(first, second) + 0.05);
}

}  // namespace zerolab
