// What is wrong with a run of exercises 8 to 14: pure functions of the record.
//
// Counts are judged from the messages, memory from what the arena said and, at a large size, from
// what the process took; the collectives that a rank says it called give the words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/trace/trace.hpp"
#include "exercises/judge/findings.hpp"

namespace zerolab::exercises {

// As judge() of findings.hpp, in the order in which a reader should hear of them.
std::vector<Finding> judge_zero(const RunRecord& record);

// Of group memory: a rank's peak rose by more; none where nobody looked.
std::optional<Finding> zero_peak(const RunRecord& record, std::int64_t limit_bytes);

// The parts.
std::optional<Finding> wrong_calls(const RunRecord& record);       // exercises 9 to 12: what moved
std::optional<Finding> called_otherwise(const RunRecord& record);  // as much as that may have moved
std::optional<Finding> wrong_pieces(const RunRecord& record);      // exercise 14
std::optional<Finding> ranks_disagree(const RunRecord& record);    // about which collective is next
std::optional<Finding> wrong_outcome(const RunRecord& record);
std::optional<Finding> norms_differ(const RunRecord& record);  // exercise 12: in bits, where right
std::optional<Finding> wrong_arena(const RunRecord& record);   // exercises 9 to 11

// What to say in a hidden test where exercises/zero threw; none: something else threw, or nothing.
std::optional<std::string> thrown_nudge(const RunRecord& record);

// Of wrong_arena, with the rank's note at which it happened; their number: at the end.
struct ArenaFault {
  Finding finding;
  std::size_t note = 0;
};
std::optional<ArenaFault> arena_fault(const RunRecord& record);

// For people, a table of what is wrong first: what should have been called and what each rank
// called; what a rank held of its arena while it did what; in exercise 14 who should send how much
// to whom. Empty where there is nothing to show.
std::string calls_text(const RunRecord& record);
std::string arena_text(const RunRecord& record);  // of these the second

// The run and the right one as traces, and where to look first when they stand beside each other.
// None where no collective is called.
struct DrawnRun {
  Trace student;
  Trace right;
  double time = 0;      // in the steps of both
  int rank = -1;        // that differs; -1: none in particular
  int chunk = -1;       // likewise
  bool memory = false;  // look at the memory
};
std::string at_text(const DrawnRun& drawn);  // as zerolab-viz's --at reads it
std::optional<DrawnRun> draw_zero(const RunRecord& record);

}  // namespace zerolab::exercises
