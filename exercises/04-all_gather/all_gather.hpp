// Exercise 4: every rank has one chunk, and all ranks get all chunks.
#pragma once

#include <span>

#include "exercises/comm/comm.hpp"

using zerolab::Comm;

// In place. Before: chunk r of rank r's buffer holds what it is to hold; the other chunks must not
// be read. After: every rank's buffer holds all chunks. Chunks are those of exercise 1. N-1 steps;
// sends to rank r+1 and receives from rank r-1 only.
void all_gather(Comm& comm, std::span<float> buffer);
