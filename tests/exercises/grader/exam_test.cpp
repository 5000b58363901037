// The hidden exam: its file, and what the secret decides.
#include <set>

#include "exercises/grader/hidden_exam.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/grader/fixture.hpp"

namespace zerolab::exercises {

namespace {

using test::Workplace;
using zerolab::test::ContainsSubstring;

std::string all_cases(const Exam& exam) {
  std::string text;
  for (const ExamCase& one : exam.cases) text += to_text(one.run) + "\n";
  return text;
}

}  // namespace

TEST_CASE("the same secret draws the same exam and another secret another") {
  const ExerciseInfo exercise = test::exercise(3);
  const auto exam = [&](const char* secret) {
    return all_cases(hidden_exam("/nowhere", exercise, secret));
  };
  CHECK(exam("spring") == exam("spring"));
  CHECK(exam("spring") != exam("autumn"));
  CHECK(exam("") != exam("spring"));
}

TEST_CASE("the listed cases come with the drawn ones and numbers that the secret decides") {
  const Workplace place;
  const ExerciseInfo exercise = test::exercise(3);
  place.file("03-reduce_scatter/exam.json", R"({
    // a comment
    "cases": {"edges": ["ranks=3 elements=7 delivery=buffered"], "memory": ["ranks=2 elements=2000000"]},
    "drawn": 2})");
  const Exam exam = hidden_exam(place.folder(), exercise, "spring");
  CHECK(exam.weights == exercise.points);
  REQUIRE(exam.cases.size() > 20);
  CHECK(exam.cases[0].group == Group::edges);
  CHECK(exam.cases[0].run.elements == 7);
  CHECK(exam.cases[1].peak_limit_bytes ==
        exercise.peak_slack_bytes + static_cast<std::int64_t>(exercise.peak_share * 8'000'000));
  std::set<std::uint64_t> seeds;
  for (const ExamCase& one : exam.cases) seeds.insert(one.run.order_seed);
  CHECK(seeds.size() == exam.cases.size());
  // Beyond what somebody could try out.
  CHECK(*seeds.begin() > 1'000'000);
}

TEST_CASE("a secret is the whole file but its last line end and no shorter than 16 characters") {
  const Workplace place;
  const auto secret = [&](const char* text) {
    const std::filesystem::path file = place.file("secret", text);
    std::filesystem::permissions(file, std::filesystem::perms(0600));
    return read_secret(file);
  };
  CHECK(secret("sixteen letters.") == "sixteen letters.");
  CHECK(secret("sixteen letters.\r\n\n") == "sixteen letters.");
  CHECK(secret(" two lines\nof words\n") == " two lines\nof words");
  CHECK_THROWS_WITH(secret(""), ContainsSubstring("0 characters, and needs at least 16"));
  CHECK_THROWS_WITH(secret("fifteen letters\n"),
                    ContainsSubstring("15 characters, and needs at least 16"));
  CHECK_THROWS_WITH(read_secret(place.folder() / "none"), ContainsSubstring("cannot read"));
}

TEST_CASE("a mistake in an exam is named with its file") {
  const Workplace place;
  const auto exam = [&](const char* text) {
    place.file("03-reduce_scatter/exam.json", text);
    return hidden_exam(place.folder(), test::exercise(3), "");
  };
  CHECK_THROWS_WITH(exam(R"({"cases": {"values": ["ranks=0 elements=7"]}})"),
                    ContainsSubstring("exam.json") && ContainsSubstring("ranks '0'"));
  CHECK_THROWS_WITH(exam(R"({"case": {}})"), ContainsSubstring("unknown field 'case'"));
  CHECK_THROWS_WITH(exam(R"({"cases": {"speed": ["ranks=1"]}})"), ContainsSubstring("speed"));
  CHECK_THROWS_WITH(exam("{"), ContainsSubstring("exam.json"));
  CHECK_THROWS_WITH(exam(R"({"drawn": 0, "cases": {"values": ["ranks=2 elements=4"]}})"),
                    ContainsSubstring("no case of counts, which has 20 points"));
}

}  // namespace zerolab::exercises
