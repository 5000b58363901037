// Pages as students get them: without what is written for instructors, and with links that lead to
// what is handed out.
#include "exercises/handout/making/pages.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/exercises/handout/fixture.hpp"

namespace zerolab::exercises::test {

namespace {

using zerolab::test::ContainsSubstring;

// The links of the pages of `handout` that lead to no file of it: "README.md leads to core/x.md\n".
std::string dead_links(const Assembled& handout) {
  std::string dead;
  for (const auto& [path, file] : handout.files) {
    if (!path.ends_with(".md")) continue;
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    for (std::size_t at = 0; (at = file.content.find("](", at)) != std::string::npos;) {
      at += 2;
      const std::string link = file.content.substr(at, file.content.find_first_of(")#", at) - at);
      if (link.empty() || link.find("://") != std::string::npos) continue;
      const std::string target = (folder / link).lexically_normal().generic_string();
      const bool is_there = std::ranges::any_of(handout.files, [&](const auto& other) {
        return other.first == target || other.first.starts_with(target + "/") ||
               (target.ends_with('/') && other.first.starts_with(target));
      });
      if (!is_there) dead += path + " leads to " + target + "\n";
    }
  }
  return dead;
}

// A page in lessons/, in a hand-out of exercise 1 alone.
std::string with_the_first_alone(std::string_view page) {
  return without_links_elsewhere(page, "lessons/page.md", {the_exercises().front()});
}

}  // namespace

TEST_CASE("pages lose what is written for instructors") {
  CHECK(page_for_students("a\n| b | <!-- instructors -->\nc\n", "p") == "a\nc\n");
  CHECK(page_for_students("a\n\n<!-- instructors: begin -->\nb\n<!-- instructors: end -->\n\nc",
                          "p") == "a\n\nc");
  CHECK(page_for_students("no mark\n\nat all", "p") == "no mark\n\nat all");
  CHECK_THROWS_WITH(page_for_students("a\n<!-- instructors: begin -->\n", "p.md"),
                    ContainsSubstring("p.md line 2: the block for instructors that begins here"));
  CHECK_THROWS_WITH(page_for_students("<!-- instructors: end -->\n", "p.md"),
                    ContainsSubstring("p.md line 1: no block"));
}

TEST_CASE("students get the cards of the lab without the sheet of answers") {
  const std::string cards = the_handout().files.at("lessons/lab-90-cards.html").content;
  CHECK_THAT(cards, ContainsSubstring("Rank 3</h2>") && ContainsSubstring("</html>"));
  CHECK_THAT(cards, !ContainsSubstring("5005") && !ContainsSubstring("instructor"));
}

TEST_CASE("links to exercises that are not handed out become plain text") {
  CHECK(with_the_first_alone(
            "see [exercise 6](../exercises/06-predict/README.md), or [its "
            "file](../exercises/06-predict/predict.hpp#L3) and [it](../exercises/06-predict).") ==
        "see exercise 6, or its file and it.");
  CHECK(with_the_first_alone("[`a[0]` of [2]](../exercises/02-ring_shift/README.md)[3](b.md)") ==
        "`a[0]` of [2][3](b.md)");
  for (const std::string page :
       {"[1](../exercises/01-shard/README.md)", "[home](../README.md)", "a](b", "[a](b", "](",
        "[6](https://x.org/exercises/06-predict/README.md)", "](../exercises/06-predict/README.md)",
        "[6](exercises/06-predict/README.md)", "[d](../exercises/)",
        "[e](../exercises/zero/a.hpp)"}) {
    CHECK(with_the_first_alone(page) == page);
  }
}

TEST_CASE("the pages that are handed out lead to files that are handed out") {
  for (const char* exercises : {"all", "01-03", "13", "08"}) {
    INFO(exercises);
    CHECK(dead_links(the_handout(HandoutKind::sources, exercises)) == "");
  }
  const std::string page =
      the_handout(HandoutKind::sources, "01-03").files.at("lessons/lab-90.md").content;
  CHECK_THAT(page, ContainsSubstring("nearest are exercise 6, in") &&
                       ContainsSubstring("[1](../exercises/01-shard/README.md)"));
}

}  // namespace zerolab::exercises::test
