// loses: counts; says: tensor
// Cuts every tensor into buckets of its own: a bucket ends where its tensor ends.
#include <algorithm>

#include "exercises/05-all_reduce/all_reduce.hpp"
#include "exercises/07-sync_gradients/sync_gradients.hpp"

void sync_gradients(Comm& comm, std::span<const std::span<float>> gradients,
                    std::size_t bucket_elements) {
  for (const std::span<float> tensor : gradients) {
    for (std::size_t begin = 0; begin < tensor.size(); begin += bucket_elements) {
      const std::size_t size = std::min(bucket_elements, tensor.size() - begin);
      const std::span<float> bucket = tensor.subspan(begin, size);
      all_reduce(comm, bucket);
      for (float& x : bucket) x /= static_cast<float>(comm.size());
    }
  }
}
