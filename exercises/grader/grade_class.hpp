// Many submissions graded, each in a process of its own, with everything written down.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "exercises/grader/class_table.hpp"
#include "exercises/grader/submissions.hpp"

namespace zerolab::exercises {

struct ClassOptions {
  // Where report.txt, results.json, junit.xml and classroom.json go: of a class, into a folder per
  // submission, beside class.csv. None: nothing is written.
  std::optional<std::filesystem::path> out;
  int jobs = 1;  // submissions at once
  // report.html as well, and of a class index.html. `viz`: the visualizer, which draws a run into
  // run.html; empty: there is none.
  bool pages = false;
  std::filesystem::path viz{};
};

struct Graded {
  ClassRow row;
  std::string report;   // for people; empty where an earlier grading was taken over
  bool failed = false;  // the grader, not the submission: `row.note` says why
};

// In the order of the submissions. Those of which class.csv has a row with the same fingerprint are
// taken over. class.csv is written anew after each; other rows in it stay. `progress` is told
// after each how many are done. The caller has no other threads.
std::vector<Graded> grade_class(const Submissions& submissions, const Grading& grading,
                                const ClassOptions& options,
                                const std::function<void(int done, const Graded&)>& progress = {});

}  // namespace zerolab::exercises
