// Exercise 10: the backward pass of one micro-step of ZeRO stage 2.
#pragma once

#include <span>

#include "exercises/zero/arena.hpp"
#include "exercises/zero/collectives.hpp"
#include "exercises/zero/unit.hpp"

using zerolab::exercises::Arena;
using zerolab::exercises::Collectives;
using zerolab::exercises::Unit;

// Runs backward(gradients) of every unit, from the last to the first, with room for its whole
// gradients from the arena; reduce-scatters them at once, adds the rank's chunk to
// gradient_shards[u], and gives the room back before the next unit. gradient_shards[u] has as many
// elements as this rank's shard of unit u; it holds the sum over ranks of the micro-steps before
// this one, zeros before the first.
void zero2_backward(Collectives& collectives, Arena& arena, std::span<Unit> units,
                    std::span<const std::span<float>> gradient_shards);
