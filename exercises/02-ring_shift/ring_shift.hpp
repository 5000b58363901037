// Exercise 2: pass a buffer to the right neighbour.
#pragma once

#include <span>

#include "exercises/comm/comm.hpp"

using zerolab::Comm;

// Sends `mine` to rank r+1 and fills `from_left` with what rank r-1 had; round the ring, so that
// the last rank's right neighbour is rank 0. Both have the same size, the same on all ranks. Must
// end also where a send waits for its receiver. With one rank `from_left` is a copy of `mine`.
void ring_shift(Comm& comm, std::span<const float> mine, std::span<float> from_left);
