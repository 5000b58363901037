// Exercise 1, solved: the balanced partition.
//
// Every part has elements / ranks elements. elements % ranks are left over; they go to the first
// ranks, one each. So no rank has more than one element above another, and none waits long for the
// slowest. Rounding up instead (3, 3, 3, 1 for 10 on 4) makes the last part short, or even empty
// while others have two.
#include "exercises/01-shard/shard.hpp"

#include <algorithm>

Shard shard(std::size_t elements, int ranks, int rank) {
  const auto parts = static_cast<std::size_t>(ranks);
  const auto index = static_cast<std::size_t>(rank);
  const std::size_t least = elements / parts;
  const std::size_t longer = elements % parts;  // the first so many parts have one more

  // Before this part lie `index` parts, of which the first `longer` are the longer ones.
  const std::size_t begin = index * least + std::min(index, longer);
  const std::size_t size = least + (index < longer ? 1 : 0);
  return {begin, begin + size};
}
