// The ring: rank r talks to rank r+1 only, and every link is busy in every step.
//
// The numbering is NCCL's: chunk r ends on rank r. In step s (from 0) rank r sends
//   reduce-scatter  chunk (r-1-s) mod N, and its neighbour adds it to its own;
//   all-gather      chunk (r-s)   mod N, and its neighbour copies it.
// An all-reduce is the one after the other. With c_k elements in chunk k of Ψ, per rank r:
//
//                   steps     sends                  receives
//   reduce-scatter  N-1       Ψ - c_r                Ψ - c_(r-1)
//   all-gather      N-1       Ψ - c_(r+1)            Ψ - c_r
//   all-reduce      2(N-1)    2Ψ - c_r - c_(r+1)     2Ψ - c_(r-1) - c_r
//
// The volume is that of Patarasuk and Yuan (2009), which is the least possible: with even chunks
// Ψ(N-1)/N each way for the first two.
#pragma once

#include "core/schedule/schedule.hpp"

namespace zerolab {

// Each takes the world size N >= 1 and cuts the buffer into N chunks. With one rank nothing moves.
Schedule ring_reduce_scatter(int world_size);
Schedule ring_all_gather(int world_size);
Schedule ring_all_reduce(int world_size);

}  // namespace zerolab
