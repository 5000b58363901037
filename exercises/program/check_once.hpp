// One visible check from the student's file to the record: builds, runs, shows, remembers.
#pragma once

#include <cstdint>
#include <optional>

#include "exercises/program/place.hpp"

namespace zerolab::exercises {

struct CheckRequest {
  bool fresh = false;                 // cases drawn anew instead of the visible ones
  std::optional<std::uint64_t> seed;  // of those; none: one that is new
  bool json = false;                  // the report as JSON instead of as text
  std::string only{};                 // one case alone, as a failure prints it; empty: all
  std::string classroom{};            // also writes this file, for GitHub Classroom; empty: none
};

// Returns the exit status: 0 passed, 1 not, also where the file does not compile. Only a visible
// check counts for the progress. Leaves the report, and the traces of the first failure, in
// Place::last_check().
int check_once(const Place& place, const ExerciseInfo& exercise, const CheckRequest& request);

}  // namespace zerolab::exercises
