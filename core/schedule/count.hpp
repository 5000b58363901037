// Who sends and receives how much: a schedule and a layout, added up.
// Sent and received are two numbers per rank and are never added to each other here.
#pragma once

#include <cstdint>
#include <vector>

#include "core/schedule/layout.hpp"
#include "core/schedule/schedule.hpp"

namespace zerolab {

// One rank's traffic. A message is one transfer, also when its chunk is empty.
struct Traffic {
  std::int64_t sent_messages = 0;
  std::int64_t received_messages = 0;
  std::int64_t sent_elements = 0;
  std::int64_t received_elements = 0;

  Traffic& operator+=(const Traffic& other);
  friend bool operator==(const Traffic&, const Traffic&) = default;
};

struct ScheduleCounts {
  std::vector<Traffic> per_rank;               // [rank], the whole schedule
  std::vector<std::vector<Traffic>> per_step;  // [step][rank]
};

// The layout has as many chunks as the schedule (InvariantError otherwise).
ScheduleCounts count(const Schedule& schedule, const ChunkLayout& layout);

// The sums alone, without the per-step table, which for N ranks has N entries a step.
std::vector<Traffic> count_per_rank(const Schedule& schedule, const ChunkLayout& layout);

// A link is an ordered pair of ranks, a → b, over which something is sent in some step. In a step
// it is busy where a chunk, or several, pass over it.
struct LinkUse {
  std::int64_t links = 0;
  double busy_per_step = 0;  // the mean over the steps; 0 without steps
};
LinkUse link_use(const Schedule& schedule);

// What passes over one link in one step.
struct LinkTraffic {
  int step = 0;
  int source = 0;
  int destination = 0;
  std::int64_t messages = 0;
  std::int64_t elements = 0;

  friend bool operator==(const LinkTraffic&, const LinkTraffic&) = default;
};

// Every busy link of every step, ordered by step, source and destination.
std::vector<LinkTraffic> count_per_link(const Schedule& schedule, const ChunkLayout& layout);

}  // namespace zerolab
