// What is wrong with one run: a pure function of the record.
//
// Judged from what the messages carried and what the ranks held at the end, never from what a
// process says about itself. Several answers may be right: exercise 5 allows chunk r or chunk r+1
// to end on rank r; what counts is equal for one of the right schedules as a whole.
#pragma once

#include <string>
#include <vector>

#include "core/schedule/schedule.hpp"
#include "exercises/judge/run_record.hpp"

namespace zerolab::exercises {

enum class Aspect {
  values,    // the ranks' results (also: the order of additions, bit by bit)
  counts,    // messages and elements, sent and received, per rank and link
  deadlock,  // the run did not end
  memory,    // guard words, elements that must stay, peak memory
  safety     // crashes, forbidden calls, floods: no point of any aspect for the whole submission
};

struct Finding {
  Aspect aspect = Aspect::values;
  int rank = -1;
  std::string sentence;  // with all numbers: for the visible test
  std::string nudge;     // what to look at, without the data: for a hidden test
  friend bool operator==(const Finding&, const Finding&) = default;
};

// Empty: nothing is wrong. In the order in which a reader should hear of them.
std::vector<Finding> judge(const RunRecord& record);

// The schedules of which one is right for this run: none for exercises 1 and 6, the bucket's for 7.
std::vector<Schedule> right_schedules(const Case& run);

// The right answers of exercises 1 (begin, end) and 6 (sent, received elements).
std::vector<std::int64_t> right_numbers(const Case& run, int rank);

}  // namespace zerolab::exercises
