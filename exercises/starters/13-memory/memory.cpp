// Exercise 13: memory. This is the file to edit.
//
// How many bytes of parameters, gradients and optimizer states does a rank hold between two steps,
// in each stage of ZeRO? To the byte: each unit is cut in shards as in exercise 1.
#include "exercises/13-memory/memory.hpp"

#include "exercises/comm/not_written.hpp"

StateBytes memory(int /*stage*/, Precision /*precision*/,
                  std::span<const std::size_t> /*unit_elements*/, int /*ranks*/, int /*rank*/) {
  // 1. How many parameters has the model, and how many of them lie in this rank's shards?
  // 2. Which of the three are sharded in this stage?
  // 3. How many bytes does an element of each take in this precision?
  zerolab::exercises::not_written(13);
}
