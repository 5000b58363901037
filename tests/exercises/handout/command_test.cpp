// lab handout as it is typed, with the course's own hand-out. What takes a build is in
// handout_test.sh.
#include <nlohmann/json.hpp>

#include "core/base/files.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/handout/fixture.hpp"

namespace zerolab::exercises::test {

namespace {

namespace fs = std::filesystem;
using zerolab::test::ContainsSubstring;
using zerolab::test::ProgramResult;
using zerolab::test::TemporaryFolder;

ProgramResult lab_handout(std::vector<std::string> words) {
  words.insert(words.begin(), {ZEROLAB_EXERCISES_PROGRAM, "handout"});
  return zerolab::test::run_command(std::move(words));
}

void check_usage_error(const std::vector<std::string>& words, const std::string& part) {
  const ProgramResult result = lab_handout(words);
  INFO(result.error);
  CHECK(result.exit_status == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.error, ContainsSubstring(part));
}

}  // namespace

TEST_CASE("a folder that cannot become a hand-out is refused before anything is built") {
  const TemporaryFolder folder;
  folder.file("full", "");
  const std::string here = folder.path("").string();
  check_usage_error({}, "name a folder to make");
  check_usage_error({here}, "is not an empty folder");
  check_usage_error({(the_course() / "handout").string()}, "lies in the course itself");
  check_usage_error({here + "/no/where"}, "make it first");
  check_usage_error({here + "/new", "--exercises", "99"}, "there is no exercise 99");
  check_usage_error({here + "/new", "--archive", here + "/a.rar"}, "must end in .tar.gz");
  check_usage_error({here + "/new", "--exercises", ""}, "--exercises names no exercise");
  check_usage_error({here + "/new", "--update", here}, "name no folder to make");
  folder.file("week1.zip", "an archive");
  check_usage_error({"--archive", here + "/week1.zip"},
                    "week1.zip exists already: choose another name");
  check_usage_error({"--update", here + "/nowhere", "--into", here}, "there is no");
  write_handout_of(folder.path("made"), {{"a", "b"}});
  check_usage_error({folder.path("made").string()}, "--update NEW --into");
  check_usage_error({"--update", folder.path("made").string()}, "is the course itself");
}

TEST_CASE("options of an update make nothing") {
  const TemporaryFolder folder;
  const std::string fresh = folder.path("new").string();
  check_usage_error({"--dry-run", fresh}, "--dry-run and --into go with --update");
  check_usage_error({"--into", fresh}, "--dry-run and --into go with --update");
  check_usage_error({"--older", "--archive", fresh + ".zip"}, "--older goes with --update");
  CHECK(files_in(folder.path("")).empty());
}

TEST_CASE("the course's hand-out is written whole and updated under a student's work") {
  const TemporaryFolder folder;
  Assembled handout = the_handout();
  const fs::path tree = folder.path("mine");
  write_handout(handout, tree);
  CHECK(files_in(tree).size() == handout.files.size());
  CHECK((fs::status(tree / "lab").permissions() & fs::perms::others_exec) != fs::perms::none);
  Manifest written = read_manifest(tree);
  CHECK(written == handout.manifest);

  const ExerciseInfo& exercise = the_exercises().at(0);
  const std::string answer = "exercises/" + exercise.label() + "/" + exercise.file;
  const std::string mine = handout.files.at(answer).content + "// mine, \xc3\xa9 \r\n";
  const std::string my_core = "// my own experiment\n";
  write_files(tree, {{answer, mine}, {"core/schedule/ring.cpp", my_core}, {"my.txt", "notes"}});

  // The next version: another task, another ring, another README.
  for (const std::string& path :
       {answer, std::string("core/schedule/ring.cpp"), std::string("README.md")}) {
    handout.files.at(path).content += "// of the next version\n";
    handout.manifest.files.at(path).fingerprint = fingerprint_of(handout.files.at(path).content);
  }
  const fs::path next = folder.path("next");
  write_handout(handout, next);
  const std::vector<std::string> words{"--update", next.string(), "--into", tree.string()};
  ProgramResult result = lab_handout({words[0], words[1], words[2], words[3], "--dry-run"});
  CHECK(result.exit_status == 0);
  CHECK_THAT(result.out, ContainsSubstring("would go") && ContainsSubstring("Nothing was changed"));
  CHECK(read_manifest(tree) == written);

  result = lab_handout(words);
  INFO(result.out << result.error);
  CHECK(result.exit_status == 0);
  CHECK_THAT(result.out, ContainsSubstring("1 file replaced"));
  CHECK_THAT(result.out, ContainsSubstring("core/schedule/ring.cpp  its new version is beside it: "
                                           "core/schedule/ring.cpp.new"));
  CHECK(read_file(tree / answer) == mine);
  CHECK(read_file(tree / "core/schedule/ring.cpp") == my_core);
  CHECK(read_file(tree / "my.txt") == "notes");
  CHECK(read_file(tree / "README.md") == handout.files.at("README.md").content);
  CHECK(read_file(tree / (answer + ".new")) == handout.files.at(answer).content);

  result = lab_handout({words[0], words[1], words[2], words[3], "--json"});
  const auto report = nlohmann::json::parse(result.out);
  CHECK(report.at("schema") == "zerolab/1");
  CHECK(report.at("files").size() == 2);
}

TEST_CASE("a folder that is not a hand-out is no update") {
  const TemporaryFolder folder;
  write_handout_of(folder.path("old"), {{"a", "1"}}, 5);
  write_files(folder.path("files"), {{"a", "2"}});
  const std::string into = folder.path("old").string();
  check_usage_error({"--update", folder.path("files").string(), "--into", into},
                    "is no hand-out: it has no .handout.json");
  folder.file("bad.zip", "garbage");
  check_usage_error({"--update", folder.path("bad.zip").string(), "--into", into},
                    "bad.zip is no archive that can be read: make it again");
  write_handout_of(folder.path("older"), {{"a", "0"}}, 4);
  check_usage_error({"--update", folder.path("older").string(), "--into", into}, "--older");
  CHECK(lab_handout({"--update", folder.path("older").string(), "--into", into, "--older"})
            .exit_status == 0);
  CHECK(read_file(folder.path("old") / "a") == "0");
}

}  // namespace zerolab::exercises::test
