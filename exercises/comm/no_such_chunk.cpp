#include "exercises/comm/no_such_chunk.hpp"

#include <stdexcept>

#include <fmt/core.h>

namespace zerolab::exercises {

void no_such_chunk(int chunk, int ranks) {
  throw std::out_of_range(fmt::format(
      "shard is asked for chunk {} of {}: there are 0 to {}{}", chunk, ranks, ranks - 1,
      chunk < 0 ? "; in C++ -1 % 4 is -1, so add N before the remainder is taken" : ""));
}

}  // namespace zerolab::exercises
