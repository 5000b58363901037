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

// The closed form for one rank: the tables in ring.hpp and chain.hpp, written as formulas of the
// layout and nothing else, so that a count can be checked against it. `algorithm` is "ring" or
// "chain".
Traffic closed_form(const Schedule& schedule, const ChunkLayout& layout, int rank);

// The same for people, in c_r (elements of chunk r) and Ψ: "Ψ - c_r". `sent` chooses the direction.
enum class Direction { sent, received };
std::string closed_form_text(Collective collective, Direction direction);

}  // namespace zerolab
