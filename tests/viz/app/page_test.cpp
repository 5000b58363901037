// The HTML page holds every frame, and needs nothing but itself.
#include "core/trace/gzip.hpp"
#include "tests/catch.hpp"
#include "tests/viz/app/made_traces.hpp"
#include "viz/app/export.hpp"

using namespace zerolab;
using zerolab::test::ContainsSubstring;
using zerolab::test::ring_trace;

namespace {

std::string from_base64(std::string_view text) {
  const std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<std::uint32_t>(digits.find(c));
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>(bits >> count & 0xFF);
    }
  }
  return bytes;
}

std::vector<std::string> frames_of(const std::string& page) {
  const std::size_t begin = page.find("packed = \"") + 10;
  const std::string packed = page.substr(begin, page.find('"', begin) - begin);
  const Gunzipped unpacked = gunzip(from_base64(packed), 1U << 30);
  CHECK(unpacked.fault.empty());
  std::vector<std::string> frames(1);
  for (const char c : unpacked.text) {
    if (c == '\x1e') {
      frames.emplace_back();
    } else {
      frames.back() += c;
    }
  }
  return frames;
}

}  // namespace

TEST_CASE("the page has a frame before and within and after each step") {
  Controller controller(ring_trace(Collective::reduce_scatter, 4, 4000), parse_view("time=1.5"));
  const Fonts fonts;
  std::size_t last = 0;
  const std::string page =
      html_page(controller, fonts, "a <ring>", [&](std::size_t done, std::size_t all) {
        CHECK(all == 7);
        CHECK(done == ++last);
      });
  CHECK(controller.where().time == 1.5);
  CHECK_THAT(page, ContainsSubstring("[0, 3])[1]"));  // begins there
  CHECK_THAT(page, ContainsSubstring("<title>a &lt;ring&gt;</title>"));
  CHECK(page.find("http://") == std::string::npos);
  CHECK(page.find("https://") == std::string::npos);
  const auto frames = frames_of(page);
  REQUIRE(frames.size() == 7);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    controller.go_to(static_cast<double>(i) / 2);
    CHECK(frames[i] ==
          svg_picture(controller, fonts, {1440, 810, 1}, "f" + std::to_string(i) + "-"));
  }
  CHECK(frames[1] != frames[2]);
}

TEST_CASE("pictures are the same bytes every time") {
  Controller controller(ring_trace(Collective::all_reduce, 8, 8000), parse_view("time=2.5"));
  const Fonts fonts;
  const PictureSize size{1280, 720, 1};
  CHECK(picture(controller, fonts, size) == picture(controller, fonts, size));
  CHECK(svg_picture(controller, fonts, size) == svg_picture(controller, fonts, size));
}

TEST_CASE("sizes and endings that are none are refused") {
  for (const char* size : {"", "1920", "1920x", "x1080", "10x10", "99999x1080", "1920x1080x2"}) {
    INFO(size);
    CHECK_THROWS_WITH(parse_picture_size(size, 1), ContainsSubstring("WIDTHxHEIGHT"));
  }
  Controller controller(ring_trace(Collective::all_reduce, 2, 8), {});
  CHECK_THROWS_WITH(export_to("x.gif", controller, Fonts(), {}, "", nullptr),
                    ContainsSubstring(".png, .svg or .html"));
}
