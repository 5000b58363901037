// The matrix of an exercise: every wrong answer against the hidden exam, and what it should lose.
//
//   zerolab_test_exercises_mutants 03             on threads, all answers compiled together
//   zerolab_test_exercises_mutants 03 --grader    through the grader, each on its own
//   … --secrets 20                                the solution for so many secrets (default 3)
//   … --only all_send_first                       one answer, with its report
//   … --messages                                  what each mutant is told
//
// On threads nobody measures memory: answers that lose by their peak go through the grader in both.
// Exit status: 0 all is as it should be; 1 not.
#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "exercises/check/thread_runner.hpp"
#include "exercises/grader/grade.hpp"
#include "exercises/grader/hidden_exam.hpp"
#include "tests/exercises/mutants/matrix.hpp"
#include "tests/exercises/mutants/together.hpp"

namespace zerolab::exercises::mutants {

namespace {

struct Options {
  std::string exercise;
  bool grader = false;
  int secrets = 3;
  std::string only;
  bool messages = false;
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&]() -> std::string {
      if (i + 1 == argc) throw input_error("{} needs a value", word);
      return argv[++i];
    };
    if (word == "--grader") {
      options.grader = true;
    } else if (word == "--messages") {
      options.messages = true;
    } else if (word == "--secrets") {
      options.secrets = std::stoi(value());
    } else if (word == "--only") {
      options.only = value();
    } else {
      options.exercise = word;
    }
  }
  return options;
}

Exam without_peaks(Exam exam) {
  std::erase_if(exam.cases, [](const ExamCase& one) { return one.peak_limit_bytes.has_value(); });
  return exam;
}

// What decides about the group memory: its points need right values.
Exam only_peaks(Exam exam) {
  for (const Group group : {Group::counts, Group::deadlock, Group::edges}) {
    exam.weights[static_cast<std::size_t>(group)] = 0;
  }
  std::erase_if(exam.cases, [](const ExamCase& one) {
    return one.group != Group::values && !one.peak_limit_bytes;
  });
  return exam;
}

bool loses_by_peak(const Candidate& candidate) {
  return candidate.kind == Kind::mutant && candidate.loses == Group::memory &&
         std::ranges::find(candidate.says, "peak") != candidate.says.end();
}

class Matrix {
 public:
  Matrix(const Options& options, const ExerciseInfo& exercise)
      : options_(options),
        exercise_(exercise),
        toolchain_(built_toolchain()),
        candidates_(read_candidates(toolchain_.root, exercise)) {
    if (!options.only.empty()) {
      std::erase_if(candidates_, [&](const Candidate& one) { return one.name != options.only; });
    }
    if (!options.grader) {
      together_.emplace(Compiler{toolchain_.compiler, toolchain_.root}, exercise, candidates_);
    }
  }

  std::vector<Row> rows() {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const Candidate& candidate = candidates_[i];
      if (together_) together_->choose(static_cast<int>(i));
      const int secrets = candidate.kind == Kind::solution ? options_.secrets : 1;
      Row row;
      for (int secret = 0; secret < secrets && row.complaint.empty(); ++secret) {
        row = {candidate, report_of(candidate, fmt::format("secret {}", secret)), {}, ""};
        judge(row);
      }
      if (together_ && candidate.kind == Kind::mutant) {
        row.passes_visible = together_->passes_visible_test();
      }
      rows.push_back(row);
    }
    return rows;
  }

 private:
  ExamReport report_of(const Candidate& candidate, const std::string& secret) {
    const Exam exam = hidden_exam(toolchain_.root / "tests/hidden", exercise_, secret);
    if (!options_.grader && !loses_by_peak(candidate)) {
      ThreadRunner runner;
      return examine(without_peaks(exam), runner);
    }
    Grading grading{exercise_, options_.grader ? exam : only_peaks(exam), toolchain_,
                    available_protections()};
    const Grade result = grade({candidate.name, candidate.file}, grading);
    if (!result.not_run.empty()) {
      throw failure("{}: {}\n{}", candidate.name, result.not_run, result.diagnostics);
    }
    return result.report;
  }

  const Options& options_;
  const ExerciseInfo& exercise_;
  Toolchain toolchain_;
  std::vector<Candidate> candidates_;
  std::optional<Together> together_;
};

int run(const Options& options) {
  const std::vector<ExerciseInfo> catalog = read_catalog(built_toolchain().root);
  const ExerciseInfo& exercise = find_exercise(catalog, options.exercise);
  const std::vector<Row> rows = Matrix(options, exercise).rows();
  fmt::print("{}", to_text(rows, exercise));
  if (options.messages) fmt::print("{}", messages_of(rows));
  if (!options.only.empty()) fmt::print("\n{}", to_text(rows.at(0).report, Detail::full));
  const bool well = std::ranges::all_of(rows, [](const Row& row) { return row.complaint.empty(); });
  // Else the hidden exam would be no better than the visible test.
  const bool some_let_through =
      options.grader || !options.only.empty() ||
      std::ranges::any_of(rows, [](const Row& row) { return row.passes_visible.value_or(false); });
  if (!some_let_through) fmt::print("no mutant passes the visible test\n");
  return well && some_let_through ? 0 : 1;
}

}  // namespace

}  // namespace zerolab::exercises::mutants

int main(int argc, char** argv) {
  try {
    return zerolab::exercises::mutants::run(zerolab::exercises::mutants::parse(argc, argv));
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
