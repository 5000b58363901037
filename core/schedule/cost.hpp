// How long a schedule takes on a network, by the max-plus recurrence: additions and maxima, no
// clock and no queue of events.
//
// t[r] is the time at which rank r has done its steps so far; at first how late it comes, else 0.
// A step moves all times at once. Its transfers from a to b are one message: they go together, as
// execute posts them together. For each message a → b, reading the times that the last step left:
//   start = max(t[a], t[b])              rendezvous: it begins when both sides are there
//   moved = start + α + load·β           α and β of the link from a to b
//   t'[a] = max(…, moved)                over the rank's messages of the step: sending and
//   t'[b] = max(…, moved + added·γ)      receiving overlap
// A rank without a message in the step keeps its time: there is no barrier. The schedule takes
// max over r of t[r].
//
// load is the message's bytes; where messages of the step share a port or a card (network.hpp), the
// sum of their bytes, the larger of the two ends: whoever shares is done when the last byte is.
// Messages of one step count as simultaneous even where late ranks pull them apart. added is 0
// where b copies, and else all that b adds in the step, from whomever.
//
// On equal links without sharing a ring all-reduce comes to 2(N-1)(α + S/N·β) + (N-1)·S/N·γ, as the
// textbooks have it (Thakur, Rabenseifner and Gropp 2005); cost_formula.hpp has the closed forms.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/schedule/network.hpp"
#include "core/schedule/schedule.hpp"

namespace zerolab {

// [rank]: when each is done, in seconds. The buffer's `bytes` are cut into the schedule's chunks to
// the byte, as ChunkLayout cuts elements.
std::vector<double> ready_times(const Schedule& schedule, std::int64_t bytes,
                                const Network& network);

// For a ring no schedule is built (ring_cost.hpp): it may be larger than others.
inline constexpr int max_ring_cost_ranks = 16'384;

// One algorithm on one network, to be asked for many sizes.
class CostModel {
 public:
  // Throws an input Error as build_schedule and check(network) do. A ring may have up to
  // max_ring_cost_ranks ranks, all others max_schedule_ranks.
  CostModel(Collective collective, std::string_view algorithm, int world_size,
            std::optional<int> root, const Network& network);

  Collective collective() const { return collective_; }
  const std::string& algorithm() const { return algorithm_; }
  int world_size() const { return world_size_; }
  int chunk_count() const { return chunk_count_; }
  int steps() const { return steps_; }
  const Network& network() const { return network_; }

  std::vector<double> ready_times(std::int64_t bytes) const;

  // Of the rank that is done last.
  double seconds(std::int64_t bytes) const;

  // The same where all chunks are equal, be they parts of a byte: it then grows with bytes in
  // straight lines (crossover.hpp).
  double seconds_with_equal_chunks(double bytes) const;

 private:
  std::vector<double> times_with(const std::vector<double>& chunk_bytes) const;

  Collective collective_;
  std::string algorithm_;
  int world_size_;
  Network network_;
  std::optional<Schedule> schedule_;  // none: the ring, which needs none
  int chunk_count_;
  int steps_;
};

// What nccl-tests multiplies the algorithm's bandwidth (bytes of the buffer per second) with, so
// that it can be compared with a link's: all-reduce 2(N-1)/N; reduce-scatter and all-gather
// (N-1)/N; broadcast and reduce 1. (nccl-tests, doc/PERFORMANCE.md)
double bus_bandwidth_factor(Collective collective, int world_size);

}  // namespace zerolab
