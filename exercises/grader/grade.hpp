// One submission graded: accepted, compiled, examined.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "exercises/catalog/catalog.hpp"
#include "exercises/grader/protections.hpp"
#include "exercises/grader/toolchain.hpp"
#include "exercises/judge/exam.hpp"

namespace zerolab::exercises {

struct Submission {
  std::string name;            // of the student, or of the file: for tables and folders
  std::filesystem::path file;  // that the student handed in; it need not exist
  std::string doubt{};         // why nobody can say which file is meant (student_file.hpp)
};

// What grading all submissions of an exercise has in common.
struct Grading {
  ExerciseInfo exercise;
  Exam exam;
  Toolchain toolchain;
  Protections protections;
  double deadline_seconds = 480;  // of one submission; Gradescope ends a container after 600
  bool draws = false;             // Grade::drawn is made
};

struct Grade {
  Submission submission;
  std::string
      fingerprint;  // of what was handed in and of what it was asked: the same, the same grade
  std::string
      verdict;  // one word or two: "passed", "values", "deadlock", "forbidden", "not run", …
  std::string not_run;      // why it was not run: "does not compile"; empty: it was
  std::string diagnostics;  // of the compiler
  ExamReport report;        // with all groups, also where it was not run
  // Where points were lost and the runs are drawn: an exam whose seed everybody knows, for a run to
  // show that is none of the hidden ones.
  std::optional<ExamReport> drawn{};
  Protections protections;
  double wall_seconds = 0;
  double cpu_seconds = 0;  // of this process and all those that it started
  int processes = 0;       // ranks
};

// A text that changes when the file or the exam does.
std::string fingerprint_of(const Submission& submission, const Grading& grading);

// Call it in a process of its own, without other threads: it ends all its child processes. Throws
// an Error only where the grader itself cannot work.
Grade grade(const Submission& submission, const Grading& grading,
            const std::function<void(int done, int total)>& progress = {});

}  // namespace zerolab::exercises
