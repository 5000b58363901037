#include "exercises/autograder/autograder_command.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/units.hpp"
#include "core/base/wrapped.hpp"
#include "core/cli/json_output.hpp"
#include "exercises/autograder/bundle.hpp"
#include "exercises/autograder/classroom.hpp"
#include "exercises/grader/hidden_exam.hpp"

namespace zerolab::exercises {

namespace {

namespace fs = std::filesystem;

// Gradescope ends a container after 10 minutes, 40 at most, and then replaces the results.
constexpr int longest_deadline = 2340;

struct BundleArguments {
  std::vector<std::string> exercises;
  std::string out;
  std::string secret_file;
  int deadline = 480;
  int points = 100;
  bool classroom = false;
  bool json = false;
};

// "03,05" are two words, as in "03 05".
std::vector<ExerciseInfo> chosen(const std::vector<std::string>& words,
                                 const std::vector<ExerciseInfo>& catalog) {
  std::vector<ExerciseInfo> exercises;
  for (const std::string& word : words) {
    for (std::size_t begin = 0; begin <= word.size();) {
      const std::size_t end = std::min(word.find(',', begin), word.size());
      const ExerciseInfo& exercise = find_exercise(catalog, word.substr(begin, end - begin));
      const bool twice = std::ranges::any_of(
          exercises, [&](const ExerciseInfo& one) { return one.number == exercise.number; });
      if (twice) throw input_error("--exercise: {} is named twice", exercise.label());
      exercises.push_back(exercise);
      begin = end + 1;
    }
  }
  return exercises;
}

std::vector<std::string> labels_of(const std::vector<ExerciseInfo>& exercises) {
  std::vector<std::string> labels;
  for (const ExerciseInfo& exercise : exercises) labels.push_back(exercise.label());
  return labels;
}

// A name that says what is in the file: both are uploaded or committed by it.
void check_name(const BundleArguments& arguments) {
  const std::string ending = fs::path(arguments.out).extension().string();
  const bool is_yaml = ending == ".yml" || ending == ".yaml";
  if (arguments.classroom && !is_yaml) {
    throw input_error("--out {}: a workflow ends in .yml or .yaml, as classroom.yml",
                      arguments.out);
  }
  if (!arguments.classroom && ending != ".zip") {
    throw input_error("--out {}: Gradescope takes a .zip, as grader.zip{}", arguments.out,
                      is_yaml ? "; for a GitHub Classroom workflow add --classroom" : "");
  }
}

template <typename... Args>
void print_wrapped(fmt::format_string<Args...> format, Args&&... args) {
  fmt::print("{}", wrapped(fmt::format(format, std::forward<Args>(args)...), 80));
}

int write_workflow(const BundleArguments& arguments, const std::vector<ExerciseInfo>& exercises) {
  const fs::path file = arguments.out;
  if (file.has_parent_path()) fs::create_directories(file.parent_path());
  write_file(file, classroom_workflow(exercises));
  if (arguments.json) {
    Json report = json_report("autograder");
    report["config"] = {{"exercises", labels_of(exercises)}, {"classroom", true}};
    report["file"] = file.string();
    print_json(report);
  } else {
    print_wrapped(
        "wrote {}. In the template repository made of the hand-out it belongs at "
        ".github/workflows/classroom.yml.",
        file.string());
    print_wrapped(
        "Each push then checks {}. That is feedback and no grade, since a student can change the "
        "workflow: grade with lab grade, or with the Gradescope zip.",
        fmt::join(labels_of(exercises), ", "));
  }
  return 0;
}

int write_zip(const BundleArguments& arguments, const std::vector<ExerciseInfo>& exercises) {
  AutogradePlan plan;
  plan.exercises = labels_of(exercises);
  plan.deadline_seconds = arguments.deadline;
  plan.points_each = arguments.points;
  if (!arguments.secret_file.empty()) plan.secret = read_secret(arguments.secret_file);
  write_bundle(ZEROLAB_ROOT, plan, arguments.out);
  const auto size = static_cast<std::int64_t>(fs::file_size(arguments.out));
  if (arguments.json) {
    Json report = json_report("autograder");
    report["config"] = {{"exercises", plan.exercises},
                        {"classroom", false},
                        {"deadline_seconds", arguments.deadline},
                        {"points_each", arguments.points}};
    report["file"] = arguments.out;
    report["size_bytes"] = size;
    print_json(report);
    return 0;
  }
  print_wrapped("wrote {} ({}): {}, {} points each, all together within {} s.", arguments.out,
                format_bytes(size), fmt::join(plan.exercises, ", "), arguments.points,
                arguments.deadline);
  print_wrapped(
      "In Gradescope: Configure Autograder, Upload Autograder; base image Ubuntu 22.04. Building "
      "it there takes some minutes.");
  if (plan.secret.empty()) {
    print_wrapped(
        "Without --secret-file its cases are those that anybody with this repository can draw.");
  } else {
    print_wrapped("Keep it from students: it holds the secret.");
  }
  return 0;
}

int run_autograder(const BundleArguments& arguments) {
  if (arguments.points < 1) throw input_error("--points {}: at least 1", arguments.points);
  if (arguments.deadline < 30 || arguments.deadline > longest_deadline) {
    throw input_error(
        "--deadline {}: 30 to {} s; Gradescope ends a container after 600 s, or the "
        "2400 s that it can be given, and leaves no results then",
        arguments.deadline, longest_deadline);
  }
  check_name(arguments);
  const auto exercises = chosen(arguments.exercises, read_catalog(ZEROLAB_ROOT));
  return arguments.classroom ? write_workflow(arguments, exercises)
                             : write_zip(arguments, exercises);
}

struct ContainerArguments {
  std::string config;
  std::string submission = "/autograder/submission";
  std::string results = "/autograder/results";
  std::string metadata = "/autograder/submission_metadata.json";
};

}  // namespace

void add_autograder_command(CommandLine& program) {
  const auto arguments = std::make_shared<BundleArguments>();
  Command command =
      program.add("autograder", "Write the Gradescope zip, or a GitHub Classroom workflow");
  command.option("--exercise", arguments->exercises, "Which: 03, or several: 03 04 05, 03,04,05");
  command.option("--out", arguments->out, "The file to write: grader.zip; classroom.yml");
  command.option("--secret-file", arguments->secret_file,
                 "File with the course's secret, from which hidden cases are drawn");
  command.option("--points", arguments->points, "What an exercise is worth in Gradescope");
  command.option("--deadline", arguments->deadline,
                 "Seconds for a submission, all exercises together");
  command.flag("--classroom", arguments->classroom,
               "A GitHub Classroom workflow instead: formative");
  command.flag("--json", arguments->json, "One JSON object on standard output");
  command.require({"--exercise", "--out"});
  command.exclude("--classroom", {"--secret-file"});
  command.example(
      "Example: lab autograder --exercise 03 --secret-file ../course.secret --out grader.zip\n"
      "         lab autograder --classroom --exercise 01 02 03 --out classroom.yml\n"
      "exercises/grader/README.md tells more.");
  command.runs([arguments] { return run_autograder(*arguments); });
}

void add_autograde_command(CommandLine& program) {
  const auto arguments = std::make_shared<ContainerArguments>();
  Command command =
      program.add("autograde", "What run_autograder of the Gradescope zip calls: grade and report");
  command.option("--config", arguments->config, "config.json of the zip");
  command.option("--submission", arguments->submission, "Folder of what was handed in");
  command.option("--results", arguments->results, "Folder for results.json");
  command.option("--metadata", arguments->metadata, "What Gradescope says of the submission");
  command.require({"--config"});
  command.example("Example: lab autograde --config config.json --submission alice/ --results out/");
  command.runs([arguments] {
    autograde(read_plan(arguments->config),
              {arguments->submission, arguments->results, arguments->metadata});
    return 0;
  });
}

}  // namespace zerolab::exercises
