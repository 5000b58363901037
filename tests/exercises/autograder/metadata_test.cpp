// What is read of Gradescope's words about a submission.
#include "exercises/autograder/metadata.hpp"

#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

namespace zerolab::exercises {
namespace {

using zerolab::test::TemporaryFolder;

constexpr const char* late = R"({
  "id": 123456, "created_at": "2026-12-02T10:22:00.000000-07:00",
  "assignment": {"due_date": "2026-12-01T23:59:00.000000-07:00", "title": "Ring lab",
                 "total_points": "100.0"},
  "submission_method": "upload",
  "users": [{"email": "a@example.org", "id": 1, "name": "Ada"}, {"id": 2, "name": "Bo"}],
  "previous_submissions": [{"submission_time": "2026-11-30T10:00:00.000000-07:00", "score": 40.0},
                           {"submission_time": "2026-11-30T11:00:00.000000-07:00", "score": "75.0"}]
})";

TEST_CASE("metadata say who handed in when and what came before") {
  const TemporaryFolder scratch;
  CHECK(metadata_lines(scratch.file("m.json", late)) ==
        "Ring lab, Ada, Bo\n"
        "handed in 2026-12-02T10:22:00.000000-07:00, after the due date "
        "2026-12-01T23:59:00.000000-07:00; 2 submissions before this one, the best with 75 "
        "points\n\n");
}

TEST_CASE("a submission in time or with another offset is not called late") {
  const TemporaryFolder scratch;
  for (const char* created :
       {"2026-12-01T20:00:00.000000-07:00", "2026-12-02T05:00:00.000000+00:00"}) {
    std::string text = late;
    text.replace(text.find("2026-12-02T10:22:00.000000-07:00"), 32, created);
    CHECK_THAT(metadata_lines(scratch.file("m.json", text)),
               !zerolab::test::ContainsSubstring("after the"));
  }
}

TEST_CASE("metadata that are missing or cannot be read do not stop anything") {
  const TemporaryFolder scratch;
  CHECK(metadata_lines(scratch.path("none.json")).empty());
  CHECK_THAT(metadata_lines(scratch.file("m.json", "{\"users\": 3")),
             zerolab::test::ContainsSubstring("m.json cannot be read"));
  CHECK(metadata_lines(scratch.file("m.json", R"({"users": 3, "created_at": "x"})")) ==
        "handed in x; the first submission\n\n");
  CHECK(metadata_lines(scratch.file("m.json", "{}")).empty());
}

}  // namespace
}  // namespace zerolab::exercises
