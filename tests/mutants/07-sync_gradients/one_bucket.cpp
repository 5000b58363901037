// loses: counts; says: the whole list at once
// Takes everything for one bucket.
#include <vector>

#include "exercises/05-all_reduce/all_reduce.hpp"
#include "exercises/07-sync_gradients/sync_gradients.hpp"

void sync_gradients(Comm& comm, std::span<const std::span<float>> gradients,
                    std::size_t bucket_elements) {
  (void)bucket_elements;
  std::vector<float> all;
  for (const std::span<float> tensor : gradients) {
    all.insert(all.end(), tensor.begin(), tensor.end());
  }
  if (all.empty()) return;
  all_reduce(comm, all);
  std::size_t i = 0;
  for (const std::span<float> tensor : gradients) {
    for (float& x : tensor) x = all[i++] / static_cast<float>(comm.size());
  }
}
