// Which moment of the two runs a picture should show first.
#pragma once

#include "exercises/judge/zero/drawn_acts.hpp"
#include "exercises/judge/zero/judge_zero.hpp"

namespace zerolab::exercises {

struct Moment {
  double time = 0;
  int rank = -1;
  int chunk = -1;
  bool memory = false;
};

// The first of these that there is:
//   - the first act in which the runs differ: while it is under way; of two collectives that begin
//     alike, the first step in which they do not
//   - the first step in which NaN is sent, where a result is wrong
//   - what the first wrong result comes from: the end of the collective, or the pass of the unit
//   - where a rank holds too much of its arena: its memory
//   - the end
Moment moment_of(const RunRecord& record, const DrawnActs& student, const DrawnActs& right);

}  // namespace zerolab::exercises
