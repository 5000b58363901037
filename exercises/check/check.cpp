#include "exercises/check/check.hpp"

#include <cstdio>
#include <memory>

#include <fmt/core.h>
#include <unistd.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "exercises/check/isolated_runner.hpp"
#include "exercises/check/options.hpp"
#include "exercises/check/report_files.hpp"
#include "exercises/check/thread_runner.hpp"

namespace zerolab::exercises {

namespace {

Exam exam_for(const CheckOptions& options, const Exam& visible) {
  if (options.seed) return drawn_exam(visible.exercise, visible.weights, *options.seed);
  if (!options.only) return visible;
  // Group edges asks for everything, so one case earns all the points.
  Exam exam;
  exam.exercise = visible.exercise;
  for (const double points : visible.weights) {
    exam.weights[static_cast<std::size_t>(Group::edges)] += points;
  }
  exam.cases = {in_group(Group::edges, *options.only)};
  exam.cases.front().run = *options.only;
  return exam;
}

std::unique_ptr<Runner> runner_for(const CheckOptions& options) {
  if (options.in_process) return std::make_unique<ThreadRunner>();
  return std::make_unique<IsolatedRunner>();
}

// On a terminal, since drawn cases are many; wiped when they are done.
void show_progress(int done, int total) {
  if (!isatty(STDERR_FILENO)) return;
  fmt::print(stderr, "\r\033[K");
  if (done < total) fmt::print(stderr, "{} of {} cases", done, total);
  std::fflush(stderr);
}

void print(const ExamReport& report, const CheckOptions& options, bool has_traces) {
  if (options.json == "-") return;
  fmt::print("{}", to_text(report, Detail::full));
  if (options.seed) {
    fmt::print("\nCases drawn with seed {0}: --fresh-seed {0} draws them again.\n", *options.seed);
  }
  const GroupReport* failing = shown_failure(report);
  if (failing && !options.only && report.worst != Ending::unwritten) {
    fmt::print("\nThis case alone:\n  ./lab check {:02} --case \"{}\"\n", report.exercise,
               to_text(failing->failing->run));
  }
  if (has_traces) fmt::print("Traces of it are in {}\n", options.traces);
}

int run_check(const CheckOptions& options, const Exam& visible) {
  if (!options.json.empty() && options.json != "-") check_writable(options.json);
  const std::unique_ptr<Runner> runner = runner_for(options);
  const ExamReport report = examine(exam_for(options, visible), *runner, show_progress);
  show_progress(1, 1);
  const bool has_traces = !options.traces.empty() && write_traces(options.traces, report);
  print(report, options, has_traces);
  if (!options.json.empty()) {
    const std::string json = to_json(report, options.seed);
    if (options.json == "-") {
      fmt::print("{}", json);
    } else {
      write_file(options.json, json);
    }
  }
  return report.passed() ? 0 : 1;
}

}  // namespace

ExamCase in_group(Group group, Case run) {
  switch (group) {
    case Group::values:
    case Group::counts: run.delivery = Delivery::buffered; break;
    case Group::deadlock:
    case Group::edges:
    case Group::memory: run.delivery = Delivery::rendezvous; break;
  }
  ExamCase exam_case;
  exam_case.group = group;
  exam_case.run = std::move(run);
  return exam_case;
}

int check(int argc, char** argv, const Exam& visible) {
  const ParsedOptions parsed = parse_options(argc, argv, visible.exercise);
  if (parsed.exit_status) return *parsed.exit_status;
  try {
    return run_check(parsed.options, visible);
  } catch (const Error& error) {
    fmt::print(stderr, "exercise_{:02}: {}\n", visible.exercise, error.what());
    return error.kind() == ErrorKind::input ? 2 : 1;
  }
}

}  // namespace zerolab::exercises
