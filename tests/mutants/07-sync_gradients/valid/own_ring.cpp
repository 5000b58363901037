// Valid: with an all-reduce of its own, in which chunk r+1 ends on rank r and even ranks send
// first.
#include <vector>

#include "exercises/05-all_reduce/all_reduce.hpp"
#include "exercises/07-sync_gradients/sync_gradients.hpp"

static void ring(Comm& comm, std::span<float> bucket) {
  const int n = comm.size();
  const int r = comm.rank();
  const auto chunk = [&](int c) {
    c = (c + 2 * n) % n;
    const int size = static_cast<int>(bucket.size()) / n;
    const int extra = static_cast<int>(bucket.size()) % n;
    return bucket.subspan(c * size + (c < extra ? c : extra), size + (c < extra ? 1 : 0));
  };
  for (int s = 0; s < 2 * (n - 1); ++s) {
    const std::span<float> in = chunk(r - 1 - s);
    std::vector<float> arrived(in.size());
    if (r % 2 == 1) comm.recv(arrived, (r + n - 1) % n);
    comm.send(chunk(r - s), (r + 1) % n);
    if (r % 2 == 0) comm.recv(arrived, (r + n - 1) % n);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = s < n - 1 ? in[i] + arrived[i] : arrived[i];
  }
}

void sync_gradients(Comm& comm, std::span<const std::span<float>> gradients,
                    std::size_t bucket_elements) {
  std::vector<float> bucket;
  std::vector<float*> places;
  const auto flush = [&] {
    ring(comm, bucket);
    for (std::size_t i = 0; i < bucket.size(); ++i) *places[i] = bucket[i] / comm.size();
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
