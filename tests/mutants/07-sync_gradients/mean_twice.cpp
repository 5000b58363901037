// loses: values; says: twice
// Divides before the all-reduce and after it.
#include <vector>

#include "exercises/05-all_reduce/all_reduce.hpp"
#include "exercises/07-sync_gradients/sync_gradients.hpp"

void sync_gradients(Comm& comm, std::span<const std::span<float>> gradients,
                    std::size_t bucket_elements) {
  const float n = static_cast<float>(comm.size());
  std::vector<float> bucket;
  std::vector<float*> places;
  const auto flush = [&] {
    all_reduce(comm, bucket);
    for (std::size_t i = 0; i < bucket.size(); ++i) *places[i] = bucket[i] / n;
    bucket.clear();
    places.clear();
  };
  for (const std::span<float> tensor : gradients) {
    for (float& x : tensor) {
      bucket.push_back(x / n);
      places.push_back(&x);
      if (bucket.size() == bucket_elements) flush();
    }
  }
  if (!bucket.empty()) flush();
}
