// The exercises of a course: exercise.json of each folder exercises/NN-name/ (comments allowed).
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace zerolab::exercises {

struct ExerciseInfo {
  int number = 0;                  // NN
  std::string name;                // "reduce_scatter"
  std::filesystem::path folder;    // exercises/03-reduce_scatter
  std::string file;                // the one file to edit and to hand in, "reduce_scatter.cpp"
  std::string title;               // "Reduce-scatter round a ring"
  std::array<double, 5> points{};  // per group, in the order of judge/exam.hpp's all_groups
  std::vector<int> prerequisites;
  std::vector<std::string> hints;  // at most three
  double cpu_seconds = 5;          // limits of one rank of one run, for the grader
  std::int64_t memory_bytes = 256'000'000;
  double peak_share = 1;  // group memory: what a rank may allocate, as a share of its buffer
  std::int64_t peak_slack_bytes = 2'000'000;

  double total_points() const;
  std::string label() const;  // "03-reduce_scatter"
};

// Reads every exercises/NN-name/exercise.json under `root`, in order; folders with neither that nor
// a visible_test.cpp are no exercises. Throws an input Error that names the file and the field.
std::vector<ExerciseInfo> read_catalog(const std::filesystem::path& root);

// "3", "03" or "03-reduce_scatter" or "reduce_scatter"; input Error that says which there are.
const ExerciseInfo& find_exercise(const std::vector<ExerciseInfo>& catalog, std::string_view word);

// The numbers of exercises, in order: "01 to 07, 13".
std::string in_words(const std::vector<int>& numbers);

}  // namespace zerolab::exercises
