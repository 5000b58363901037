// Answers made into programs, within limits and without sight of the repository.
#include "exercises/grader/compile.hpp"

#include <unistd.h>

#include "exercises/grader/given_headers.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/grader/fixture.hpp"

namespace zerolab::exercises {

namespace {

using test::Workplace;
using zerolab::test::ContainsSubstring;

struct Result {
  Compilation compilation;
  bool has_program = false;
};

Result compiled(int number, const std::string& content) {
  const Workplace place;
  const Protections protections = available_protections();
  PrivateTree tree(protections.other_user ? nobody_user(0, getpid()) : geteuid());
  Result result{
      compile_answer(content, test::exercise(number), built_toolchain(), protections, tree)};
  result.has_program =
      result.compilation.program && access(result.compilation.program->c_str(), X_OK) == 0;
  return result;
}

const std::string header = "#include \"exercises/03-reduce_scatter/reduce_scatter.hpp\"\n";

}  // namespace

TEST_CASE("solutions and starters of all exercises become programs") {
  for (int number = 1; number <= 7; ++number) {
    const Result solved = compiled(number, test::solution_of(number));
    INFO(number << solved.compilation.reason << solved.compilation.diagnostics);
    CHECK(solved.has_program);
    CHECK(compiled(number, test::starter_of(number)).has_program);
  }
}

TEST_CASE("an answer may call and may bring along what earlier exercises have") {
  const std::string shard =
      "#include \"exercises/01-shard/shard.hpp\"\n"
      "Shard shard(std::size_t, int, int) { return {}; }\n";
  const std::string call =
      "#include \"exercises/01-shard/shard.hpp\"\n" + header +
      "void reduce_scatter(Comm& c, std::span<float> b) { shard(b.size(), c.size(), 0); }\n";
  CHECK(compiled(3, call).has_program);
  CHECK(compiled(3, shard + call).has_program);
}

TEST_CASE("an answer that does not define its function is told so") {
  for (const int number : {1, 3}) {  // 1: nothing earlier may stand in for it
    const Result empty = compiled(number, "");
    CHECK_FALSE(empty.has_program);
    CHECK_THAT(empty.compilation.reason, ContainsSubstring("does not define"));
    CHECK_THAT(empty.compilation.diagnostics, ContainsSubstring("undefined reference to"));
  }
  CHECK_THAT(
      compiled(3, header + "void reduce_scatter(Comm&, std::span<double>) {}").compilation.reason,
      ContainsSubstring("does not define reduce_scatter as its header declares it"));
}

TEST_CASE("what the compiler says is shown with the line and without our paths") {
  const Result wrong =
      compiled(3, header + "void reduce_scatter(Comm&, std::span<float>) { oops; }");
  CHECK(wrong.compilation.reason == "does not compile");
  CHECK_THAT(wrong.compilation.diagnostics, ContainsSubstring("reduce_scatter.cpp:2:"));
  CHECK_THAT(wrong.compilation.diagnostics, ContainsSubstring("oops"));
  CHECK(wrong.compilation.diagnostics.find("/tmp") == std::string::npos);
}

TEST_CASE("diagnostics are cut and printable whatever they quote") {
  std::string text = header;
  for (int i = 0; i < 2000; ++i) text += "int \x01\xFF = \"\x1B[31m long, long line\";\n";
  const Result wrong = compiled(3, text);
  CHECK(wrong.compilation.reason == "does not compile");
  CHECK(wrong.compilation.diagnostics.size() <= 4 * max_diagnostics);
  CHECK(wrong.compilation.diagnostics.find('\x1B') == std::string::npos);
  CHECK(wrong.compilation.diagnostics.size() > 100);
}

TEST_CASE("a compilation has limits of time and memory and of its output") {
  CHECK_THAT(compiled(3, header + "constexpr long f(long n) { long s = 0; for (long i = 0; i < n; "
                                  "++i) s += i; return s; }\n#pragma GCC optimize(\"O3\")\n"
                                  "template <int n> struct A { A<n - 1> a; A<n - 2> b; };\n"
                                  "char huge[1 << 30] = {1};\n")
                 .compilation.reason,
             ContainsSubstring("makes an object file of more than"));
}

TEST_CASE("the compiler sees the given headers and nothing else of the repository") {
  const std::vector<std::filesystem::path> given =
      given_headers(built_toolchain().root, test::exercise(5));
  const auto has = [&](const char* header_name) {
    return std::ranges::find(given, std::filesystem::path(header_name)) != given.end();
  };
  CHECK(has("exercises/05-all_reduce/all_reduce.hpp"));
  CHECK(has("exercises/03-reduce_scatter/reduce_scatter.hpp"));
  CHECK(has("exercises/comm/comm.hpp"));
  CHECK_FALSE(has("exercises/07-sync_gradients/sync_gradients.hpp"));
  CHECK_FALSE(has("exercises/judge/case.hpp"));
  CHECK_FALSE(has("core/transport/fabric/wire.hpp"));
  CHECK_FALSE(compiled(3, "#include \"exercises/judge/case.hpp\"\n").has_program);
}

}  // namespace zerolab::exercises
