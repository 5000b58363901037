// The chain: broadcast and reduce along the ring's links, cut open beside the root.
//
// A broadcast starts at the root and walks r → r+1; the last rank is root-1. A reduce starts at
// root+1 and walks r → r+1 until it reaches the root. Chunks follow each other like a train: chunk
// k passes hop h (from 0) in step k + h, so that K chunks need (N-1) + (K-1) steps.
//
//               steps      sends                            receives
//   broadcast   N-2+K      Ψ; the last rank (root-1) 0      Ψ; the root 0
//   reduce      N-2+K      Ψ; the root 0                    Ψ; the first rank (root+1) 0
#pragma once

#include "core/schedule/schedule.hpp"

namespace zerolab {

// World size N >= 1, root 0 … N-1, K = chunk_count >= 1.
Schedule chain_broadcast(int world_size, int root, int chunk_count);
Schedule chain_reduce(int world_size, int root, int chunk_count);

}  // namespace zerolab
