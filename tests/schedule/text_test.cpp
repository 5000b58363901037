// The text form reads back, and a malformed file is refused at its first wrong line.
#include "core/schedule/text.hpp"

#include "core/base/error.hpp"
#include "core/schedule/build.hpp"
#include "tests/catch.hpp"

using namespace zerolab;
using test::ContainsSubstring;

TEST_CASE("every schedule reads back from its text") {
  for (const Collective collective : all_collectives) {
    for (int n = 1; n <= 17; ++n) {
      const auto root = has_root(collective) ? std::optional(n - 1) : std::nullopt;
      const Schedule schedule = build_schedule(collective, n, root);
      CHECK(parse_schedule(to_text(schedule), "text") == schedule);
    }
  }
}

TEST_CASE("the text of a ring of two") {
  CHECK(to_text(build_schedule(Collective::reduce_scatter, 2)) ==
        "collective reduce-scatter\nalgorithm ring\nranks 2\nchunks 2\n"
        "step 0: 0 -> 1 chunk 1 add\nstep 0: 1 -> 0 chunk 0 add\n");
}

TEST_CASE("comments and blank lines and other line ends do not count") {
  const Schedule schedule = build_schedule(Collective::all_gather, 2);
  CHECK(parse_schedule("# by hand\r\n\r\ncollective all-gather\r\nalgorithm ring\r\nranks 2\r\n"
                       "chunks 2\r\n step 0:  0 -> 1 chunk 0 copy # first\r\n"
                       "step 0: 1 -> 0 chunk 1 copy",
                       "text") == schedule);
}

TEST_CASE("a malformed file is refused with the line and what was expected") {
  const auto parse = [](const std::string& text) { return parse_schedule(text, "my.txt"); };
  const std::string head = "collective all-gather\nalgorithm ring\nranks 2\nchunks 2\n";
  CHECK_THROWS_WITH(parse(""), ContainsSubstring("my.txt: has no line 'collective"));
  CHECK_THROWS_WITH(parse("collective all-gather\n"), ContainsSubstring("no line 'algorithm"));
  CHECK_THROWS_WITH(parse("collective gossip\n"),
                    ContainsSubstring("my.txt line 1: 'collective gossip': unknown collective") &&
                        ContainsSubstring("reduce-scatter"));
  CHECK_THROWS_WITH(parse(head + "ranks 3\n"),
                    ContainsSubstring("line 5") && ContainsSubstring("a second line 'ranks"));
  CHECK_THROWS_WITH(parse(head + "step 0: 0 > 1 chunk 0 copy\n"),
                    ContainsSubstring("line 5: 'step 0: 0 > 1 chunk 0 copy': expected 'step S"));
  CHECK_THROWS_WITH(parse(head + "step 0: 0 -> 1 chunk 0 multiply\n"), ContainsSubstring("line 5"));
  CHECK_THROWS_WITH(parse(head + "step 0: 0 -> x chunk 0 copy\n"),
                    ContainsSubstring("the destination is a number") && ContainsSubstring("'x'"));
  CHECK_THROWS_WITH(parse(head + "step 99999999999: 0 -> 1 chunk 0 copy\n"),
                    ContainsSubstring("the step is a number"));
  CHECK_THROWS_WITH(parse(head + "root 1\n"), ContainsSubstring("all-gather has no root"));
  CHECK_THROWS_WITH(parse(head + "speed fast\n"), ContainsSubstring("unknown key"));
  CHECK_THROWS_WITH(parse("collective all-gather\nranks 0\n"),
                    ContainsSubstring("at least one rank"));
  CHECK_THROWS_WITH(parse("collective reduce\nalgorithm chain\nranks 2\nchunks 1\n"),
                    ContainsSubstring("reduce needs a line 'root R'"));
}
