// The reference version of exercise 7: the list of tensors as one sequence of pieces, each the part
// of a tensor that lies in a bucket.
#include <algorithm>
#include <vector>

#include "core/base/range.hpp"
#include "core/schedule/ring.hpp"
#include "exercises/07-sync_gradients/sync_gradients.hpp"
#include "exercises/reference/run_schedule.hpp"

namespace {

// The parts of `gradients` that lie in the elements `bucket` of the list laid end to end.
std::vector<std::span<float>> pieces_in(zerolab::Range bucket,
                                        std::span<const std::span<float>> gradients) {
  std::vector<std::span<float>> pieces;
  std::size_t begin = 0;
  for (const std::span<float> tensor : gradients) {
    const zerolab::Range piece = zerolab::intersect(bucket, {begin, begin + tensor.size()});
    if (!piece.empty()) pieces.push_back(tensor.subspan(piece.begin - begin, piece.size()));
    begin += tensor.size();
  }
  return pieces;
}

}  // namespace

void sync_gradients(Comm& comm, std::span<const std::span<float>> gradients,
                    std::size_t bucket_elements) {
  std::size_t elements = 0;
  for (const std::span<float> tensor : gradients) elements += tensor.size();
  const zerolab::Schedule all_reduce = zerolab::ring_all_reduce(comm.size());
  for (std::size_t begin = 0; begin < elements; begin += bucket_elements) {
    const std::vector<std::span<float>> pieces =
        pieces_in({begin, std::min(begin + bucket_elements, elements)}, gradients);
    std::vector<float> bucket;
    for (const std::span<float> piece : pieces) {
      bucket.insert(bucket.end(), piece.begin(), piece.end());
    }
    zerolab::exercises::run_schedule(comm, all_reduce, bucket);
    auto next = bucket.begin();
    for (const std::span<float> piece : pieces) {
      for (float& element : piece) element = *next++ / static_cast<float>(comm.size());
    }
  }
}
