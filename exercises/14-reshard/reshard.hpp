// Exercise 14: shards of N ranks become shards of M.
#pragma once

#include <cstddef>
#include <span>

#include "exercises/comm/comm.hpp"

using zerolab::Comm;

// A buffer of `elements`, and as many of each of the optimizer's states, lies in shards of
// exercise 1 on ranks 0 … old_ranks-1; afterwards it lies in shards on ranks 0 … new_ranks-1.
// comm.size() is the larger of the two. old_states and new_states have one span per state, in the
// same order: this rank's shard of it, without elements where it has none. Each rank sends another
// one message per state, of the elements in which its old shard meets the other's new one; ranks
// whose shards do not meet send each other nothing.
void reshard(Comm& comm, std::size_t elements, int old_ranks, int new_ranks,
             std::span<const std::span<const float>> old_states,
             std::span<const std::span<float>> new_states);
