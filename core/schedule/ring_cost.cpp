#include "core/schedule/ring_cost.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/schedule/links.hpp"

namespace zerolab {

namespace {

// Vectors over the ring: [0] is rank N-1, [1] … [N] are ranks 0 … N-1, and [N+1] is rank 0 again,
// so that the loop over ranks has neither a branch nor a division.
using RoundTheRing = std::vector<double>;

RoundTheRing round_the_ring(const std::vector<double>& of_ranks) {
  RoundTheRing result{of_ranks.back()};
  result.insert(result.end(), of_ranks.begin(), of_ranks.end());
  result.push_back(of_ranks.front());
  return result;
}

class Ring {
 public:
  Ring(const std::vector<double>& chunk_bytes, const Network& network)
      : n_(chunk_bytes.size()),
        times_(round_the_ring(times_at_start(network, static_cast<int>(n_)))),
        next_(times_) {
    const auto world_size = static_cast<int>(n_);
    const Links links(network, world_size);
    std::vector<double> alpha, beta;
    for (int rank = 0; rank < world_size; ++rank) {
      alpha.push_back(links.alpha(rank, (rank + 1) % world_size));
      beta.push_back(links.beta(rank, (rank + 1) % world_size));
    }
    alpha_ = round_the_ring(alpha);
    beta_ = round_the_ring(beta);
    for (int round = 0; round < 3; ++round) {
      chunks_.insert(chunks_.end(), chunk_bytes.begin(), chunk_bytes.end());
    }
  }

  // Rank 0 sends `first_chunk`, rank 1 the chunk after it, and so on round the ring.
  void step(std::size_t first_chunk, double gamma) {
    const double* chunk = chunks_.data() + n_ + first_chunk - 1;
    const double* alpha = alpha_.data();
    const double* beta = beta_.data();
    const double* times = times_.data();
    double* next = next_.data();
    const auto moved = [=](std::size_t r) {  // to the rank after r
      return std::max(times[r], times[r + 1]) + (alpha[r] + chunk[r] * beta[r]);
    };
    for (std::size_t r = 1; r <= n_; ++r) {
      next[r] = std::max(moved(r), moved(r - 1) + chunk[r - 1] * gamma);
    }
    next_[0] = next_[n_];
    next_[n_ + 1] = next_[1];
    times_.swap(next_);
  }

  std::vector<double> times() const { return {times_.begin() + 1, times_.end() - 1}; }

 private:
  std::size_t n_;
  RoundTheRing times_, next_;   // when a rank is done with its steps so far, and with the next
  RoundTheRing alpha_, beta_;   // of the link from a rank to the one after it
  std::vector<double> chunks_;  // three times round: from any chunk on all N lie in a row
};

}  // namespace

std::vector<double> ring_times(Collective collective, const std::vector<double>& chunk_bytes,
                               const Network& network) {
  require(!has_root(collective), "a ring has no root");
  Ring ring(chunk_bytes, network);
  const std::size_t n = chunk_bytes.size();
  if (collective != Collective::all_gather) {
    for (std::size_t s = 0; s + 1 < n; ++s) ring.step(n - 1 - s, network.gamma());
  }
  if (collective != Collective::reduce_scatter) {
    for (std::size_t s = 0; s + 1 < n; ++s) ring.step((n - s) % n, 0);
  }
  return ring.times();
}

}  // namespace zerolab
