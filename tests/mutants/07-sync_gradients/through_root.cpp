// loses: counts; says: neighbour
// Averages every bucket on rank 0 instead of calling the all-reduce.
#include <vector>

#include "exercises/05-all_reduce/all_reduce.hpp"
#include "exercises/07-sync_gradients/sync_gradients.hpp"

static void average(Comm& comm, std::span<float> bucket) {
  if (comm.rank() > 0) {
    comm.send(bucket, 0);
    comm.recv(bucket, 0);
    return;
  }
  std::vector<float> in(bucket.size());
  for (int peer = 1; peer < comm.size(); ++peer) {
    comm.recv(in, peer);
    for (std::size_t i = 0; i < in.size(); ++i) bucket[i] += in[i];
  }
  for (float& x : bucket) x /= static_cast<float>(comm.size());
  for (int peer = 1; peer < comm.size(); ++peer) comm.send(bucket, peer);
}

void sync_gradients(Comm& comm, std::span<const std::span<float>> gradients,
                    std::size_t bucket_elements) {
  std::vector<float> bucket;
  std::vector<float*> places;
  const auto flush = [&] {
    average(comm, bucket);
    for (std::size_t i = 0; i < bucket.size(); ++i) *places[i] = bucket[i];
    bucket.clear();
    places.clear();
  };
  for (const std::span<float> tensor : gradients) {
    for (float& x : tensor) {
      bucket.push_back(x);
      places.push_back(&x);
      if (bucket.size() == bucket_elements) flush();
    }
  }
  if (!bucket.empty()) flush();
}
