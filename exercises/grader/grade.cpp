#include "exercises/grader/grade.hpp"

#include <chrono>

#include <sys/resource.h>
#include <unistd.h>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "exercises/grader/accept.hpp"
#include "exercises/grader/compile.hpp"
#include "exercises/grader/fabric_runner.hpp"
#include "exercises/grader/household.hpp"

namespace zerolab::exercises {

namespace {

using Clock = std::chrono::steady_clock;

double cpu_seconds_used() {
  double total = 0;
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime}) {
      total += static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    }
  }
  return total;
}

// A report of an exam in which nothing was run.
ExamReport empty_report(const Exam& exam) {
  ExamReport report;
  report.exercise = exam.exercise;
  report.worst = Ending::not_run;
  for (std::size_t i = 0; i < all_groups.size(); ++i) {
    GroupReport& group = report.groups[i];
    group.group = all_groups[i];
    group.max_points = exam.weights[i];
    report.max_points += exam.weights[i];
    for (const ExamCase& one : exam.cases) group.skipped += one.group == all_groups[i] ? 1 : 0;
  }
  return report;
}

// What a table says in a word: the ending that took everything, or the first group that was lost.
std::string verdict_of(const ExamReport& report) {
  if (report.passed()) return "passed";
  if (report.worst != Ending::finished) return std::string(to_string(report.worst));
  for (const GroupReport& group : report.groups) {
    if (group.failed > 0) return std::string(to_string(group.group));
  }
  return report.not_reached > 0 ? "out of time" : "failed";
}

// Anybody can draw it; without the large sizes, which are not drawn.
Exam public_exam(const ExerciseInfo& exercise) {
  Exam exam = drawn_exam(exercise.number, exercise.points, 1);
  std::erase_if(exam.cases, [](const ExamCase& one) { return one.peak_limit_bytes.has_value(); });
  return exam;
}

void run_exam(const std::string& content, const Grading& grading, Clock::time_point deadline,
              const std::function<void(int, int)>& progress, Grade& result) {
  const bool other = grading.protections.other_user;
  PrivateTree tree(other ? nobody_user(0, getpid()) : geteuid());
  const Compilation compiled =
      compile_answer(content, grading.exercise, grading.toolchain, grading.protections, tree);
  result.diagnostics = compiled.diagnostics;
  if (!compiled.program) {
    result.not_run = fmt::format("{} {}", grading.exercise.file, compiled.reason);
    return;
  }
  FabricRunner runner(*compiled.program,
                      {grading.protections, grading.toolchain.static_program,
                       grading.exercise.cpu_seconds, grading.exercise.memory_bytes, deadline});
  result.report = examine(grading.exam, runner, progress);
  if (grading.draws && !result.report.passed() && result.report.worst == Ending::finished) {
    result.drawn = examine(public_exam(grading.exercise), runner);
  }
  result.processes = runner.processes_started();
}

}  // namespace

std::string fingerprint_of(const Submission& submission, const Grading& grading) {
  Fnv1a hash;
  const auto add = [&](std::string_view text) {
    hash.add(text.data(), text.size());
    hash.add("\n", 1);
  };
  for (const ExamCase& one : grading.exam.cases) {
    add(to_string(one.group));
    add(to_text(one.run));
  }
  for (const double weight : grading.exam.weights) add(fmt::format("{}", weight));
  const Acceptance accepted = accept(submission.file);
  add(accepted.content ? *accepted.content : accepted.reason);
  if (!submission.doubt.empty()) add(submission.doubt);
  return hash.hex();
}

Grade grade(const Submission& submission, const Grading& grading,
            const std::function<void(int, int)>& progress) {
  const auto begin = Clock::now();
  const double cpu_before = cpu_seconds_used();
  keep_household();
  Grade result{submission,
               fingerprint_of(submission, grading),
               "",
               "",
               "",
               empty_report(grading.exam),
               std::nullopt,
               grading.protections,
               0,
               0,
               0};
  const Acceptance accepted =
      submission.doubt.empty() ? accept(submission.file) : Acceptance{{}, submission.doubt};
  if (accepted.content) {
    const auto limit = std::chrono::duration<double>(grading.deadline_seconds);
    run_exam(*accepted.content, grading, begin + std::chrono::duration_cast<Clock::duration>(limit),
             progress, result);
  } else {
    result.not_run = fmt::format("{} {}", grading.exercise.file, accepted.reason);
  }
  end_descendants();
  result.verdict =
      result.not_run.empty() ? verdict_of(result.report) : std::string(to_string(Ending::not_run));
  result.wall_seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  result.cpu_seconds = cpu_seconds_used() - cpu_before;
  return result;
}

}  // namespace zerolab::exercises
