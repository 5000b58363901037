// Exercise 5: the sum over ranks, on all ranks.
#pragma once

#include <span>

#include "exercises/comm/comm.hpp"

using zerolab::Comm;

// In place. Before: every rank's numbers, all buffers equally long. After: every rank's buffer is
// the sum over all ranks, in the same bits. 2(N-1) steps; sends to rank r+1 and receives from
// rank r-1 only; whether chunk r or chunk r+1 is summed on rank r is left to you.
void all_reduce(Comm& comm, std::span<float> buffer);
