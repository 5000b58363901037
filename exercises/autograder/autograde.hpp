// Inside of a Gradescope container: grades the exercises of one submission, one after the other.
//
// results.json is there from the first moment, and is written anew (beside, then renamed) after
// each exercise: whatever ends the container, what was graded until then is kept.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "exercises/grader/grade.hpp"

namespace zerolab::exercises {

struct AutogradePlan {
  std::vector<std::string> exercises;  // as find_exercise takes them
  double deadline_seconds = 480;       // of all together
  double points_each = 100;
  std::string secret;
};

// config.json, as the bundle has it. Throws an input Error that names the field.
AutogradePlan read_plan(const std::filesystem::path& config);
std::string to_json(const AutogradePlan& plan);

struct AutogradePlaces {
  std::filesystem::path submission = "/autograder/submission";
  std::filesystem::path results = "/autograder/results";
  std::filesystem::path metadata = "/autograder/submission_metadata.json";
};

// What it prints is for instructors: which protections are in force, and how each exercise went.
// Throws a failure where the grader itself cannot work.
void autograde(const AutogradePlan& plan, const AutogradePlaces& places);

}  // namespace zerolab::exercises
