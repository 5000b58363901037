#include "viz/paint/image.hpp"

#include <cstdlib>

#include "core/base/error.hpp"

namespace zerolab {

Image::Image(int image_width, int image_height, Colour background)
    : width(image_width), height(image_height) {
  require(width > 0 && height > 0, "an image has pixels");
  const std::size_t count = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  rgba.reserve(count * 4);
  for (std::size_t i = 0; i < count; ++i) {
    rgba.insert(rgba.end(), {background.red, background.green, background.blue, background.alpha});
  }
}

double differing_share(const Image& a, const Image& b, int tolerance) {
  if (a.width != b.width || a.height != b.height) {
    throw input_error("cannot compare a picture of {} x {} pixels with one of {} x {}", a.width,
                      a.height, b.width, b.height);
  }
  std::size_t differing = 0;
  for (std::size_t i = 0; i < a.rgba.size(); i += 4) {
    bool differs = false;
    for (std::size_t c = i; c < i + 4; ++c) {
      differs = differs || std::abs(int{a.rgba[c]} - int{b.rgba[c]}) > tolerance;
    }
    differing += differs ? 1 : 0;
  }
  return a.rgba.empty() ? 0
                        : static_cast<double>(differing) / static_cast<double>(a.rgba.size() / 4);
}

}  // namespace zerolab
