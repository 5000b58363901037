// PNG files give back what was written, byte for byte the same each time.
#include "viz/paint/png.hpp"

#include <filesystem>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "tests/catch.hpp"

using namespace zerolab;
using zerolab::test::ContainsSubstring;

namespace {

Image gradient(int alpha) {
  Image image(37, 21, colour(0));
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      std::uint8_t* p = image.pixel(x, y);
      p[0] = static_cast<std::uint8_t>(x * 7);
      p[1] = static_cast<std::uint8_t>(y * 11);
      p[2] = static_cast<std::uint8_t>(x * y);
      p[3] = static_cast<std::uint8_t>(alpha);
    }
  }
  return image;
}

}  // namespace

TEST_CASE("an image survives the way through a PNG file") {
  for (const int alpha : {255, 90}) {
    const Image image = gradient(alpha);
    CHECK(decode_png(encode_png(image)) == image);
    CHECK(encode_png(image) == encode_png(image));
  }
  const auto path = std::filesystem::temp_directory_path() / "zerolab_png_test.png";
  write_png(path, gradient(255));
  CHECK(read_png(path) == gradient(255));
  std::filesystem::remove(path);
}

TEST_CASE("what is not a PNG is refused with its path") {
  CHECK_THROWS_WITH(decode_png("GIF89a"), ContainsSubstring("not a PNG"));
  std::string cut = encode_png(gradient(255));
  cut.resize(60);
  CHECK_THROWS_AS(decode_png(cut), Error);
  CHECK_THROWS_WITH(read_png("/nowhere/a.png"), ContainsSubstring("/nowhere/a.png"));
}

TEST_CASE("images are compared by the share of pixels that differ") {
  const Image image = gradient(255);
  Image other = image;
  CHECK(differing_share(image, other) == 0);
  other.pixel(3, 4)[1] = static_cast<std::uint8_t>(image.pixel(3, 4)[1] + 8);
  CHECK(differing_share(image, other) == 0);
  other.pixel(3, 4)[1] = static_cast<std::uint8_t>(image.pixel(3, 4)[1] + 9);
  CHECK(differing_share(image, other) == 1.0 / (37 * 21));
  CHECK_THROWS_WITH(differing_share(image, Image(2, 2, colour(0))), ContainsSubstring("2 x 2"));
}
