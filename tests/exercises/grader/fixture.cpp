#include "tests/exercises/grader/fixture.hpp"

#include <cstdlib>

#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"

namespace zerolab::exercises::test {

Workplace::Workplace() {
  std::string name = "/tmp/zerolab-grader-test-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) throw failure("no temporary folder");
  folder_ = name;
  // Other users come through on their way to what the grader makes for them.
  chmod(folder_.c_str(), 0711);
  std::filesystem::create_directory(folder_ / "tmp");
  chmod((folder_ / "tmp").c_str(), 0711);
  setenv("TMPDIR", (folder_ / "tmp").c_str(), 1);
}

Workplace::~Workplace() {
  unsetenv("TMPDIR");
  std::filesystem::remove_all(folder_);
}

std::filesystem::path Workplace::file(std::string_view name, std::string_view content) const {
  std::filesystem::create_directories((folder_ / name).parent_path());
  write_file(folder_ / name, content);
  return folder_ / name;
}

bool Workplace::left_nothing() const {
  return std::filesystem::is_empty(folder_ / "tmp");
}

ExerciseInfo exercise(int number) {
  const std::vector<ExerciseInfo> catalog = read_catalog(built_toolchain().root);
  return find_exercise(catalog, std::to_string(number));
}

Grading grading_of(int number, const Exam& exam) {
  return {exercise(number), exam, built_toolchain(), available_protections()};
}

Exam exam_of(int number, const std::vector<std::pair<Group, std::string>>& cases) {
  Exam exam{number, exercise(number).points, {}};
  for (const auto& [group, text] : cases) {
    exam.cases.push_back(
        {group, parse_case(fmt::format("exercise={} {}", number, text)), std::nullopt});
  }
  return exam;
}

Exam short_exam() {
  return exam_of(3, {{Group::values, "ranks=2 elements=8 delivery=buffered order=5"},
                     {Group::values, "ranks=3 elements=12 delivery=buffered order=6"},
                     {Group::counts, "ranks=3 elements=12 delivery=buffered order=7"},
                     {Group::deadlock, "ranks=3 elements=12 order=8"},
                     {Group::edges, "ranks=1 elements=5 delivery=buffered order=9"},
                     {Group::edges, "ranks=3 elements=7 order=10"},
                     {Group::memory, "ranks=2 elements=5 order=11"}});
}

std::string solution_of(int number) {
  const ExerciseInfo info = exercise(number);
  return read_file(built_toolchain().root / "solutions" / info.label() / info.file);
}

std::string starter_of(int number) {
  const ExerciseInfo info = exercise(number);
  return read_file(built_toolchain().root / "exercises/starters" / info.label() / info.file);
}

Protections without(const Protections& all, bool Protections::*one) {
  Protections fewer = all;
  fewer.*one = false;
  fewer.missing.emplace_back("one, for a test");
  return fewer;
}

}  // namespace zerolab::exercises::test
