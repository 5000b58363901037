// The search for secret text: that it finds what is planted, and that the course's own hand-out has
// none. The last is also looked at without the search's own code.
#include "exercises/handout/making/leaks.hpp"

#include <sstream>
#include <unordered_map>

#include <fmt/core.h>

#include "core/base/files.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/handout/fixture.hpp"

namespace zerolab::exercises::test {

namespace {

using zerolab::test::ContainsSubstring;

constexpr std::string_view secret = R"(// Solved.
#include <vector>

void shard(int elements, int ranks, int rank) {
  const int least = elements / ranks;
  const int longer = elements % ranks;  // the first so many
  const int begin = rank * least + std::min(rank, longer);
  return {begin, begin + least + (rank < longer ? 1 : 0)};
}
)";

Secrets one_secret() {
  Secrets secrets;
  secrets.add("solutions/01-shard/shard.cpp", secret);
  return secrets;
}

std::string found_in(std::string_view text) {
  std::string words;
  for (const Leak& leak : one_secret().find_in("core/a.cpp", text)) words += to_string(leak) + "\n";
  return words;
}

std::vector<std::string> secret_files() {
  std::vector<std::string> files;
  for (const std::string& path : the_repository().files) {
    if (is_secret(path)) files.push_back(path);
  }
  return files;
}

// Every three lines that follow each other, comments too; brackets alone are no line, and blanks do
// not count.
std::vector<std::string> raw_triples(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::erase_if(line, [](char letter) { return letter == ' ' || letter == '\t'; });
    if (line.size() >= 4) lines.push_back(line);
  }
  std::vector<std::string> triples;
  for (std::size_t i = 2; i < lines.size(); ++i) {
    triples.push_back(lines[i - 2] + "\n" + lines[i - 1] + "\n" + lines[i]);
  }
  return triples;
}

// Three lines that anybody writes: #includes, the frame of a file, plain fields, or next to
// nothing.
bool is_frame(const std::string& triple) {
  return triple.size() < 40 || triple.find_first_of("()[]\"*/%") == std::string::npos ||
         triple.find("#include") != std::string::npos ||
         triple.find("namespace") != std::string::npos;
}

}  // namespace

TEST_CASE("a secret is found whole or in part or in another layout") {
  CHECK_THAT(found_in(secret),
             ContainsSubstring("core/a.cpp line 4 has what solutions/01-shard/shard.cpp has from "
                               "line 4 on"));
  CHECK_THAT(found_in("int a;\n\nconst int least=elements/ranks;  /* so */\n"
                      "// another comment\n"
                      "      const int longer = elements % ranks;\n"
                      "const int begin = rank*least + std::min(rank, longer);\nint b;\n"),
             ContainsSubstring("core/a.cpp line 3 has what solutions/01-shard/shard.cpp has from "
                               "line 5 on"));
}

TEST_CASE("two lines or other names are no leak") {
  CHECK(found_in("const int least = elements / ranks;\nconst int longer = elements % ranks;\n")
            .empty());
  CHECK(found_in("const int a = b / c;\nconst int d = b % c;\nconst int e = f * a;\n").empty());
  CHECK(found_in("").empty());
}

TEST_CASE("stretches are named once and what is given is no secret") {
  const std::string twice = std::string(secret) +
                            "int between;\nint other;\nint lines;\nint here;\n" +
                            std::string(secret);
  CHECK(one_secret().find_in("a", twice).size() == 2);
  Secrets secrets = one_secret();
  secrets.give(secret);
  CHECK(secrets.find_in("a", secret).empty());
}

TEST_CASE("lines of next to nothing are no passage") {
  Secrets secrets;
  secrets.add("a.cpp", "break;\nreturn;\n} else {\n");
  secrets.add("b.cpp", "struct Range {\nstd::size_t begin = 0;\nstd::size_t end = 0;\n};\n");
  CHECK(secrets.passages() == 0);
}

TEST_CASE("every secret file of the course is found when it is planted") {
  Secrets secrets;
  for (const std::string& path : secret_files()) secrets.add(path, read_file(the_course() / path));
  for (const auto& [path, file] : the_handout().files) {
    if (path.starts_with("exercises/starters/")) secrets.give(file.content);
  }
  int solutions = 0;
  int exams = 0;
  for (const std::string& path : secret_files()) {
    // Some of these are but one or two lines: an attack that includes something, a call of core.
    if (path.starts_with("tests/mutants/attacks/") || path.starts_with("exercises/")) continue;
    INFO(path);
    const std::string text = read_file(the_course() / path);
    CHECK_FALSE(secrets.find_in("README.md", "# A page\n\n```cpp\n" + text + "```\n").empty());
    solutions += path.starts_with("solutions/") ? 1 : 0;
    exams += path.starts_with("tests/hidden/") ? 1 : 0;
  }
  CHECK(solutions == static_cast<int>(the_exercises().size()));
  CHECK(exams == solutions);
}

TEST_CASE("the course's hand-out has no text of a secret file") {
  std::unordered_map<std::string, std::string> secrets;  // three lines → the file they are in
  for (const std::string& path : secret_files()) {
    for (std::string& triple : raw_triples(read_file(the_course() / path))) {
      if (!is_frame(triple)) secrets.emplace(std::move(triple), path);
    }
  }
  const Assembled handout = the_handout();
  CHECK(handout.passages > 1000);
  for (const auto& [path, file] : handout.files) {
    for (const std::string& triple : raw_triples(file.content)) {
      const auto found = secrets.find(triple);
      if (found == secrets.end()) continue;
      FAIL_CHECK(path << " and " << found->second << " both have\n" << triple);
    }
  }
}

TEST_CASE("nothing is handed out with a solution in it") {
  const ExerciseInfo info = the_exercises().front();
  const std::string solution = read_file(the_course() / "solutions" / info.label() / info.file);
  // A course of one exercise, in which somebody has put the solution into a lesson.
  const zerolab::test::TemporaryFolder folder;
  const std::filesystem::path course = folder.path("course");
  std::vector<std::string> files;
  for (const std::string& path : the_repository().files) {
    const bool belongs = path.find(info.label()) != std::string::npos ||
                         path.find(fmt::format("/{:02}.cpp", info.number)) != std::string::npos;
    if (!belongs) continue;
    write_files(course, {{path, read_file(the_course() / path)}});
    files.push_back(path);
  }
  write_files(folder.path("compiled"), {{"platform.txt", "here\nhere\n"}, {"calls.txt", "01\n"}});
  Repository repository;
  repository.files = files;
  const auto make = [&] {
    return assemble(course, repository, {info}, HandoutKind::sources, folder.path("compiled"));
  };
  CHECK_NOTHROW(make());
  write_files(course,
              {{"lessons/01-first/README.md", "# A lesson\n\n```cpp\n" + solution + "```\n"}});
  repository.files.push_back("lessons/01-first/README.md");
  CHECK_THROWS_WITH(make(), ContainsSubstring("nothing was handed out") &&
                                ContainsSubstring("lessons/01-first/README.md line") &&
                                ContainsSubstring("solutions/" + info.label()));
}

}  // namespace zerolab::exercises::test
