// The state of an exercise as a student should see it.
#pragma once

#include <string>

#include "exercises/program/place.hpp"
#include "exercises/program/progress_file.hpp"

namespace zerolab::exercises {

enum class State { missing, untouched, begun, failing, passed, gave_up };

// gave_up: the solution was shown before the exercise was passed. A file that was edited but never
// checked is `begun`.
State state_of(const Place& place, const ExerciseInfo& exercise, const ExerciseProgress& progress);

// "not written yet", "passed", …
std::string describe(State state);

// Columns for people: number, title, state, points of the visible check, hints.
std::string course_table(const Place& place, const std::vector<ExerciseInfo>& catalog,
                         const CourseProgress& progress);

// The first exercise that is neither passed nor given up; nullptr where there is none.
const ExerciseInfo* next_exercise(const Place& place, const std::vector<ExerciseInfo>& catalog,
                                  const CourseProgress& progress);

// The record of one exercise; an empty one where there is none.
ExerciseProgress record_of(const CourseProgress& progress, const ExerciseInfo& exercise);

}  // namespace zerolab::exercises
