// Recursive halving (reduce-scatter) and doubling (all-gather): lg N steps instead of N-1.
//
// Halving: N = 2^k ranks. First each pairs up with the rank N/2 away; each sends the half of the
// buffer that belongs to the other's side and adds what arrives to the half of its own side. Then
// with the rank N/4 away, over half of that half, … until one chunk is left. Doubling is that
// backwards: partners 1, 2, 4, … apart exchange all that they hold.
//
// Other N are folded: p = 2^⌊lg N⌋ ranks are active, and the N-p others give their buffer to a
// partner before and get the result from it after. Active number v is rank 2v, which stands for
// rank 2v+1 as well, for v < N-p, and rank v + (N-p) from there on, so that each stands for
// neighbouring chunks. reduce-scatter and all-gather cut N chunks (chunk r on rank r: a rank that
// stands for two hands one over); an all-reduce, being free to choose, cuts p equal ones.
//
// Let a = 1 where N > p and 0 otherwise; B_j(v) the elements of all chunks of v's block of 2^j
// active ranks (numbers alike but for the last j bits), ΣB the sum of B_j(v) over j = 0 … lg p - 1.
// Per active rank with partner f (terms with f only where it has one), and per folded rank f:
//
//                   steps        active sends         receives             folded sends   receives
//   reduce-scatter  lg p + 2a    Ψ - B_0 + c_f        ΣB + Ψ               Ψ              c_f
//   all-gather      lg p + 2a    ΣB + Ψ - c_f         Ψ - B_0 + c_f        c_f            Ψ - c_f
//   all-reduce      2 lg p + 2a  Ψ - B_0 + ΣB + Ψ     Ψ - B_0 + ΣB + Ψ     Ψ              Ψ
//
// Without f, c_f and the last Ψ of each term are 0. With even chunks ΣB = Ψ(p-1)/p, so that an
// active rank of an all-reduce sends up to 2Ψ(p-1)/p + Ψ. Thakur, Rabenseifner, Gropp 2005.
#pragma once

#include "core/schedule/schedule.hpp"

namespace zerolab {

// World size N >= 1.
Schedule halving_doubling_reduce_scatter(int world_size);
Schedule halving_doubling_all_gather(int world_size);
Schedule halving_doubling_all_reduce(int world_size);

// p = 2^⌊lg N⌋, the number of active ranks.
int active_ranks(int world_size);

}  // namespace zerolab
