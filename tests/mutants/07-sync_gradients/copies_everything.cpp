// loses: memory; says: peak
// Lays all tensors end to end in a copy, and cuts that into buckets.
#include <vector>

#include "exercises/05-all_reduce/all_reduce.hpp"
#include "exercises/07-sync_gradients/sync_gradients.hpp"

void sync_gradients(Comm& comm, std::span<const std::span<float>> gradients,
                    std::size_t bucket_elements) {
  std::vector<float> all;
  for (const std::span<float> tensor : gradients) {
    all.insert(all.end(), tensor.begin(), tensor.end());
  }
  for (std::size_t begin = 0; begin < all.size(); begin += bucket_elements) {
    const std::size_t left = all.size() - begin;
    const std::span<float> bucket(all.data() + begin,
                                  left < bucket_elements ? left : bucket_elements);
    all_reduce(comm, bucket);
    for (float& x : bucket) x /= static_cast<float>(comm.size());
  }
  std::size_t i = 0;
  for (const std::span<float> tensor : gradients) {
    for (float& x : tensor) x = all[i++];
  }
}
