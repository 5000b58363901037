// Two rings at once, one each way: the links r → r-1, which a ring leaves idle, carry half of it.
//
// The buffer is cut into 2N chunks, of which rank r owns 2r and 2r+1. The even chunks travel as in
// ring.hpp; the odd ones are its mirror image. In step s (from 0) rank r sends
//   reduce-scatter  chunk 2·(r-1-s) to rank r+1 and chunk 2·(r+1+s)+1 to rank r-1;
//   all-gather      chunk 2·(r-s)   to rank r+1 and chunk 2·(r+s)+1   to rank r-1,
// chunk numbers mod 2N. With e_k and o_k elements in chunks 2k and 2k+1 of Ψ, per rank r:
//
//                   steps     sends                       receives
//   reduce-scatter  N-1       Ψ - e_r - o_r               Ψ - e_(r-1) - o_(r+1)
//   all-gather      N-1       Ψ - e_(r+1) - o_(r-1)       Ψ - e_r - o_r
//   all-reduce      2(N-1)    both added up               both added up
//
// Volume and steps are those of one ring, but a message has half the size.
//
// What rank r owns is the union of its two chunks. Where 2N does not divide Ψ, that is not the
// chunk r of N: 5 elements on 2 ranks are 2+1 and 1+1 here and 3 and 2 there, but 6 are 2+2 and
// 1+1 here and 3 and 3 there. Ask ChunkLayout with the schedule's own chunk count.
#pragma once

#include "core/schedule/schedule.hpp"

namespace zerolab {

// Each takes the world size N >= 1. With N = 2 both neighbours are the one other rank.
Schedule bidirectional_ring_reduce_scatter(int world_size);
Schedule bidirectional_ring_all_gather(int world_size);
Schedule bidirectional_ring_all_reduce(int world_size);

}  // namespace zerolab
