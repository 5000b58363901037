// Which submissions are meant by a file, a folder and a class.
#include "exercises/grader/submissions.hpp"

#include <unistd.h>

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

TEST_CASE("what does not exist and an empty class are named") {
  const Workplace place;
  const ExerciseInfo exercise = test::exercise(3);
  CHECK_THROWS_WITH(find_submissions({"/nowhere/at/all"}, exercise),
                    zerolab::test::ContainsSubstring("no such file or folder"));
  CHECK_THROWS_WITH(find_submissions({place.folder().string() + "/tmp"}, exercise),
                    zerolab::test::ContainsSubstring("reduce_scatter.cpp"));
}

}  // namespace zerolab::exercises
