// An update to a hand-out of other exercises: those that the new version lacks stay.
#include "exercises/handout/kept.hpp"

#include <algorithm>

#include "core/base/files.hpp"
#include "exercises/handout/update.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/handout/fixture.hpp"

namespace zerolab::exercises::test {

namespace {

namespace fs = std::filesystem;
using zerolab::test::ContainsSubstring;
using zerolab::test::TemporaryFolder;

constexpr const char* platform = "debian 12";

void add_exercise(Files& files, const std::string& label, const std::string& version) {
  for (const std::string name : {"README.md", "a.hpp", "a.cpp", "visible_test.cpp"}) {
    files["exercises/" + label + "/" + name] = label + "'s " + name + version;
  }
  files["exercises/starters/" + label + "/a.cpp"] = label + "'s a.cpp" + version;
  files["exercises/entry/" + label.substr(0, 2) + ".cpp"] = label + "'s entry" + version;
}

// Exercises 1, 2 and 3; the third calls the first.
Files first_three(const std::string& version = "") {
  Files files{{"README.md", "all" + version},
              {"core/schedule/a.hpp", "core"},
              {"prebuilt/libearlier_01.a", "compiled"},
              {"gone.txt", "of the first version"}};
  for (const char* label : {"01-a", "02-b", "03-c"}) add_exercise(files, label, version);
  return files;
}

// A later one, of exercises 1 and 8.
Files first_and_eighth() {
  Files files{{"README.md", "1 and 8"}, {"core/schedule/a.hpp", "core"}};
  for (const char* label : {"01-a", "08-h"}) add_exercise(files, label, "");
  return files;
}

struct StudentsFolder {
  StudentsFolder() : tree(folder.path("tree")) {
    write_handout_of(tree, first_three(), 1, {1, 2, 3}, platform);
  }

  UpdatePlan update(const Files& files, const std::vector<int>& exercises,
                    const std::string& of = platform) {
    const fs::path fresh = folder.path("fresh");
    fs::remove_all(fresh);
    write_handout_of(fresh, files, ++revision, exercises, of);
    UpdatePlan plan = plan_update(tree, fresh);
    apply_update(plan);
    return plan;
  }

  TemporaryFolder folder;
  fs::path tree;
  int revision = 1;
};

// All files of `files` that belong to exercises 2 and 3, and what those call.
Files of_two_and_three(const Files& files) {
  Files theirs;
  for (const auto& [path, content] : files) {
    if (path.find("/02") != std::string::npos || path.find("/03") != std::string::npos ||
        path.ends_with(".a")) {
      theirs[path] = content;
    }
  }
  return theirs;
}

}  // namespace

TEST_CASE("an update to other exercises leaves those that it lacks as they are") {
  StudentsFolder room;
  write_files(room.tree, {{"exercises/02-b/a.cpp", "mine \xff\r\n"}});
  const UpdatePlan plan = room.update(first_and_eighth(), {1, 8});
  CHECK(plan.kept.exercises == std::vector{2, 3});
  CHECK_FALSE(plan.kept.calls_own);
  Files wanted = first_and_eighth();
  wanted.merge(of_two_and_three(first_three()));
  wanted["exercises/02-b/a.cpp"] = "mine \xff\r\n";
  CHECK(files_in(room.tree) == wanted);
  const Manifest now = read_manifest(room.tree);
  CHECK(now.exercises == std::vector{1, 2, 3, 8});
  CHECK(now.revision == 2);
  const auto edited = std::ranges::find(plan.steps, "exercises/02-b/a.cpp", &UpdateStep::path);
  REQUIRE(edited != plan.steps.end());
  CHECK(edited->fate == Fate::keep);
}

TEST_CASE("a later update knows which files of a kept exercise were edited") {
  StudentsFolder room;
  write_files(room.tree, {{"exercises/02-b/a.cpp", "mine"}});
  fs::remove(room.tree / "exercises/03-c/README.md");
  room.update(first_and_eighth(), {1, 8});
  CHECK_FALSE(fs::exists(room.tree / "exercises/03-c/README.md"));
  room.update(first_and_eighth(), {1, 8});  // the same again
  Files next = first_three(" of next year");
  add_exercise(next, "08-h", "");
  const UpdatePlan plan = room.update(next, {1, 2, 3, 8});
  CHECK(plan.kept.exercises.empty());
  next["exercises/02-b/a.cpp.new"] = next.at("exercises/02-b/a.cpp");
  next["exercises/02-b/a.cpp"] = "mine";
  CHECK(files_in(room.tree) == next);
}

TEST_CASE("compiled exercises stay only where they fit the new version") {
  const std::string compiled = "prebuilt/libearlier_01.a";
  StudentsFolder elsewhere;
  CHECK(elsewhere.update(first_and_eighth(), {1, 8}, "ubuntu 24").kept.calls_own);
  CHECK_FALSE(fs::exists(elsewhere.tree / compiled));

  StudentsFolder with_another_core;
  Files files = first_and_eighth();
  files["core/schedule/a.hpp"] = "another core";
  CHECK(with_another_core.update(files, {1, 8}).kept.calls_own);
  CHECK_FALSE(fs::exists(with_another_core.tree / compiled));
  CHECK(fs::exists(with_another_core.tree / "exercises/03-c/visible_test.cpp"));

  StudentsFolder with_a_new_one;
  files = first_and_eighth();
  files[compiled] = "compiled anew";
  CHECK_FALSE(with_a_new_one.update(files, {1, 8}).kept.calls_own);
  CHECK(read_file(with_a_new_one.tree / compiled) == "compiled anew");
}

TEST_CASE("an exercise of another name takes the place of its number") {
  StudentsFolder room;
  Files files{{"README.md", "renamed"}};
  for (const char* label : {"01-a", "02-z", "03-c"}) add_exercise(files, label, "");
  CHECK(room.update(files, {1, 2, 3}).kept.exercises.empty());
  CHECK(files_in(room.tree) == files);
}

TEST_CASE("the command says what an update has kept") {
  StudentsFolder room;
  write_handout_of(room.folder.path("next"), first_and_eighth(), 2, {1, 8}, platform);
  const std::vector<std::string> words{
      ZEROLAB_EXERCISES_PROGRAM,         "handout", "--update",
      room.folder.path("next").string(), "--into",  room.tree.string()};
  const auto result = zerolab::test::run_command(words);
  INFO(result.error);
  CHECK(result.exit_status == 0);
  CHECK_THAT(result.out,
             ContainsSubstring("  kept exercises 02, 03, which the new version does not have\n") &&
                 ContainsSubstring("   1 file removed that it no longer has"));
}

}  // namespace zerolab::exercises::test
