// loses: edges; says: that is the sum / the last bucket
// Reduces the last, shorter bucket and forgets to divide it.
#include <vector>

#include "exercises/05-all_reduce/all_reduce.hpp"
#include "exercises/07-sync_gradients/sync_gradients.hpp"

void sync_gradients(Comm& comm, std::span<const std::span<float>> gradients,
                    std::size_t bucket_elements) {
  std::vector<float> bucket;
  std::vector<float*> places;
  for (const std::span<float> tensor : gradients) {
    for (float& x : tensor) {
      bucket.push_back(x);
      places.push_back(&x);
      if (bucket.size() < bucket_elements) continue;
      all_reduce(comm, bucket);
      for (std::size_t i = 0; i < bucket.size(); ++i) {
        *places[i] = bucket[i] / static_cast<float>(comm.size());
      }
      bucket.clear();
      places.clear();
    }
  }
  if (bucket.empty()) return;
  all_reduce(comm, bucket);
  for (std::size_t i = 0; i < bucket.size(); ++i) *places[i] = bucket[i];
}
