// A collective algorithm as data: who sends which chunk to whom, in which step.
//
// Building a Schedule needs numbers only. It then has several readers that know nothing of each
// other: execute (runs it), verify (proves it), count (who sends how much), text (writes it).
// Chunks are numbers here; elements and bytes enter with ChunkLayout.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/names.hpp"

namespace zerolab {

// One chunk moving from one rank to another. It is one record seen from above, so that a send
// cannot lack its receive.
struct Transfer {
  int step = 0;  // from 0; a step reads the state that the last one left
  int source = 0;
  int destination = 0;
  int chunk = 0;
  Combine combine = Combine::copy;  // what the destination does with it

  friend bool operator==(const Transfer&, const Transfer&) = default;
};

struct Schedule {
  Collective collective = Collective::all_reduce;
  std::string algorithm;  // "ring", "hierarchical:4" (algorithm.hpp)
  int world_size = 1;     // N
  int chunk_count = 1;
  std::optional<int> root;          // set for broadcast and reduce only
  std::vector<Transfer> transfers;  // ordered by step

  friend bool operator==(const Schedule&, const Schedule&) = default;
};

// A schedule without transfers yet. At least one rank.
Schedule empty_schedule(Collective collective, std::string_view algorithm, int world_size,
                        int chunk_count, std::optional<int> root = std::nullopt);

// `number` modulo `size`, from 0 to size - 1 for negative numbers too: the rank that lies `number`
// places round a ring.
inline int wrap(int number, int size) {
  return ((number % size) + size) % size;
}

// The largest step's number plus one; 0 without transfers.
int step_count(const Schedule& schedule);

// The rank whose chunk this is in reduce-scatter and all-gather: chunk c of a schedule with N
// chunks belongs to rank c; with k·N chunks, k neighbouring chunks belong to each rank. What a rank
// owns is then their union: it lies elsewhere than chunk r of N where k·N does not divide the
// buffer.
int owner_of(const Schedule& schedule, int chunk);

}  // namespace zerolab
