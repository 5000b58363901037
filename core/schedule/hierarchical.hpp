// Rings within nodes, and rings across them: for machines whose ranks are joined by fast links
// inside a node and slow ones between nodes. G nodes of g ranks, N = G·g; rank r is place r mod g
// of node r / g.
//
// Place l stands for the shard of chunks l, l+g, l+2g, …: 1/g of the buffer.
//   reduce-scatter  the g ranks of each node, a ring, reduce-scatter the shards: place l ends with
//                   the node's sum of shard l. Then the G ranks at place l, a ring across the
//                   nodes, reduce-scatter the G chunks of that shard: chunk r ends on rank r.
//   all-gather      the same backwards: across the nodes first, then within each.
// An all-reduce is the one after the other. With c_k elements in chunk k of Ψ, S_l in shard l,
// d = r-g (the same place in the node before) and u = r+g (in the next), mod N, per rank r:
//
//                   steps              sends                        receives
//   reduce-scatter  (g-1)+(G-1)        Ψ - c_r                      Ψ - S_(l-1) + S_l - c_d
//   all-gather      (G-1)+(g-1)        Ψ - S_(l+1) + S_l - c_u      Ψ - c_r
//   all-reduce      2(g-1)+2(G-1)      both added up                both added up
//
// Of what is sent, only S_l - c_r, about Ψ/g, crosses to another node each way. NCCL and Horovod
// have it (Jia et al. 2018); with g = 1 or g = N it is one ring.
#pragma once

#include "core/schedule/schedule.hpp"

namespace zerolab {

// World size N >= 1, cut into N chunks; g = ranks_per_node divides N. The schedule's algorithm is
// "hierarchical:g".
Schedule hierarchical_reduce_scatter(int world_size, int ranks_per_node);
Schedule hierarchical_all_gather(int world_size, int ranks_per_node);
Schedule hierarchical_all_reduce(int world_size, int ranks_per_node);

// Where nobody says: the largest divisor of N that is at most its square root, which makes the
// steps fewest; 1 for a prime number.
int default_ranks_per_node(int world_size);

}  // namespace zerolab
