// Exercise 6: how many elements a rank sends and receives, by formula.
#pragma once

#include <cstddef>

#include "core/base/names.hpp"

using zerolab::Collective;

// In elements, of one rank.
struct Volume {
  std::size_t sent;
  std::size_t received;
};

// reduce_scatter, all_gather and all_reduce go round a ring r -> r+1 with the chunks of exercise 1:
// chunk r ends on rank r in the first, and starts on rank r in the second; all_reduce is both.
// broadcast and reduce go along a chain with root 0, each message as long as the buffer: a
// broadcast 0 -> 1 -> 2 -> ... -> N-1, a reduce 1 -> 2 -> ... -> N-1 -> 0.
Volume predict(Collective collective, std::size_t elements, int ranks, int rank);
