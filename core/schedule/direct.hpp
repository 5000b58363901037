// Direct exchange: every rank talks to every other, with nobody in between. It is pairwise: in step
// s (from 0) rank r sends to rank r+1+s, and so receives from rank r-1-s; one arrival a step.
//
//   reduce-scatter  rank r sends the chunk that the destination owns, which adds it to its own
//   all-gather      rank r sends the chunk that it owns itself
//
// An all-reduce is the one after the other. With c_k elements in chunk k of Ψ, per rank r:
//
//                   steps     sends             receives
//   reduce-scatter  N-1       Ψ - c_r           (N-1)·c_r
//   all-gather      N-1       (N-1)·c_r         Ψ - c_r
//   all-reduce      2(N-1)    Ψ + (N-2)·c_r     Ψ + (N-2)·c_r
//
// The volume is the ring's, over N(N-1) links where the ring uses N. MPICH calls it pairwise
// exchange (Thakur, Rabenseifner, Gropp 2005).
#pragma once

#include "core/schedule/schedule.hpp"

namespace zerolab {

// Each takes the world size N >= 1 and cuts the buffer into N chunks.
Schedule direct_reduce_scatter(int world_size);
Schedule direct_all_gather(int world_size);
Schedule direct_all_reduce(int world_size);

}  // namespace zerolab
