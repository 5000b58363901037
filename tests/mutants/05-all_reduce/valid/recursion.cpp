// Valid: recursion over the steps, out of place, with the last chunk carried along.
#include <utility>
#include <vector>

#include "exercises/01-shard/shard.hpp"
#include "exercises/05-all_reduce/all_reduce.hpp"

static void go(Comm& comm, std::span<float> buffer, int step, int chunk,
               std::vector<float> carried) {
  const int n = comm.size();
  if (step == 2 * (n - 1)) return;
  const int next = (chunk + n - 1) % n;
  const Shard place = shard(buffer.size(), n, next);
  std::vector<float> arrived(place.end - place.begin);
  comm.sendrecv(carried, (comm.rank() + 1) % n, arrived, (comm.rank() + n - 1) % n);
  for (std::size_t i = 0; i < arrived.size(); ++i) {
    if (step < n - 1) arrived[i] += buffer[place.begin + i];
    buffer[place.begin + i] = arrived[i];
  }
  carried = std::move(arrived);  // or every step's chunk would stay until the last
  go(comm, buffer, step + 1, next, std::move(carried));
}

void all_reduce(Comm& comm, std::span<float> buffer) {
  const Shard own = shard(buffer.size(), comm.size(), comm.rank());
  go(comm, buffer, 0, comm.rank(), {buffer.begin() + own.begin, buffer.begin() + own.end});
}
