// Exercise 3: the sum over ranks, of which every rank keeps one chunk.
#pragma once

#include <span>

#include "exercises/comm/comm.hpp"

using zerolab::Comm;

// In place. Before: every rank's numbers, all buffers equally long. After: chunk r of rank r's
// buffer is the sum of chunk r over all ranks; what the other chunks hold is of no interest. Chunks
// are those of exercise 1. N-1 steps; sends to rank r+1 and receives from rank r-1 only.
void reduce_scatter(Comm& comm, std::span<float> buffer);
