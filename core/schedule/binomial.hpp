// The binomial tree: broadcast and reduce in the fewest steps, with the whole buffer in each.
//
// Let v = r - root mod N. In step s (from 0) of a broadcast every rank with v < 2^s, which holds
// the buffer, sends it to v + 2^s, where there is such a rank: the holders double. A reduce is a
// broadcast run backwards, adding. A rank's children are the v + 2^s with 2^s > v; per rank:
//
//               steps     sends                   receives
//   broadcast   ⌈lg N⌉    Ψ for each child        Ψ; the root 0
//   reduce      ⌈lg N⌉    Ψ; the root 0           Ψ for each child
//
// The root has ⌈lg N⌉ children, every second rank none. A chain moves Ψ per rank at the most, in
// more steps: the tree is for small buffers (Thakur, Rabenseifner, Gropp 2005).
#pragma once

#include "core/schedule/schedule.hpp"

namespace zerolab {

// World size N >= 1, root 0 … N-1. The buffer is one chunk.
Schedule binomial_broadcast(int world_size, int root);
Schedule binomial_reduce(int world_size, int root);

}  // namespace zerolab
