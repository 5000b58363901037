#include "exercises/autograder/autograde.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "exercises/autograder/metadata.hpp"
#include "exercises/grader/hidden_exam.hpp"
#include "exercises/grader/reports.hpp"
#include "exercises/grader/student_file.hpp"

namespace zerolab::exercises {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

class Autograding {
 public:
  Autograding(const AutogradePlan& plan, const AutogradePlaces& places)
      : plan_(plan), places_(places), toolchain_(built_toolchain()) {
    const std::vector<ExerciseInfo> catalog = read_catalog(toolchain_.root);
    for (const std::string& word : plan.exercises) {
      page_.waiting.push_back(find_exercise(catalog, word));
    }
    page_.opening = metadata_lines(places.metadata);
    page_.points_each = plan.points_each;
  }

  void run() {
    fs::create_directories(places_.results);
    write();
    // Gradescope shows standard output to instructors alone.
    fmt::print("{}", to_text(available_protections()));
    while (!page_.waiting.empty()) {
      const ExerciseInfo exercise = page_.waiting.front();
      Grade result = grade_one(exercise);
      page_.waiting.erase(page_.waiting.begin());
      fmt::print("exercise {:02}: {:g} of {:g} points, {}, {:.1f} s\n", exercise.number,
                 result.report.points, result.report.max_points, result.verdict,
                 result.wall_seconds);
      page_.grades.push_back(std::move(result));
      write();
    }
  }

 private:
  // Each has its share of what is left, so that one that takes long leaves time for the others.
  Grade grade_one(const ExerciseInfo& exercise) const {
    const double left = plan_.deadline_seconds - seconds_since(begin_);
    Grading grading{exercise, hidden_exam(toolchain_.root / "tests/hidden", exercise, plan_.secret),
                    toolchain_, available_protections(),
                    left / static_cast<double>(page_.waiting.size())};
    const StudentFile file = file_in(places_.submission, exercise);
    return grade({"the submission", file.file, file.doubt}, grading);
  }

  void write() {
    page_.wall_seconds = seconds_since(begin_);
    write_file(places_.results / "results.json", gradescope_json(page_));
  }

  const AutogradePlan& plan_;
  const AutogradePlaces& places_;
  Toolchain toolchain_;
  GradescopePage page_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace

AutogradePlan read_plan(const fs::path& config) {
  try {
    const Json json = Json::parse(read_file(config));
    AutogradePlan plan;
    plan.exercises = json.at("exercises").get<std::vector<std::string>>();
    plan.deadline_seconds = json.at("deadline_seconds").get<double>();
    plan.points_each = json.at("points_each").get<double>();
    plan.secret = json.at("secret").get<std::string>();
    return plan;
  } catch (const nlohmann::json::exception& error) {
    throw input_error("{}: {}", config.string(), error.what());
  }
}

std::string to_json(const AutogradePlan& plan) {
  return Json{{"exercises", plan.exercises},
              {"deadline_seconds", plan.deadline_seconds},
              {"points_each", plan.points_each},
              {"secret", plan.secret}}
             .dump(2) +
         "\n";
}

void autograde(const AutogradePlan& plan, const AutogradePlaces& places) {
  Autograding(plan, places).run();
}

}  // namespace zerolab::exercises
