// Exercise 6: predict. This is the file to edit.
//
// How many elements does `rank` send, and how many does it receive, when `ranks` ranks run the
// collective on `elements` elements? Nothing is sent here: answer with a formula. The ring
// r -> r+1: reduce_scatter leaves chunk r on rank r, all_gather starts with it there, all_reduce is
// one after the other. The chain with root 0: broadcast 0 -> 1 -> ... -> N-1, reduce
// 1 -> 2 -> ... -> N-1 -> 0, each message as long as the buffer. You may call shard.
#include "exercises/06-predict/predict.hpp"

#include "exercises/comm/not_written.hpp"

Volume predict(Collective /*collective*/, std::size_t /*elements*/, int /*ranks*/, int /*rank*/) {
  // 1. What do all five have in common with one rank?
  // 2. Round a ring: which is the one chunk that this rank never sends? Never receives?
  // 3. Along a chain: who does not send, and who does not receive?
  zerolab::exercises::not_written(6);
}
