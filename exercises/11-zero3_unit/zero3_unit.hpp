// Exercise 11: one unit of a model in ZeRO stage 3.
#pragma once

#include <span>

#include "exercises/zero/arena.hpp"
#include "exercises/zero/collectives.hpp"
#include "exercises/zero/unit.hpp"

using zerolab::exercises::Arena;
using zerolab::exercises::Collectives;
using zerolab::exercises::Unit;

enum class Pass { forward, backward };

// Runs one pass of one unit, whose parameters and gradients are at rest in shards:
//   forward    all-gathers the parameters, runs unit.forward(parameters), gives them back
//   backward   all-gathers the parameters again, runs unit.backward(parameters, gradients), gives
//              the parameters back, reduce-scatters the gradients, adds the rank's chunk to
//              gradient_shard, gives the gradients back
// What is whole comes from the arena, and nothing of it is kept from one call to the next.
// gradient_shard holds the sum over ranks of the micro-steps before this one.
void zero3_unit(Collectives& collectives, Arena& arena, Unit& unit, Pass pass,
                std::span<const float> parameter_shard, std::span<float> gradient_shard);
