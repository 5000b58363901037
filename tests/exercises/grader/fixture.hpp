// Places to grade in: a folder that the grader's temporary files go to as well, so that a test sees
// what is left behind.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "exercises/grader/grade.hpp"

namespace zerolab::exercises::test {

class Workplace {
 public:
  // Until it goes, TMPDIR is within it.
  Workplace();
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path out() const { return folder_ / "out"; }

  // A file below the folder, with the folders that it needs.
  std::filesystem::path file(std::string_view name, std::string_view content) const;

  // Names of what is in TMPDIR: nothing, once all is graded.
  bool left_nothing() const;

 private:
  std::filesystem::path folder_;
};

// The exercise of this number, and the grading of it with this exam; with all protections there
// are.
ExerciseInfo exercise(int number);
Grading grading_of(int number, const Exam& exam);

// `cases` of one group after the other, each as in exam.json.
Exam exam_of(int number, const std::vector<std::pair<Group, std::string>>& cases);

// A few cases of exercise 3, in all groups.
Exam short_exam();

std::string solution_of(int number);
std::string starter_of(int number);

// The machine has none of these protections.
Protections without(const Protections& all, bool Protections::*one);

}  // namespace zerolab::exercises::test
