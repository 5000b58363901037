// The record of what a student has done.
#include "exercises/program/progress_file.hpp"

#include <thread>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

namespace zerolab::exercises {

using zerolab::test::ContainsSubstring;
using zerolab::test::TemporaryFolder;

TEST_CASE("what was recorded is read back and the rest of the file stays") {
  const TemporaryFolder folder;
  const auto file = folder.path("progress.json");
  CHECK(read_progress(file).empty());
  write_file(file, R"({"version": 1, "note": "of a later version",
    "exercises": {"42-later": {"hints": 2, "unknown": [1]}}})");
  const ExerciseProgress mine{3, 60, 100, "2026-11-30 14:05", 2, true};
  update_progress(file, "03-reduce_scatter", [&](ExerciseProgress& record) { record = mine; });
  const CourseProgress all = read_progress(file);
  CHECK(all.at("03-reduce_scatter") == mine);
  CHECK(all.at("42-later").hints == 2);
  CHECK_THAT(read_file(file), ContainsSubstring("of a later version"));
  CHECK_THAT(read_file(file), ContainsSubstring("unknown"));
}

TEST_CASE("a file of another version or shape is refused by name") {
  const TemporaryFolder folder;
  const auto refused = [&](std::string_view content, const std::string& part) {
    const std::string file = folder.file("progress.json", content);
    INFO(content);
    CHECK_THROWS_WITH(read_progress(file), ContainsSubstring(file) && ContainsSubstring(part));
  };
  refused("nonsense", "not a progress file");
  refused("[]", "not a progress file");
  refused(R"({"version": 2, "exercises": {}})", "version 2, this program reads 1");
  refused(R"({"version": 1, "exercises": []})", "not an object");
  refused(R"({"version": 1, "exercises": {"01-shard": {"hints": "many"}}})", "exercise 01-shard");
}

TEST_CASE("updates at the same time lose nothing") {
  const TemporaryFolder folder;
  const auto file = folder.path("progress.json");
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 4; ++writer) {
    writers.emplace_back([&] {
      for (int i = 0; i < 25; ++i) {
        update_progress(file, "01-shard", [](ExerciseProgress& record) { ++record.checks; });
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  CHECK(read_progress(file).at("01-shard").checks == 100);
}

}  // namespace zerolab::exercises
