// Exercise 7, solved: fill a bucket, reduce it, empty it, until the tensors have come to an end.
//
// Small tensors share a bucket, because every message costs time however short it is. Large ones
// are cut, because a bucket is memory. So a bucket knows nothing of tensors: filling and emptying
// it walk the same elements, from a position in the list to a later one. The last bucket is
// shorter, and only what is in it is reduced.
#include "exercises/07-sync_gradients/sync_gradients.hpp"

#include <algorithm>
#include <vector>

#include "exercises/05-all_reduce/all_reduce.hpp"

void sync_gradients(Comm& comm, std::span<const std::span<float>> gradients,
                    std::size_t bucket_elements) {
  std::size_t tensor = 0;  // the position: this tensor …
  std::size_t offset = 0;  // … and this element of it
  std::vector<float> bucket;
  while (true) {
    // Fill, from the position on. Tensors may be empty.
    const std::size_t first_tensor = tensor;
    const std::size_t first_offset = offset;
    bucket.clear();
    while (tensor < gradients.size() && bucket.size() < bucket_elements) {
      const std::span<float> rest = gradients[tensor].subspan(offset);
      const std::size_t count = std::min(rest.size(), bucket_elements - bucket.size());
      bucket.insert(bucket.end(), rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(count));
      offset += count;
      if (offset == gradients[tensor].size()) {
        ++tensor;
        offset = 0;
      }
    }
    if (bucket.empty()) return;

    all_reduce(comm, bucket);

    // Empty, along the same way, dividing once.
    std::size_t to_tensor = first_tensor;
    std::size_t to_offset = first_offset;
    for (const float sum : bucket) {
      while (to_offset == gradients[to_tensor].size()) {
        ++to_tensor;
        to_offset = 0;
      }
      gradients[to_tensor][to_offset] = sum / static_cast<float>(comm.size());
      ++to_offset;
    }
  }
}
