#include "exercises/program/check_once.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "exercises/child/child.hpp"
#include "exercises/program/classroom_json.hpp"
#include "exercises/program/compile.hpp"
#include "exercises/program/states.hpp"

namespace zerolab::exercises {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr int wrong_usage = 2;

void remember(const Place& place, const ExerciseInfo& exercise, double points, double max_points,
              bool passed) {
  update_progress(place.progress_file(), exercise.label(), [&](ExerciseProgress& record) {
    ++record.checks;
    record.max_points = max_points;
    record.best_points = std::max(record.best_points, points);
    if (passed && !record.passed()) record.passed_at = minute_now();
  });
}

void print_next_words(const Place& place, const ExerciseInfo& exercise, const CheckRequest& request,
                      bool passed) {
  if (!passed) {
    if (fs::exists(place.last_check() / "mine.trace.json.gz")) {
      fmt::print("See your run beside the right one, at this step: ./lab view --last\n");
    }
    fmt::print("A hint: ./lab hint {:02}. The task: {}\n", exercise.number,
               shown(exercise.folder / "README.md"));
    return;
  }
  if (!request.only.empty()) {
    fmt::print("This case is right. All of them: ./lab check {:02}\n", exercise.number);
    return;
  }
  if (!request.fresh) {
    fmt::print(
        "Passed. With sizes that are new each time, as hidden tests have them: ./lab check {:02} "
        "--fresh-seed\n",
        exercise.number);
  }
  const auto catalog = read_catalog(place.root);
  const ExerciseInfo* next = next_exercise(place, catalog, read_progress(place.progress_file()));
  if (next != nullptr) {
    fmt::print("Next: {} ({})\n", shown(next->folder / "README.md"), next->title);
  }
}

}  // namespace

int check_once(const Place& place, const ExerciseInfo& exercise, const CheckRequest& request) {
  const fs::path file = place.file_to_edit(exercise);
  if (!fs::exists(file)) {
    throw input_error("{} is missing: ./lab reset {:02} brings it back as it was handed out",
                      shown(file), exercise.number);
  }
  const fs::path last = place.last_check();
  std::error_code ignored;
  fs::remove_all(last, ignored);
  fs::create_directories(last);
  if (place.builds_checks()) {
    const Compiled compiled = compile_exercise(place, exercise);
    if (!compiled.fine) {
      if (!request.classroom.empty()) {
        write_file(request.classroom, classroom_json_of_complaints(compiled.complaints, exercise));
      }
      if (request.json) {
        fmt::print("{}\n", Json{{"schema", "zerolab/1"},
                                {"command", "check"},
                                {"config", {{"exercise", exercise.number}}},
                                {"ranks", Json::array()},
                                {"passed", false},
                                {"compiled", false},
                                {"text", compiled.complaints}}
                               .dump(2, ' ', false, Json::error_handler_t::replace));
      } else {
        fmt::print(
            "{}\n{} does not compile. The first message counts: later ones often follow from it.\n",
            compiled.complaints, shown(file));
      }
      return 1;
    }
  }

  const fs::path report_file = last / "report.json";
  std::vector<std::string> words{place.check_program(exercise).string(), "--json",
                                 report_file.string(), "--traces", last.string()};
  if (request.fresh) words.emplace_back("--fresh-seed");
  if (request.seed) words.push_back(std::to_string(*request.seed));
  if (!request.only.empty()) {
    words.emplace_back("--case");
    words.push_back(request.only);
  }
  const ChildResult checked =
      run_child(words, request.json ? ChildOutput::captured : ChildOutput::shown);
  if (!fs::exists(report_file)) {
    if (checked.status == wrong_usage) return wrong_usage;
    throw failure("the check of exercise {:02} ended with status {} and left no report{}{}",
                  exercise.number, checked.status, checked.output.empty() ? "" : ": ",
                  checked.output);
  }
  const std::string text = read_file(report_file);
  const Json report = Json::parse(text);
  const bool passed = report.at("passed").get<bool>();
  if (!request.fresh && request.only.empty()) {
    remember(place, exercise, report.at("points").get<double>(),
             report.at("max_points").get<double>(), passed);
  }
  if (!request.classroom.empty()) {
    write_file(request.classroom, classroom_json(text, exercise));
  }
  if (request.json) {
    fmt::print("{}", text);
  } else {
    write_file(last / "report.txt", report.at("text").get<std::string>() + "\n");
    print_next_words(place, exercise, request, passed);
  }
  return passed ? 0 : 1;
}

}  // namespace zerolab::exercises
