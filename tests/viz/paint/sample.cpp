#include "tests/viz/paint/sample.hpp"

#include <array>

namespace zerolab::test {

const Fonts& fonts() {
  static const Fonts loaded;
  return loaded;
}

void draw_sample(Painter& painter) {
  const Colour ink = colour(0xF2F2F2);
  const Colour blue = colour(0x56B4E9);
  painter.box({10, 10, 60, 30}, blue, {ink, 1.5F}, 4);
  painter.name({10, 10, 60, 30}, "rank 0");
  painter.box({80, 10, 60.4F, 30}, blue.with_alpha(0.5F));
  painter.hatch({80, 10, 60.4F, 30}, {ink, 1}, 6);
  painter.circle({160, 25}, 12, blue, {ink, 2});
  painter.polygon(std::array{Point{180, 20}, Point{190, 25}, Point{180, 30}}, ink);
  painter.path(std::array{Point{10, 60}, Point{60, 60}, Point{60, 50}, Point{110, 50}}, {ink, 1});
  painter.path(std::array{Point{120, 60}, Point{130, 45}, Point{140, 60}}, {blue, 3});
  painter.push_clip({10, 70, 80, 20});
  painter.text({12, 80}, "a <long> line & \"more\" of it", {Face::text, 15, ink});
  painter.name({60, 60, 100, 100}, "partly clipped");
  painter.name({0, 0, 10, 10}, "clipped away");
  painter.pop_clip();
  painter.text({190, 80}, "5Ψ/8 = 5,000 ✓",
               {Face::number, 12, ink, AlignX::right, AlignY::baseline});
  painter.text({100, 105}, "reduce-scatter ⊕ ∇",
               {Face::strong, 17, ink, AlignX::centre, AlignY::top});
}

}  // namespace zerolab::test
