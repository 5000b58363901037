// Which submissions are meant by a file, a folder and a class.
#include "exercises/grader/submissions.hpp"

#include <unistd.h>

#include "exercises/grader/student_file.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/grader/fixture.hpp"

namespace zerolab::exercises {

namespace {

using test::Workplace;

std::string names(const Submissions& submissions) {
  std::string all;
  for (const Submission& one : submissions.list) all += one.name + " ";
  return all;
}

}  // namespace

TEST_CASE("a file or the folder that holds it is one submission") {
  const Workplace place;
  const ExerciseInfo exercise = test::exercise(3);
  const auto file = place.file("alice/reduce_scatter.cpp", "");
  place.file("alice/notes.txt", "");
  for (const auto& named : {file, file.parent_path(), file.parent_path() / ""}) {
    const Submissions found = find_submissions({named.string()}, exercise);
    CHECK(names(found) == "alice ");
    CHECK(found.list[0].file == file);
    CHECK_FALSE(found.is_class);
  }
  CHECK(names(find_submissions({place.file("bob.cpp", "").string()}, exercise)) == "bob ");
}

TEST_CASE("a class is a folder of folders and of files with names that differ") {
  const Workplace place;
  const ExerciseInfo exercise = test::exercise(3);
  place.file("class/carol/reduce_scatter.cpp", "");
  place.file("class/dave/other.cpp", "");  // handed in nothing: still a row
  place.file("class/carol.cpp", "");
  place.file("class/=SUM(A1).cpp", "");
  place.file("class/.git/config", "");
  place.file("class/README.txt", "");
  std::filesystem::create_directory_symlink(place.folder() / "class/carol",
                                            place.folder() / "class/link");
  const Submissions found = find_submissions({(place.folder() / "class").string()}, exercise);
  CHECK(found.is_class);
  CHECK(names(found) == "_SUM_A1_ carol carol-2 dave ");
  CHECK(found.list[3].file.filename() == "reduce_scatter.cpp");
}

TEST_CASE("names keep the letters of all scripts, and what is changed is told") {
  const Workplace place;
  const ExerciseInfo exercise = test::exercise(3);
  const std::vector<std::string> given{"Müller",     "Møller",      "李",
                                       "o'neil <b>", "bad\xC3\x28", "\xC2\x85"};
  for (const std::string& name : given) place.file("class/" + name + "/reduce_scatter.cpp", "");
  const Submissions found = find_submissions({(place.folder() / "class").string()}, exercise);
  CHECK(names(found) == "Møller Müller bad__ o_neil__b_ __ 李 ");
  CHECK(found.renamed == std::vector<std::string>{"bad\xC3\x28 -> bad__",
                                                  "o'neil <b> -> o_neil__b_", "\xC2\x85 -> __"});
}

TEST_CASE("the file is found in whole hand-outs and below, and two that differ are a doubt") {
  const Workplace place;
  const ExerciseInfo exercise = test::exercise(3);
  const std::string task = "exercises/03-reduce_scatter/reduce_scatter.cpp";
  place.file("class/anna/" + task, "1");
  place.file("class/anna/reduce_scatter.txt", "");
  place.file("class/bob/zerolab/" + task, "1");
  place.file("class/bob/zerolab/exercises/starters/03-reduce_scatter/reduce_scatter.cpp", "2");
  place.file("class/carol/a/reduce_scatter.cpp", "1");
  place.file("class/carol/b/reduce_scatter.cpp", "2");
  place.file("class/dora/a/reduce_scatter.cpp", "1");
  place.file("class/dora/b/reduce_scatter.cpp", "1");
  place.file("class/erin/.trash/reduce_scatter.cpp", "1");
  place.file("class/__MACOSX/anna/reduce_scatter.cpp", "1");
  const std::filesystem::path folder = place.folder() / "class";
  const Submissions found = find_submissions({folder.string()}, exercise);
  REQUIRE(names(found) == "anna bob carol dora erin ");
  CHECK(found.list[0].file == folder / "anna" / task);
  CHECK(found.list[1].file == folder / "bob/zerolab" / task);
  CHECK_THAT(found.list[2].doubt, zerolab::test::ContainsSubstring("a/reduce_scatter.cpp and b/"));
  CHECK(found.list[3].doubt.empty());
  CHECK_FALSE(is_there(found.list[4].file));
  CHECK(files_there(found, exercise) == 4);
  CHECK(files_there(found, test::exercise(4)) == 0);

  const Submissions one = find_submissions({(folder / "anna").string()}, exercise);
  CHECK(names(one) == "anna ");
  CHECK(one.list[0].file == folder / "anna" / task);
  CHECK_FALSE(one.is_class);
}

TEST_CASE("the file nearest to the top is meant") {
  const Workplace place;
  const ExerciseInfo exercise = test::exercise(3);
  const std::filesystem::path folder = place.folder() / "in";
  const auto found = [&] { return file_in(folder, exercise); };
  const auto deep = place.file("in/deep/er/reduce_scatter.cpp", "deep");
  CHECK(found().file == deep);
  const auto near = place.file("in/z/reduce_scatter.cpp", "z");
  place.file("in/.git/reduce_scatter.cpp", "no");
  CHECK(found().file == near);
  place.file("in/b/reduce_scatter.cpp", "b");
  CHECK_FALSE(found().doubt.empty());
  const auto top = place.file("in/reduce_scatter.cpp", "top");
  CHECK(found().file == top);
  CHECK(found().doubt.empty());
  CHECK(file_in(folder, test::exercise(4)).file == folder / "all_gather.cpp");
}

TEST_CASE("what does not exist and an empty class are named") {
  const Workplace place;
  const ExerciseInfo exercise = test::exercise(3);
  CHECK_THROWS_WITH(find_submissions({"/nowhere/at/all"}, exercise),
                    zerolab::test::ContainsSubstring("no such file or folder"));
  CHECK_THROWS_WITH(find_submissions({place.folder().string() + "/tmp"}, exercise),
                    zerolab::test::ContainsSubstring("reduce_scatter.cpp"));
}

}  // namespace zerolab::exercises
