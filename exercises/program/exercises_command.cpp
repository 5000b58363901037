// lab exercises: what there is to do, and how far it is. lab progress: the same with times.
#include <memory>

#include <fmt/core.h>

#include "core/cli/json_output.hpp"
#include "exercises/program/commands.hpp"
#include "exercises/program/states.hpp"

namespace zerolab::exercises {

namespace {

struct ListArguments {
  bool json = false;
};

Json course_json(std::string_view command, const Place& place,
                 const std::vector<ExerciseInfo>& catalog, const CourseProgress& progress) {
  Json report = json_report(command);
  report["exercises"] = Json::array();
  for (const ExerciseInfo& exercise : catalog) {
    const ExerciseProgress record = record_of(progress, exercise);
    report["exercises"].push_back(
        {{"number", exercise.number},
         {"name", exercise.name},
         {"title", exercise.title},
         {"file", place.file_to_edit(exercise).string()},
         {"state", describe(state_of(place, exercise, record))},
         {"points", exercise.total_points()},
         {"best_points", record.max_points > 0 ? Json(record.best_points) : Json()},
         {"checks", record.checks},
         {"hints", record.hints},
         {"passed_at", record.passed() ? Json(record.passed_at) : Json()}});
  }
  return report;
}

int run_exercises(const ListArguments& arguments) {
  const Place place = Place::find();
  const auto catalog = read_catalog(place.root);
  const CourseProgress progress = read_progress(place.progress_file());
  if (arguments.json) {
    print_json(course_json("exercises", place, catalog, progress));
    return 0;
  }
  fmt::print("{}\n", course_table(place, catalog, progress));
  if (const ExerciseInfo* next = next_exercise(place, catalog, progress)) {
    fmt::print(
        "Next: read {}, edit {}, then run: ./lab check {:02}\n"
        "Points are those of the visible check; hidden tests look at more sizes and orders.\n",
        shown(next->folder / "README.md"), shown(place.file_to_edit(*next)), next->number);
  } else {
    fmt::print("All done. Train with your own ring: ./lab train --collectives mine\n");
  }
  return 0;
}

int run_progress(const ListArguments& arguments) {
  const Place place = Place::find();
  const auto catalog = read_catalog(place.root);
  const CourseProgress progress = read_progress(place.progress_file());
  if (arguments.json) {
    print_json(course_json("progress", place, catalog, progress));
    return 0;
  }
  int passed = 0;
  double points = 0;
  double all_points = 0;
  for (const ExerciseInfo& exercise : catalog) {
    const ExerciseProgress record = record_of(progress, exercise);
    const State state = state_of(place, exercise, record);
    std::string words = describe(state);
    if (record.passed()) words += " on " + record.passed_at;
    if (record.checks > 0) {
      words += fmt::format("; checked {}",
                           record.checks == 1 ? "once" : fmt::format("{} times", record.checks));
    }
    fmt::print("  {}  {:28}  {}\n", state == State::passed ? "[x]" : "[ ]", exercise.label(),
               words);
    passed += record.passed() ? 1 : 0;
    points += record.best_points;
    all_points += exercise.total_points();
  }
  fmt::print("\n{} of {} passed, {:g} of {:g} points. This is kept in {}.\n", passed,
             catalog.size(), points, all_points, shown(place.progress_file()));
  return 0;
}

}  // namespace

void add_exercises_command(CommandLine& program) {
  auto arguments = std::make_shared<ListArguments>();
  Command command = program.add("exercises", "The exercises, with state and points");
  command.flag("--json", arguments->json, "One JSON object on standard output");
  command.example("Example: ./lab exercises");
  command.runs([arguments] { return run_exercises(*arguments); });
}

void add_progress_command(CommandLine& program) {
  auto arguments = std::make_shared<ListArguments>();
  Command command = program.add("progress", "What you have passed, and when");
  command.flag("--json", arguments->json, "One JSON object on standard output");
  command.example("Example: ./lab progress");
  command.runs([arguments] { return run_progress(*arguments); });
}

}  // namespace zerolab::exercises
