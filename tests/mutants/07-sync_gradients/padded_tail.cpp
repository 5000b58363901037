// loses: edges; says: last bucket
// Sends the last bucket as long as the others, with zeros behind.
#include <vector>

#include "exercises/05-all_reduce/all_reduce.hpp"
#include "exercises/07-sync_gradients/sync_gradients.hpp"

void sync_gradients(Comm& comm, std::span<const std::span<float>> gradients,
                    std::size_t bucket_elements) {
  std::vector<float> bucket(bucket_elements, 0.0f);
  std::vector<float*> places;
  const auto flush = [&] {
    all_reduce(comm, bucket);
    for (std::size_t i = 0; i < places.size(); ++i) {
      *places[i] = bucket[i] / static_cast<float>(comm.size());
    }
    bucket.assign(bucket_elements, 0.0f);
    places.clear();
  };
  for (const std::span<float> tensor : gradients) {
    for (float& x : tensor) {
      bucket[places.size()] = x;
      places.push_back(&x);
      if (places.size() == bucket_elements) flush();
    }
  }
  if (!places.empty()) flush();
}
