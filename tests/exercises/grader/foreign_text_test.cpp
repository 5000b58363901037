// What is refused where the kernel cannot keep files from the compiler.
#include "exercises/grader/foreign_text.hpp"

#include <fmt/core.h>

#include "tests/catch.hpp"

namespace zerolab::exercises {

namespace {

const std::vector<std::filesystem::path> allowed{"/usr/include", "include"};

std::string why(const std::string& text) {
  return why_foreign(text, "a.cpp", allowed).value_or("");
}

}  // namespace

TEST_CASE("text of the answer and of given headers is no foreign text") {
  CHECK(why("# 0 \"a.cpp\"\n# 0 \"<built-in>\"\n# 1 \"include/core/x.hpp\" 1\nint x;\n"
            "# 1 \"/usr/include/stdio.h\" 1 3\n__asm__(\"\");\n# 3 \"a.cpp\" 2\nint asmodeus;\n")
            .empty());
  CHECK(why("").empty());
}

TEST_CASE("text from elsewhere is foreign however its path is written") {
  for (const char* file : {"/work/tests/hidden/exam.json", "include/../tests/exam.json", "../x",
                           "/usr/include/../../etc/passwd", "/usr/includes/x", "include"}) {
    INFO(file);
    CHECK_THAT(why(fmt::format("# 0 \"a.cpp\"\n# 1 \"{}\" 1\n", file)),
               zerolab::test::ContainsSubstring("none of the given headers"));
  }
}

TEST_CASE("assembly in the answer is refused also behind a forged line marker") {
  for (const char* word : {"asm", "__asm", "__asm__"}) {
    CHECK(why(fmt::format("# 0 \"a.cpp\"\n{}(\"nop\");\n", word)) ==
          "holds assembly, which no answer needs");
  }
  CHECK_FALSE(why("# 0 \"<nowhere>\"\nasm(\"nop\");\n").empty());
}

}  // namespace zerolab::exercises
