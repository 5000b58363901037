#include "exercises/program/states.hpp"

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/table.hpp"

namespace zerolab::exercises {

State state_of(const Place& place, const ExerciseInfo& exercise, const ExerciseProgress& progress) {
  if (progress.passed()) return State::passed;
  if (progress.saw_solution) return State::gave_up;
  if (!std::filesystem::exists(place.file_to_edit(exercise))) return State::missing;
  if (is_untouched(place, exercise)) return State::untouched;
  return progress.max_points > 0 ? State::failing : State::begun;
}

std::string describe(State state) {
  switch (state) {
    case State::missing: return "file missing (lab reset)";
    case State::untouched: return "not written yet";
    case State::begun: return "begun, not checked";
    case State::failing: return "not right yet";
    case State::passed: return "passed";
    case State::gave_up: return "solution shown";
  }
  throw InvariantError("a State without a description");
}

ExerciseProgress record_of(const CourseProgress& progress, const ExerciseInfo& exercise) {
  const auto found = progress.find(exercise.label());
  return found == progress.end() ? ExerciseProgress{} : found->second;
}

std::string course_table(const Place& place, const std::vector<ExerciseInfo>& catalog,
                         const CourseProgress& progress) {
  Table table({{"", Align::left},
               {"exercise", Align::left},
               {"state", Align::left},
               {"best points"},
               {"of"},
               {"hints"}});
  for (const ExerciseInfo& exercise : catalog) {
    const ExerciseProgress record = record_of(progress, exercise);
    table.add_row({fmt::format("{:02}", exercise.number), exercise.title,
                   describe(state_of(place, exercise, record)),
                   record.max_points > 0 ? fmt::format("{:g}", record.best_points) : "-",
                   fmt::format("{:g}", exercise.total_points()),
                   fmt::format("{} of {}", record.hints, exercise.hints.size())});
  }
  return table.to_string();
}

const ExerciseInfo* next_exercise(const Place& place, const std::vector<ExerciseInfo>& catalog,
                                  const CourseProgress& progress) {
  for (const ExerciseInfo& exercise : catalog) {
    const State state = state_of(place, exercise, record_of(progress, exercise));
    if (state != State::passed && state != State::gave_up) return &exercise;
  }
  return nullptr;
}

}  // namespace zerolab::exercises
