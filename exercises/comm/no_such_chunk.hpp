// What `shard` says to a chunk number that does not exist. It stands apart from the correct version
// of exercise 1, which goes out compiled and must need nothing that differs between distributions.
#pragma once

namespace zerolab::exercises {

// Throws a std::out_of_range that names both numbers, and for a negative one why.
[[noreturn]] void no_such_chunk(int chunk, int ranks);

}  // namespace zerolab::exercises
