// The naive way, to compare the others with: everything goes to rank 0, the root, and comes back.
//
//   reduce-scatter  the others send it their whole buffers, one after the other, and it adds them;
//                   then it sends each rank its chunk
//   all-gather      the others send it their chunks; then it sends each rank all the other chunks
//   all-reduce      the others send it their whole buffers, and it sends each rank the sum; this
//                   needs no smaller pieces, and the whole buffer is one chunk
//
// One rank at a time talks to the root. With c_k elements in chunk k of Ψ:
//
//                   steps    the root sends   receives    another rank r sends   receives
//   reduce-scatter  2(N-1)   Ψ - c_0          (N-1)Ψ      Ψ                      c_r
//   all-gather      2(N-1)   (N-2)Ψ + c_0     Ψ - c_0     c_r                    Ψ - c_r
//   all-reduce      2(N-1)   (N-1)Ψ           (N-1)Ψ      Ψ                      Ψ
//
// Open MPI has it as "basic linear". The root's link carries N-1 buffers where a ring's carries
// less than two.
#pragma once

#include "core/schedule/schedule.hpp"

namespace zerolab {

// World size N >= 1; N chunks, and 1 for all-reduce.
Schedule root_reduce_scatter(int world_size);
Schedule root_all_gather(int world_size);
Schedule root_all_reduce(int world_size);

}  // namespace zerolab
