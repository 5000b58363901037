// What a student sees of a build that failed.
#include "exercises/program/compile.hpp"

#include "tests/catch.hpp"

namespace zerolab::exercises {

TEST_CASE("complaints are the compiler's with paths that are short") {
  const std::string output =
      "[1/2] Building CXX object exercises/x.o\n"
      "FAILED: exercises/x.o \n"
      "/usr/bin/c++ -I/course -O1 -std=c++20 -c /course/exercises/03/x.cpp\n"
      "/course/exercises/03/x.cpp: In function 'void f()':\n"
      "/course/exercises/03/x.cpp:7:3: error: 'foo' was not declared in this scope\n"
      "    7 |   foo();\n"
      "cc1plus: all warnings being treated as errors\n"
      "ninja: build stopped: subcommand failed.\n";
  CHECK(complaints_of(output, "/course") ==
        "exercises/03/x.cpp: In function 'void f()':\n"
        "exercises/03/x.cpp:7:3: error: 'foo' was not declared in this scope\n"
        "    7 |   foo();\n");
}

TEST_CASE("complaints without end are cut and counted") {
  std::string output;
  for (int line = 0; line < 10; ++line) output += "x.cpp:1: error\n";
  CHECK(complaints_of(output, "/course", 3) ==
        "x.cpp:1: error\nx.cpp:1: error\nx.cpp:1: error\n… and 7 more lines\n");
}

}  // namespace zerolab::exercises
