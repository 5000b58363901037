// A list of cases in five groups of points, and what a submission got for them.
//
// All cases of a group must be right for its points: a group names a misconception. `deadlock` and
// `memory` count only where `values` is right, and a safety finding takes everything; but
// a flood at the large size of group memory only that group. An empty body scores 0.
//   values    even sizes, N >= 2, buffered delivery
//   counts    the same, per rank and link
//   deadlock  rendezvous, several orders of delivery
//   edges     one rank; 0, 1, N-1, N, N+1, 2N+1 elements and other sizes that N does not divide:
//   all aspects memory    guard words, elements that must not be read or changed, peak memory at a
//   large size
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "exercises/judge/decode.hpp"
#include "exercises/judge/findings.hpp"

namespace zerolab::exercises {

enum class Group { values, counts, deadlock, edges, memory };
inline constexpr std::array all_groups{Group::values, Group::counts, Group::deadlock, Group::edges,
                                       Group::memory};
std::string_view to_string(Group group);
Group parse_group(std::string_view name);  // input Error

struct ExamCase {
  Group group = Group::values;
  Case run;
  // Group memory: the most bytes by which a rank's peak may rise; none: guards only.
  std::optional<std::int64_t> peak_limit_bytes;
};

struct Exam {
  int exercise = 3;
  std::array<double, 5> weights{};  // points per group, in the order of all_groups
  std::vector<ExamCase> cases;
};

// Cases drawn from a seed, in all groups, for N in {1,2,3,4,5,8}: what `--fresh-seed` runs, and the
// part of a hidden exam that the course's secret decides. Sizes are new with every seed.
Exam drawn_exam(int exercise, const std::array<double, 5>& weights, std::uint64_t seed);
Exam drawn_zero_exam(int exercise, const std::array<double, 5>& weights, std::uint64_t seed);

struct GroupReport {
  Group group = Group::values;
  double points = 0;
  double max_points = 0;
  int passed = 0;
  int failed = 0;
  int skipped = 0;                  // after a safety finding, or where values must be right first
  std::optional<ExamCase> failing;  // the first
  std::vector<Finding> findings;    // of that
};

struct ExamReport {
  int exercise = 3;
  double points = 0;
  double max_points = 0;
  Ending worst = Ending::finished;  // the first ending that took everything; see `detail`
  std::string detail;
  int not_reached = 0;  // cases for which there was no time: their groups have no points
  std::array<GroupReport, 5> groups;
  std::optional<DecodedRun> decoded;  // the smallest failing case again, with decodable input
  std::optional<RunRecord> zero;      // exercises 8 to 14: the smallest failing case again
  bool passed() const { return points == max_points; }
};

// Of the groups that failed: the one whose case `decoded` or `zero` shows, else the first; null
// where none failed. Its case is the one to try again by itself.
const GroupReport* shown_failure(const ExamReport& report);

// Runs the cases; the first failing case of a collective exercise is run again for decoding (with
// at most 8 ranks). `progress` is told before each case how many are done, of how many.
ExamReport examine(const Exam& exam, Runner& runner,
                   const std::function<void(int done, int total)>& progress = {});

// For people: the groups with points, then for the first failure what the student should see:
// the sentence and comparison_text (`full`), or only nudges (hidden tests).
enum class Detail { full, nudges };
std::string to_text(const ExamReport& report, Detail detail);

// The same without the table of points.
std::string findings_text(const ExamReport& report, Detail detail);

}  // namespace zerolab::exercises
