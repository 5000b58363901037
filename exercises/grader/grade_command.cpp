#include "exercises/grader/grade_command.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/table.hpp"
#include "core/base/wrapped.hpp"
#include "core/cli/json_output.hpp"
#include "exercises/grader/grade_class.hpp"
#include "exercises/grader/hidden_exam.hpp"

namespace zerolab::exercises {

namespace {

struct GradeArguments {
  std::string exercise;
  std::vector<std::string> files;
  std::string out;
  std::string secret;
  std::string secret_file;
  std::string hidden;
  int jobs = 1;
  int deadline = 480;
  bool html = false;
  bool json = false;
};

// A class in which nobody has the file, and some have another exercise's, was not meant.
void check_any_file(const GradeArguments& arguments, const Submissions& submissions,
                    const ExerciseInfo& exercise, const std::vector<ExerciseInfo>& catalog) {
  if (!submissions.is_class || files_there(submissions, exercise) > 0) return;
  std::string others;
  for (const ExerciseInfo& other : catalog) {
    const std::size_t count = files_there(find_submissions(arguments.files, other), other);
    if (count == 0) continue;
    others += fmt::format("; {} {} {}, of exercise {:02}", count, count == 1 ? "has" : "have",
                          other.file, other.number);
  }
  if (others.empty()) return;
  throw input_error("none of {} submissions has {}, the file of exercise {:02}{}",
                    submissions.list.size(), exercise.file, exercise.number, others);
}

void check_places(const GradeArguments& arguments, const ExerciseInfo& exercise) {
  namespace fs = std::filesystem;
  if (!arguments.out.empty() && fs::exists(arguments.out) && !fs::is_directory(arguments.out)) {
    throw input_error("--out {} is a file: name a folder", arguments.out);
  }
  const fs::path exam = fs::path(arguments.hidden) / exercise.label() / "exam.json";
  if (!arguments.hidden.empty() && !fs::exists(exam)) {
    throw input_error("--hidden {}: there is no {}", arguments.hidden, exam.string());
  }
}

// Why submissions were not run, below the table.
std::string notes_text(const std::vector<Graded>& all) {
  std::string text;
  for (const Graded& one : all) {
    if (one.row.note.empty()) continue;
    text += wrapped(fmt::format("{}: {}", one.row.name, one.row.note), 80, "  ", "    ");
  }
  return text.empty() ? text : "\nNot run\n" + text;
}

// What is not in force here: an instructor should know before publishing grades.
std::string protections_text(const Protections& protections) {
  if (protections.missing.empty()) return "All protections were in force.\n";
  std::string text = "Protections that were not in force:\n";
  for (const std::string& missing : protections.missing) {
    text += wrapped(missing, 80, "  ", "    ");
  }
  return text;
}

std::string class_text(const std::vector<Graded>& all) {
  Table table({{"name", Align::left},
               {"values"},
               {"counts"},
               {"deadlock"},
               {"edges"},
               {"memory"},
               {"points"},
               {"verdict", Align::left}});
  for (const Graded& one : all) {
    std::vector<std::string> cells{one.row.name};
    for (const double points : one.row.points) cells.push_back(fmt::format("{:g}", points));
    cells.push_back(fmt::format("{:g}", one.row.total));
    cells.push_back(one.row.verdict);
    table.add_row(std::move(cells));
  }
  return table.to_string() + notes_text(all);
}

Json json_of(const std::vector<Graded>& all, const Grading& grading) {
  Json report = json_report("grade");
  report["config"] = {{"exercise", grading.exercise.label()}, {"cases", grading.exam.cases.size()}};
  report["protections"] = Json::array();
  for (const ProtectionLine& line : protection_lines(grading.protections)) {
    report["protections"].push_back(
        {{"name", line.name}, {"in_force", line.in_force}, {"note", line.note}});
  }
  report["submissions"] = Json::array();
  for (const Graded& one : all) {
    Json groups = Json::object();
    for (std::size_t i = 0; i < all_groups.size(); ++i) {
      groups[std::string(to_string(all_groups[i]))] = one.row.points[i];
    }
    report["submissions"].push_back({{"name", one.row.name},
                                     {"points", one.row.total},
                                     {"max_points", one.row.max_points},
                                     {"groups", std::move(groups)},
                                     {"verdict", one.row.verdict},
                                     {"note", one.row.note}});
  }
  return report;
}

// Beside this program, where the build has one.
std::filesystem::path visualizer() {
  const std::filesystem::path viz =
      std::filesystem::read_symlink("/proc/self/exe").parent_path() / "zerolab-viz";
  if (std::filesystem::exists(viz)) return viz;
  fmt::print(stderr, "lab grade: this build has no visualizer, so no run is drawn\n");
  return {};
}

int run_grade(const GradeArguments& arguments) {
  if (arguments.html && arguments.out.empty()) {
    throw input_error("--html writes pages into the folder of --out, which is not given");
  }
  if (arguments.jobs < 1) throw input_error("--jobs {}: at least one", arguments.jobs);
  if (arguments.deadline < 1) throw input_error("--deadline {}: at least 1 s", arguments.deadline);
  const Toolchain toolchain = built_toolchain();
  if (!std::filesystem::exists(toolchain.rank_objects / "rank_01.o")) {
    throw failure(
        "{} has no rank programs: build the target zerolab_rank_programs of the release preset (a "
        "build with sanitizers has none)",
        toolchain.rank_objects.string());
  }
  const std::vector<ExerciseInfo> catalog = read_catalog(toolchain.root);
  const ExerciseInfo& exercise = find_exercise(catalog, arguments.exercise);
  check_places(arguments, exercise);
  const Submissions submissions = find_submissions(arguments.files, exercise);
  check_any_file(arguments, submissions, exercise, catalog);
  for (const std::string& renamed : submissions.renamed) {
    fmt::print(stderr, "lab grade: in the results {}\n", renamed);
  }
  const std::filesystem::path hidden = arguments.hidden.empty()
                                           ? toolchain.root / "tests/hidden"
                                           : std::filesystem::path(arguments.hidden);
  const std::string secret =
      arguments.secret_file.empty() ? arguments.secret : read_secret(arguments.secret_file);
  if (secret.empty()) {
    fmt::print(stderr,
               "lab grade: without --secret-file the cases are those that anybody with this "
               "repository can draw\n");
  }
  const Grading grading{exercise,
                        hidden_exam(hidden, exercise, secret),
                        toolchain,
                        available_protections(),
                        static_cast<double>(arguments.deadline),
                        arguments.html};
  ClassOptions options;
  if (!arguments.out.empty()) options.out = arguments.out;
  options.jobs = arguments.jobs;
  options.pages = arguments.html;
  if (arguments.html) options.viz = visualizer();
  const std::vector<Graded> all =
      grade_class(submissions, grading, options, [&](int done, const Graded& one) {
        if (!submissions.is_class) return;
        fmt::print(stderr, "[{}/{}] {}: {:g} points, {}{}\n", done, submissions.list.size(),
                   one.row.name, one.row.total, one.row.verdict,
                   one.report.empty() && !one.failed ? " (as graded before)" : "");
      });
  const bool failed = std::ranges::any_of(all, &Graded::failed);
  if (failed && !submissions.is_class) throw failure("{}", all.front().row.note);
  if (arguments.json) {
    print_json(json_of(all, grading));
  } else if (submissions.is_class) {
    fmt::print("{}\n{}", class_text(all), protections_text(grading.protections));
  } else {
    fmt::print("{}\n{}", all.front().report, to_text(grading.protections));
  }
  return failed ? 1 : 0;
}

}  // namespace

void add_grade_command(CommandLine& program) {
  const auto arguments =
      std::make_shared<GradeArguments>();  // shared: the callback outlives this call
  Command command = program.add("grade", "Grade submissions of an exercise by the hidden tests");
  command.option("--exercise", arguments->exercise, "Which: 3, 03 or reduce_scatter");
  command.option("files", arguments->files,
                 "Files; a folder that holds the exercise's file; or a class: a folder of such "
                 "folders, or of .cpp files");
  command.option(
      "--out", arguments->out,
      "Folder for report.txt, results.json (Gradescope), junit.xml, classroom.json; of a "
      "class, a folder for each and class.csv");
  command.option("--secret-file", arguments->secret_file,
                 "File with the course's secret, from which hidden cases are drawn");
  command.option("--secret", arguments->secret,
                 "The secret itself; other users of this machine can read a command line");
  command.option("--hidden", arguments->hidden,
                 "Folder of the hidden tests (default tests/hidden)");
  command.option("--jobs", arguments->jobs, "Submissions at once");
  command.option("--deadline", arguments->deadline, "Seconds for one submission");
  command.flag(
      "--html", arguments->html,
      "Also report.html for each, with the run drawn at its first wrong step, and index.html");
  command.flag("--json", arguments->json, "One JSON object on standard output");
  command.require({"--exercise", "files"});
  command.exclude("--secret", {"--secret-file"});
  command.example(
      "Example: lab grade --exercise 03 alice/reduce_scatter.cpp\n"
      "         lab grade --exercise 03 class/ --out graded/ --secret-file ../course.secret --jobs "
      "4\n"
      "Exit status 0 where all were graded, whatever they got. exercises/grader/README.md tells "
      "more.");
  command.runs([arguments] { return run_grade(*arguments); });
}

}  // namespace zerolab::exercises
