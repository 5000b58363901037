// loses: values; says: chunk
// Takes the reduce-scatter for the second half as well.
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/03-reduce_scatter/reduce_scatter.hpp"
#include "exercises/05-all_reduce/all_reduce.hpp"

void all_reduce(Comm& comm, std::span<float> buffer) {
  const std::vector<float> before(buffer.begin(), buffer.end());
  reduce_scatter(comm, buffer);
  const Shard own = shard(buffer.size(), comm.size(), comm.rank());
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    if (i < own.begin || i >= own.end) buffer[i] = before[i];
  }
  reduce_scatter(comm, buffer);
}
