// What a right answer does in one run: every message, what it carries, and what is held at the end.
#pragma once

#include <vector>

#include "core/base/range.hpp"
#include "core/schedule/schedule.hpp"
#include "exercises/judge/case.hpp"

namespace zerolab::exercises {

// [rank]: how often that rank's input is in it.
using Origins = std::vector<int>;

// The buffer of input.hpp, cut: in exercise 7 into buckets, each bucket into N chunks; in exercise
// 2 into what each rank has; else into N chunks. A slot is a chunk of a bucket: bucket · N + chunk.
std::vector<Range> slots_of(const Case& run);
int bucket_count(const Case& run);  // 1 outside exercise 7
Range bucket_range(const Case& run, int bucket);

struct RightMessage {
  int step = 0;  // in exercise 7 counted on from bucket to bucket
  int source = 0;
  int destination = 0;
  int slot = 0;
  Range range;  // of the buffer
  Combine combine = Combine::copy;
  Origins origins;
  friend bool operator==(const RightMessage&, const RightMessage&) = default;
};

struct RightRun {
  Schedule schedule;  // of one bucket
  int steps_of_bucket = 0;
  std::vector<RightMessage> messages;      // by step, and within it by source
  std::vector<std::vector<Origins>> held;  // [rank][slot] at the end; empty: nothing is promised

  // The message that `source` sends in that step, none after the last.
  const RightMessage* at(int source, int step) const;
  int steps() const;  // in all
};

// One per schedule of right_schedules(run).
std::vector<RightRun> right_runs(const Case& run);

// [rank]: the buffer at the end, with the additions in the order of the schedule, bit by bit; NaN
// where nothing is promised.
std::vector<std::vector<float>> right_results(const Case& run, const RightRun& right);

}  // namespace zerolab::exercises
