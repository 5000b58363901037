// What a student has done so far, in one small JSON file beside the exercises. It survives updates
// of the course: exercises are known by their label, and what this version does not know is kept.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

namespace zerolab::exercises {

struct ExerciseProgress {
  int checks = 0;             // visible checks run to their end, or to a crash
  double best_points = 0;     // of the visible check
  double max_points = 0;      // of the visible check; 0: never checked
  std::string passed_at;      // "2026-11-30 14:05", the first time; empty: never
  int hints = 0;              // how many were shown
  bool saw_solution = false;  // before passing

  bool passed() const { return !passed_at.empty(); }
  friend bool operator==(const ExerciseProgress&, const ExerciseProgress&) = default;
};

using CourseProgress = std::map<std::string, ExerciseProgress>;  // by label, "03-reduce_scatter"

// Nothing where there is no file. Throws an input Error that names the file, what is wrong with it,
// and the way out.
CourseProgress read_progress(const std::filesystem::path& file);

// Changes one exercise's record, beside whatever else the file holds; written beside, then renamed,
// under a lock, so that a watch and a check may run at once.
void update_progress(const std::filesystem::path& file, const std::string& label,
                     const std::function<void(ExerciseProgress&)>& change);

// The time of day now, as in passed_at.
std::string minute_now();

}  // namespace zerolab::exercises
