// Exercise 1: shard. This is the file to edit.
//
// Cut `elements` into `ranks` parts, in the order of ranks and without gaps, and say where the part
// of `rank` begins and where it ends (one past its last element). No part is more than one element
// longer than another, and the longer ones come first: 10 elements on 4 ranks are 3, 3, 2, 2.
#include "exercises/01-shard/shard.hpp"

#include "exercises/comm/not_written.hpp"

Shard shard(std::size_t /*elements*/, int /*ranks*/, int /*rank*/) {
  // 1. How many elements does every part have at least? How many parts have one more?
  // 2. How many elements lie in the parts before this one?
  // 3. How long is this one?
  zerolab::exercises::not_written(1);
}
