// Exercise 13: the bytes that a rank holds between two steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

// fp32: parameters, gradients, momentum and variance of 4 bytes each.
// mixed: parameters and gradients of 2 bytes; master weights, momentum and variance of 4 bytes,
// which all three belong to the optimizer's states.
enum class Precision { fp32, mixed };

struct StateBytes {
  std::int64_t parameters = 0;
  std::int64_t gradients = 0;
  std::int64_t optimizer = 0;
};

// Of `rank` of `ranks` in ZeRO stage 0, 1, 2 or 3, for a model of units with unit_elements[u]
// parameters. Each unit is cut in `ranks` shards as in exercise 1; from stage 1 on the optimizer's
// states are sharded, from stage 2 on the gradients, in stage 3 the parameters.
StateBytes memory(int stage, Precision precision, std::span<const std::size_t> unit_elements,
                  int ranks, int rank);
