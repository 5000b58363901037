// loses: counts; says: as long as a tensor
// One all-reduce per tensor: many small messages, and no buckets at all.
#include "exercises/05-all_reduce/all_reduce.hpp"
#include "exercises/07-sync_gradients/sync_gradients.hpp"

void sync_gradients(Comm& comm, std::span<const std::span<float>> gradients, std::size_t) {
  for (const std::span<float> tensor : gradients) {
    all_reduce(comm, tensor);
    for (float& x : tensor) x /= static_cast<float>(comm.size());
  }
}
