// Exercise 12: the norm of gradients that lie in shards.
#pragma once

#include <cstddef>
#include <span>

#include "exercises/zero/collectives.hpp"

using zerolab::exercises::Collectives;

// The Euclidean norm of all `elements` gradients, of which each rank has its shard; the same bits
// on every rank. `gradients` begins with the shard, shard(elements, N, rank) of exercise 1, and is
// padded to ⌈elements / N⌉: what comes after the shard is no gradient. Adds up squares, gathers one
// number per rank, and adds those in the order of ranks.
float global_norm(Collectives& collectives, std::span<const float> gradients, std::size_t elements);
