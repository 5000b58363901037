// The reader, the comparison and the runner of checked documents: above all, that they can fail.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/documents/compare.hpp"
#include "tests/documents/document.hpp"
#include "tests/documents/run.hpp"

namespace zerolab::documents {

namespace {

namespace fs = std::filesystem;

// A root with a README.md and a lesson, and a program that prints its arguments.
class MadeUpProject {
 public:
  MadeUpProject() {
    std::string pattern = (fs::temp_directory_path() / "zerolab_documents_XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    root_ = pattern;
    fs::create_directories(root_ / "lessons");
    std::ofstream(root_ / "lessons/text") << "a lesson\n";
    std::ofstream(root_ / "lab") << "#!/bin/sh\necho \"the real lab: $*\"\n";
    std::ofstream(program()) << "#!/bin/sh\necho \"zerolab: $*\"\n";
    fs::permissions(root_ / "lab", fs::perms::owner_all);
    fs::permissions(program(), fs::perms::owner_all);
  }
  ~MadeUpProject() { fs::remove_all(root_); }
  MadeUpProject(const MadeUpProject&) = delete;
  MadeUpProject& operator=(const MadeUpProject&) = delete;

  fs::path root() const { return root_; }
  fs::path program() const { return root_ / "program"; }

  std::string check(const std::string& markdown) const {
    return documents::check("README.md", parse(markdown), Playground(root(), program()));
  }

 private:
  fs::path root_;
};

std::string console(const std::string& content, const std::string& words = "") {
  return "```console" + words + "\n" + content + "```\n";
}

std::string problems_of(const std::string& markdown) {
  std::string text;
  for (const Problem& problem : parse(markdown).problems) {
    text += std::to_string(problem.line) + ": " + problem.message + "\n";
  }
  return text;
}

using Lines = std::vector<std::string>;

bool same(const Lines& expected, const Lines& actual, const Lines& patterns = {}) {
  return is_same(difference(expected, actual, patterns));
}

}  // namespace

TEST_CASE("commands are read with their output and their lines") {
  const Document document = parse(
      "# Title\n\n```console\n$ one\nout 1\n\n$ two \\\n>   more\n```\n\ntext\n\n"
      "<!-- volatile: [0-9]+ s -->\n<!-- volatile: x+ -->\n\n"
      "~~~~console exit=2\n$ three\n12 s xx\n~~~\n~~~~\n"
      "1. item\n\n   ```console\n   $ four\n     deeper\n   ```\n");
  REQUIRE(document.problems.empty());
  REQUIRE(document.commands.size() == 4);
  CHECK(document.commands[0].line == 4);
  CHECK(document.commands[0].text == "one");
  CHECK(document.commands[0].expected == Lines{"out 1", ""});
  CHECK(document.commands[0].exit_status == 0);
  CHECK(document.commands[0].volatile_patterns.empty());
  CHECK(document.commands[1].line == 7);
  CHECK(document.commands[1].text == "two \\\n  more");
  CHECK(document.commands[2].expected == Lines{"12 s xx", "~~~"});
  CHECK(document.commands[2].exit_status == 2);
  CHECK(document.commands[2].volatile_patterns == Lines{"[0-9]+ s", "x+"});
  CHECK(document.commands[3].text == "four");
  CHECK(document.commands[3].expected == Lines{"  deeper"});
  CHECK(document.commands[3].volatile_patterns.empty());
}

TEST_CASE("blocks that are no commands are left alone") {
  CHECK(problems_of("```cpp\nint a;\n```\n```\nplain\n```\n```text\ncost $ 5\n```\n") == "");
  const Document document =
      parse("```console no-run\n$ ./lab test\n```\n```bash no-run\nls\n```\n");
  CHECK(document.problems.empty());
  CHECK(document.commands.empty());
}

TEST_CASE("a command that would not be checked is a problem") {
  using test::ContainsSubstring;
  CHECK_THAT(problems_of("```sh\nls\n```\n"), ContainsSubstring("1: a block of sh is not checked"));
  CHECK_THAT(problems_of("```bash\nls\n```\n"), ContainsSubstring("1: a block of bash"));
  CHECK_THAT(problems_of("```\na\n$ ls\n```\n"), ContainsSubstring("3: a command that is not"));
  CHECK_THAT(problems_of("```text\n./lab counts\n```\n"), ContainsSubstring("2: a command"));
  CHECK_THAT(problems_of("\n    $ ls\n"), ContainsSubstring("2: an indented command"));
  CHECK_THAT(problems_of("```console\n```\n"), ContainsSubstring("1: a console block without"));
  CHECK_THAT(problems_of("```console\n./lab counts\n```\n"),
             ContainsSubstring("2: output without"));
  CHECK_THAT(problems_of("```console\n$ ls\n"), ContainsSubstring("1: this block is never closed"));
}

TEST_CASE("words of a block that mean nothing are a problem") {
  using test::ContainsSubstring;
  for (const std::string word : {"norun", "exit", "exit=", "exit=two", "exit=2x"}) {
    CHECK_THAT(problems_of("```console " + word + "\n$ ls\n```\n"),
               ContainsSubstring("1: '" + word + "': a console block takes no-run or exit=N"));
  }
}

TEST_CASE("a volatile comment that does nothing is a problem") {
  using test::ContainsSubstring;
  const std::string comment = "<!-- volatile: [0-9]+ s -->\n";
  const std::string block = "```console\n$ ls\n5 s\n```\n";
  CHECK(problems_of(comment + "\n" + block) == "");
  CHECK_THAT(problems_of(comment + "text\n" + block), ContainsSubstring("1: a volatile comment"));
  CHECK_THAT(problems_of(comment), ContainsSubstring("1: a volatile comment"));
  CHECK_THAT(problems_of(comment + "```console no-run\n$ ls\n5 s\n```\n"),
             ContainsSubstring("1: a volatile comment"));
  CHECK_THAT(problems_of(comment + "```console\n$ ls\n5 m\n```\n"),
             ContainsSubstring("2: volatile: '[0-9]+ s' matches no line"));
  CHECK_THAT(problems_of("<!-- volatile: ( -->\n" + block), ContainsSubstring("1: volatile: '('"));
  CHECK_THAT(problems_of("<!-- volatile: [0-9]* -->\n" + block),
             ContainsSubstring("matches nothing at all"));
}

TEST_CASE("output is compared exactly") {
  CHECK(same({"a", "b"}, {"a", "b"}));
  CHECK(same({}, {}));
  CHECK(same({"a  ", ""}, {"a", "", ""}));
  CHECK_FALSE(same({"rank 0 sends 7"}, {"rank 0 sends 8"}));
  CHECK_FALSE(same({"a  b"}, {"a b"}));
  CHECK_FALSE(same({" a"}, {"a"}));
  CHECK_FALSE(same({"a"}, {"a", "b"}));
  CHECK_FALSE(same({"a", "b"}, {"a"}));
  CHECK_FALSE(same({"a", "b"}, {"b", "a"}));
  CHECK_FALSE(same({"a", "", "b"}, {"a", "b"}));
  CHECK_FALSE(same({}, {"a"}));
  CHECK_FALSE(same({"a"}, {}));
}

TEST_CASE("three dots stand for any number of lines") {
  CHECK(same({"a", "...", "d"}, {"a", "b", "c", "d"}));
  CHECK(same({"a", "...", "d"}, {"a", "d"}));
  CHECK(same({"..."}, {"a", "b"}));
  CHECK(same({"...", "c", "...", "e"}, {"a", "c", "d", "c", "e"}));
  CHECK_FALSE(same({"a", "...", "d"}, {"a", "b", "d", "e"}));
  CHECK_FALSE(same({"a", "...", "d"}, {"x", "a", "d"}));
  CHECK_FALSE(same({"...", "7", "..."}, {"6", "8"}));
  CHECK_FALSE(same({"a", "... b"}, {"a", "c"}));
}

TEST_CASE("volatile figures may differ and nothing else") {
  const Lines patterns{"[0-9.]+ tokens/s", "loss [0-9.]+"};
  CHECK(same({"step 3  loss 5.1  9 tokens/s"}, {"step 3  loss 4.25   1024.5 tokens/s"}, patterns));
  CHECK_FALSE(same({"step 3  loss 5.1  9 tokens/s"}, {"step 4  loss 5.1  9 tokens/s"}, patterns));
  CHECK_FALSE(same({"step 3  loss 5.1  9 tokens/s"}, {"step 3  loss 5.1  9 bytes/s"}, patterns));
  CHECK_FALSE(same({"step 3  loss 5.1  9 tokens/s"}, {"step 3  loss nan  9 tokens/s"}, patterns));
  CHECK_FALSE(same({"sent 7", "loss 5.1"}, {"sent 8", "loss 5.1"}, patterns));
}

TEST_CASE("with volatile figures columns may have other widths") {
  const Lines patterns{"[0-9.]+ s"};
  const Lines expected{"  rank  time", "  ──────────", "     0   5 s"};
  CHECK(same(expected, {"  rank      time", "  ──────────────", "     0  125.0 s"}, patterns));
  CHECK_FALSE(
      same(expected, {"  rank      time", "  ──────────────", "     1  125.0 s"}, patterns));
  CHECK_FALSE(same(expected, {"  rank  time", "", "     0  125.0 s"}, patterns));
}

TEST_CASE("a difference shows the lines around it") {
  const auto diff = difference({"1", "2", "3", "4", "5", "6", "7", "8", "9"},
                               {"1", "2", "3", "4", "5", "x", "7", "8", "9", "10"}, {});
  CHECK(to_string(diff) == "@@\n 3\n 4\n 5\n-6\n+x\n 7\n 8\n 9\n+10\n");
  CHECK(to_string(difference({"a", "...", "d"}, {"a", "b", "e"}, {})) == " a\n ...\n-d\n");
}

TEST_CASE("a document that tells the truth passes") {
  const MadeUpProject project;
  CHECK(project.check(
            console("$ ./lab counts --ranks 4\nzerolab: counts --ranks 4\n") +
            console("$ echo kept >file; cat lessons/text\na lesson\n"
                    "$ cat file && ./lab a | tr a b\nkept\nzerolbb: b\n") +
            console("$ printf 'a\\n\\nb'\na\n\nb\n$ echo oops >&2; exit 3\noops\n", " exit=3") +
            console("$ echo \"$NO_COLOR $TERM\" \\\n  ${HOME:+home} $SECRET; cat\n"
                    "1 dumb home\n") +
            console("$ ./lab help\nthe real lab: help\n") + "<!-- volatile: [0-9]+ s -->\n" +
            console("$ echo took 12 s\ntook 5 s\n")) == "");
  CHECK_FALSE(fs::exists(project.root() / "file"));
}

TEST_CASE("a document with a wrong number fails and says where") {
  const MadeUpProject project;
  CHECK(project.check("text\n\n" +
                      console("$ printf 'rank 0: 7\\nrank 1: 7\\n'\nrank 0: 7\nrank 1: 8\n")) ==
        "README.md:4: $ printf 'rank 0: 7\\nrank 1: 7\\n'\n"
        "--- expected\n+++ actual\n rank 0: 7\n-rank 1: 8\n+rank 1: 7\n");
  CHECK(project.check(console("$ exit 1\n")) ==
        "README.md:2: $ exit 1\nexit status: expected 0, actual 1\n");
  CHECK(project.check(console("$ true\n", " exit=2")) ==
        "README.md:2: $ true\nexit status: expected 2, actual 0\n");
  CHECK(project.check(console("$ kill -9 $$\n")) ==
        "README.md:2: $ kill -9 $$\nexit status: expected 0, actual 137\n");
  CHECK(project.check("```sh\nls\n```\n") != "");
}

TEST_CASE("the words of lab that build are refused in a checked block") {
  const MadeUpProject project;
  for (const std::string word : {"setup", "build", "demo", "test", "format", "clean"}) {
    CHECK_THAT(project.check(console("$ ./lab " + word + "\n")),
               test::ContainsSubstring("lab " + word + ": a checked document cannot run this"));
  }
}

}  // namespace zerolab::documents
