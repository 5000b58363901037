// The catalog: what exercise.json may say, and what is said about one that is wrong.
#include "exercises/catalog/catalog.hpp"

#include <fstream>
#include <random>

#include "core/base/error.hpp"
#include "tests/catch.hpp"

namespace zerolab::exercises {
namespace {

namespace fs = std::filesystem;
using test::ContainsSubstring;

// A course in a folder of its own, gone with this object.
class Course {
 public:
  Course() : root_(fs::temp_directory_path() / fmt::format("catalog_{}", std::random_device{}())) {
    fs::create_directories(root_ / "exercises");
  }
  ~Course() { fs::remove_all(root_); }
  Course(const Course&) = delete;
  Course& operator=(const Course&) = delete;

  void add(const std::string& folder, const std::string& json) const {
    fs::create_directories(root_ / "exercises" / folder);
    std::ofstream(root_ / "exercises" / folder / "exercise.json") << json;
  }
  const fs::path& root() const { return root_; }

 private:
  fs::path root_;
};

const std::string smallest = R"({"title": "T", "file": "a.cpp", "points": {"values": 1}})";

// `smallest` and one field more.
std::string with(const std::string& field) {
  return smallest.substr(0, smallest.size() - 1) + ", " + field + "}";
}

TEST_CASE("all fields are read") {
  const Course course;
  course.add("03-reduce_scatter", R"(// a comment
    {
      "title": "Reduce-scatter", /* another */
      "file": "reduce_scatter.cpp",
      "points": {"values": 40.5, "counts": 20, "deadlock": 15, "edges": 14.5, "memory": 10},
      "prerequisites": [1, 2],
      "limits": {"cpu_seconds": 2.5, "memory_bytes": 1000000, "peak_share": 0.5,
                 "peak_slack_bytes": 7},
      "hints": ["one", "two", "three"]
    })");
  const std::vector<ExerciseInfo> catalog = read_catalog(course.root());
  REQUIRE(catalog.size() == 1);
  const ExerciseInfo& info = catalog[0];
  CHECK(info.number == 3);
  CHECK(info.name == "reduce_scatter");
  CHECK(info.label() == "03-reduce_scatter");
  CHECK(info.folder == course.root() / "exercises" / "03-reduce_scatter");
  CHECK(info.title == "Reduce-scatter");
  CHECK(info.file == "reduce_scatter.cpp");
  CHECK(info.points == std::array{40.5, 20.0, 15.0, 14.5, 10.0});
  CHECK(info.total_points() == 100);
  CHECK(info.prerequisites == std::vector{1, 2});
  CHECK(info.hints == std::vector<std::string>{"one", "two", "three"});
  CHECK(info.cpu_seconds == 2.5);
  CHECK(info.memory_bytes == 1'000'000);
  CHECK(info.peak_share == 0.5);
  CHECK(info.peak_slack_bytes == 7);
}

TEST_CASE("fields that may be missing have the defaults") {
  const Course course;
  course.add("01-a", smallest);
  const ExerciseInfo info = read_catalog(course.root()).at(0);
  const ExerciseInfo defaults;
  CHECK(info.points == std::array{1.0, 0.0, 0.0, 0.0, 0.0});
  CHECK(info.prerequisites.empty());
  CHECK(info.hints.empty());
  CHECK(info.cpu_seconds == defaults.cpu_seconds);
  CHECK(info.memory_bytes == defaults.memory_bytes);
}

TEST_CASE("exercises are in order and other folders are none") {
  const Course course;
  course.add("10-last", smallest);
  course.add("02-first", smallest);
  course.add("starters", "no JSON");
  course.add("2-short", "no JSON");
  const std::vector<ExerciseInfo> catalog = read_catalog(course.root());
  REQUIRE(catalog.size() == 2);
  CHECK(catalog[0].number == 2);
  CHECK(catalog[1].number == 10);
}

TEST_CASE("an exercise is found by number or name or both") {
  const Course course;
  course.add("03-third", smallest);
  course.add("10-tenth", smallest);
  const std::vector<ExerciseInfo> catalog = read_catalog(course.root());
  for (const char* word : {"3", "03", "003", "third", "03-third"}) {
    CHECK(find_exercise(catalog, word).number == 3);
  }
  for (const char* word : {"", "3x", "-3", "thir", "3-third"}) {
    CHECK_THROWS_WITH(find_exercise(catalog, word),
                      fmt::format("there is no exercise '{}'; there are 03, 10 (lab exercises "
                                  "lists them)",
                                  word));
  }
  CHECK_THROWS_WITH(find_exercise(catalog, "4"), "there is no exercise 04; there are 03, 10");
}

TEST_CASE("who asks for an exercise that there is not reads numbers and in one line") {
  const Course course;
  for (const char* folder : {"01-a", "02-b", "03-c", "05-d", "06-e", "10-f"}) {
    course.add(folder, smallest);
  }
  CHECK_THROWS_WITH(find_exercise(read_catalog(course.root()), "99"),
                    "there is no exercise 99; there are 01 to 03, 05, 06, 10");
  CHECK_THROWS_WITH(find_exercise(read_catalog(ZEROLAB_SOURCE_DIR), "99"),
                    ContainsSubstring("there is no exercise 99; there are 01"));
}

TEST_CASE("what is wrong in a file is named with the file and the field") {
  struct Wrong {
    std::string json;
    std::string message;
  };
  const auto wrong = GENERATE(values<Wrong>({
      {"{", "exercise.json: not JSON at byte"},
      {"[]", "exercise.json must be an object"},
      {R"({"file": "a.cpp", "points": {"values": 1}})", "the field 'title' is missing"},
      {R"({"title": "T", "points": {"values": 1}})", "the field 'file' is missing"},
      {R"({"title": "T", "file": "a.cpp"})", "the field 'points' is missing"},
      {R"({"title": "T", "file": "a.cpp", "points": {}})", "points are none in all"},
      {R"({"title": "T", "file": "a.cpp", "points": {"edge": 1}})", "unknown field 'edge'"},
      {R"({"title": "T", "file": "a.cpp", "points": {"edges": -1}})", "'edges' must be a number"},
      {R"({"title": 3, "file": "a.cpp", "points": {"edges": 1}})", "'title' must be a text"},
      {R"({"title": "T", "file": "../a.cpp", "points": {"edges": 1}})", "name of a file of this"},
      {R"({"title": "T", "file": "/a.cpp", "points": {"edges": 1}})", "name of a file of this"},
      {R"({"title": "T", "file": "..", "points": {"edges": 1}})", "name of a file of this"},
      {with(R"("hint": [])"), "unknown field 'hint'"},
      {with(R"("hints": "one")"), "'hints' must be a list"},
      {with(R"("hints": [1])"), "'hints' must be a text"},
      {with(R"("hints": ["1", "2", "3", "4"])"), "4 hints: at most 3"},
      {with(R"("prerequisites": [5])"), "earlier exercises, not 5"},
      {with(R"("prerequisites": [0])"), "earlier exercises, not 0"},
      {with(R"("prerequisites": ["1"])"), "earlier exercises, not \"1\""},
      {with(R"("limits": {"cpu": 1})"), "limits: unknown field 'cpu'"},
      {with(R"("limits": {"cpu_seconds": 0})"), "'cpu_seconds' must be a number of at least 0.1"},
      {with(R"("limits": {"memory_bytes": 1.5})"), "'memory_bytes' must be a whole number"},
  }));
  const Course course;
  course.add("05-wrong", wrong.json);
  CHECK_THROWS_WITH(read_catalog(course.root()), ContainsSubstring("05-wrong") &&
                                                     ContainsSubstring("exercise.json") &&
                                                     ContainsSubstring(wrong.message));
}

TEST_CASE("a folder without its file or two of one number are errors") {
  const Course course;
  CHECK_THROWS_WITH(read_catalog(course.root()), ContainsSubstring("has no exercises"));
  CHECK_THROWS_WITH(read_catalog(course.root() / "nowhere"), ContainsSubstring("cannot read"));
  fs::create_directories(course.root() / "exercises" / "01-empty");
  std::ofstream(course.root() / "exercises" / "01-empty" / "visible_test.cpp");
  CHECK_THROWS_WITH(read_catalog(course.root()), ContainsSubstring("01-empty/exercise.json"));
  course.add("01-empty", smallest);
  course.add("01-again", smallest);
  CHECK_THROWS_WITH(read_catalog(course.root()), ContainsSubstring("two exercises 01"));
}

TEST_CASE("a student's answer to an exercise that the course no longer has is no exercise") {
  const Course course;
  course.add("02-present", smallest);
  fs::create_directories(course.root() / "exercises" / "01-gone");
  std::ofstream(course.root() / "exercises" / "01-gone" / "gone.cpp") << "// mine\n";
  CHECK(read_catalog(course.root()).size() == 1);
}

TEST_CASE("the course's own exercises total 100 points and have three hints") {
  const std::vector<ExerciseInfo> catalog = read_catalog(ZEROLAB_SOURCE_DIR);
  REQUIRE(catalog.size() >= 7);
  for (const ExerciseInfo& info : catalog) {
    INFO(info.label());
    CHECK(info.total_points() == 100);
    CHECK(info.hints.size() == 3);
    CHECK(fs::exists(info.folder / info.file));
  }
}

}  // namespace
}  // namespace zerolab::exercises
