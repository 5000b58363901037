// loses: deadlock; says: send first
// An all-reduce of its own, in which every rank sends and then receives.
#include <vector>

#include "exercises/05-all_reduce/all_reduce.hpp"
#include "exercises/07-sync_gradients/sync_gradients.hpp"

static void ring(Comm& comm, std::vector<float>& bucket) {
  const std::size_t n = comm.size();
  const std::size_t r = comm.rank();
  const auto chunk = [&](std::size_t c) {
    const std::size_t size = bucket.size() / n;
    const std::size_t extra = bucket.size() % n;
    c %= n;
    return std::span<float>(bucket).subspan(c * size + (c < extra ? c : extra),
                                            size + (c < extra ? 1 : 0));
  };
  for (std::size_t s = 0; s < 2 * (n - 1); ++s) {
    const std::span<float> in = chunk(r + 3 * n - 2 - s);
    std::vector<float> arrived(in.size());
    comm.send(chunk(r + 3 * n - 1 - s), (r + 1) % n);
    comm.recv(arrived, (r + n - 1) % n);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = s < n - 1 ? in[i] + arrived[i] : arrived[i];
  }
}

void sync_gradients(Comm& comm, std::span<const std::span<float>> gradients,
                    std::size_t bucket_elements) {
  std::vector<float> bucket;
  std::vector<float*> places;
  const auto flush = [&] {
    ring(comm, bucket);
    for (std::size_t i = 0; i < bucket.size(); ++i) {
      *places[i] = bucket[i] / static_cast<float>(comm.size());
    }
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
