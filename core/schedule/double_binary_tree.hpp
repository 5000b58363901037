// Two binary trees at once: an all-reduce in about 2 lg N steps of latency that still uses the
// whole bandwidth. Each tree reduces half of the chunks to its root and broadcasts them back, chunk
// after chunk; a rank that is an inner node of one tree is a leaf of the other.
//
// A tree's places are 1 … N in order: the place with the most trailing zero bits is the root, and
// the places before and after it are its left and right subtrees. So odd places are leaves and even
// ones inner. Rank r stands at
//   tree 0 (even chunks)  place r+1
//   tree 1 (odd chunks)   place N-r, the mirror image, for even N; place r (rank 0: N) for odd N
// which makes every rank inner in at most one tree. (NCCL's trees have one more node above the
// root, with one child; then for odd N rank 0 is inner in both.)
//
// Let D = ⌊lg N⌋ be the depth and K the chunks of a tree. A node takes two steps for its two
// children, one after the other: a node at depth d sends chunk j (from 0) of the tree up in step
// 2(j + D-d), or one later where it is a right child, and gets the result in step 2(j + D+d-1), or
// one later. Where N is a power of two the root has one child only, which gets its result at once,
// in the step after it sent, and all below it two steps earlier than said. With Ψ_t elements in
// tree t's chunks and n_t(r) the neighbours (parent and children) of rank r in it:
//
//                steps                        sends                     receives
//   all-reduce   2(K + 2D-1); N = 2^k: two    Ψ_0·n_0(r) + Ψ_1·n_1(r)   the same
//                fewer; one rank: 0
//
// n_0 + n_1 is at most 3 + 1: up to 2Ψ, as in a ring. Sanders, Speck, Träff 2009.
#pragma once

#include "core/schedule/schedule.hpp"

namespace zerolab {

// World size N >= 1, chunk_count >= 1: more chunks fill the trees better, in more steps.
Schedule double_binary_tree_all_reduce(int world_size, int chunk_count);

// The chunks where nobody says: N, or one more, so that both trees have as many.
int default_tree_chunks(int world_size);

// The place of a rank in tree 0 or 1, from 1.
int place_in_tree(int tree, int rank, int world_size);

}  // namespace zerolab
