// SVG documents: equal bytes for equal calls, well formed, and laid out by our own widths.
#include <cmath>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "tests/catch.hpp"
#include "tests/viz/paint/sample.hpp"
#include "viz/paint/svg_painter.hpp"

using namespace zerolab;
using zerolab::test::ContainsSubstring;

namespace {

std::string sample_document(const std::string& prefix = "") {
  SvgPainter painter(test::fonts(), 200, 120, colour(0x14181D), prefix);
  test::draw_sample(painter);
  return painter.document();
}

// Empty where every tag is closed in order and no "<" or bare "&" stands in a text.
std::string malformation(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t i = 0; i < xml.size(); ++i) {
    if (xml[i] == '&') {
      const std::size_t end = xml.find(';', i);
      if (end == std::string::npos || end - i > 6) return "a bare & at " + xml.substr(i, 20);
    }
    if (xml[i] != '<') continue;
    const std::size_t end = xml.find('>', i);
    if (end == std::string::npos) return "a tag without its end";
    const std::string tag = xml.substr(i + 1, end - i - 1);
    if (tag.find('<') != std::string::npos) return "a bare < in " + tag;
    if (tag[0] == '/') {
      if (open.empty() || open.back() != tag.substr(1)) return "unexpected " + tag;
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(tag.substr(0, tag.find(' ')));
    }
    i = end;
  }
  return open.empty() ? "" : "not closed: " + open.back();
}

}  // namespace

TEST_CASE("a document drawn twice has the same bytes and is well formed") {
  CHECK(sample_document() == sample_document());
  CHECK(malformation(sample_document()) == "");
  CHECK(malformation("<a><b></a>") != "");
}

TEST_CASE("text is escaped and held at its measured width") {
  const std::string document = sample_document();
  CHECK_THAT(document, ContainsSubstring(">a &lt;long&gt; line &amp; \"more\" of it</text>"));
  const std::string attribute = "textLength=\"";
  const std::size_t line = document.rfind(attribute, document.find("reduce-scatter"));
  REQUIRE(line != std::string::npos);
  const float written = std::stof(document.substr(line + attribute.size()));
  const float width = test::fonts().text_width(Face::strong, 17, "reduce-scatter ⊕ ∇");
  CHECK(std::abs(written - width) <= 0.006F);
}

TEST_CASE("bytes that XML cannot hold are replaced") {
  SvgPainter painter(test::fonts(), 200, 120, {});
  painter.text({0, 0},
               "a\x01"
               "b\xFF"
               "c",
               {Face::text, 12, colour(0)});
  CHECK_THAT(painter.document(), ContainsSubstring(">a b\uFFFDc</text>"));
}

TEST_CASE("ids carry the prefix of their document") {
  CHECK_THAT(sample_document("f7"), ContainsSubstring("<clipPath id=\"f7c0\">"));
  CHECK_THAT(sample_document("f7"), ContainsSubstring("url(#f7c0)"));
}

TEST_CASE("numbers have at most two decimals and no exponent") {
  SvgPainter painter(test::fonts(), 1e6F, 120, {});
  painter.circle({1.0F / 3, -0.001F}, 123456.78F, colour(0xFF0000));
  CHECK_THAT(painter.document(),
             ContainsSubstring("<circle cx=\"0.33\" cy=\"0\" r=\"123456.78\" fill=\"#ff0000\"/>"));
  CHECK_THAT(painter.document(), ContainsSubstring("width=\"1000000\""));
  CHECK_THROWS_AS(painter.circle({std::nanf(""), 0}, 1, colour(0)), InvariantError);
}

TEST_CASE("an unfinished clip is a broken invariant") {
  SvgPainter painter(test::fonts(), 10, 10, {});
  painter.push_clip({0, 0, 5, 5});
  CHECK_THROWS_AS(painter.document(), InvariantError);
}
