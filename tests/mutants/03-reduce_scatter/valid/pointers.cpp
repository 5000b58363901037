// Valid: pointers, an array of offsets, and a work buffer of half a buffer's size at the most.
#include <cstdlib>
#include <vector>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm& comm, std::span<float> buffer) {
  const int size = comm.size();
  const int rank = comm.rank();
  if (size == 1) return;

  std::vector<std::size_t> offset(size + 1, 0);
  for (int c = 0; c < size; ++c) {
    offset[c + 1] = offset[c] + buffer.size() / size;
    if (static_cast<std::size_t>(c) < buffer.size() % size) offset[c + 1] += 1;
  }

  float* work = static_cast<float*>(std::malloc((offset[1] + 1) * sizeof(float)));
  int send_chunk = rank == 0 ? size - 1 : rank - 1;
  for (int step = 1; step < size; ++step) {
    const int add_chunk = send_chunk == 0 ? size - 1 : send_chunk - 1;
    const std::size_t add_count = offset[add_chunk + 1] - offset[add_chunk];
    comm.sendrecv({buffer.data() + offset[send_chunk], offset[send_chunk + 1] - offset[send_chunk]},
                  rank == size - 1 ? 0 : rank + 1, {work, add_count},
                  rank == 0 ? size - 1 : rank - 1);
    float* p = buffer.data() + offset[add_chunk];
    for (float* q = work; q != work + add_count; ++p, ++q) *p += *q;
    send_chunk = add_chunk;
  }
  std::free(work);
}
