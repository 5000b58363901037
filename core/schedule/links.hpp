// A network spread out over the ranks of a world, for the recurrences of cost.hpp and
// ring_cost.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/schedule/network.hpp"

namespace zerolab {

// Where a rank, chunk or node lies in a vector.
inline std::size_t position(int number) {
  return static_cast<std::size_t>(number);
}

// α and β from one rank to another, stragglers included.
class Links {
 public:
  Links(const Network& network, int world_size)
      : intra_(network.intra), inter_(network.nodes ? network.nodes->inter : network.intra) {
    for (int rank = 0; rank < world_size; ++rank) {
      nodes_.push_back(network.node_of(rank));
      const auto slow = network.slow.find(rank);
      factors_.push_back(slow == network.slow.end() ? 1 : slow->second);
    }
  }

  int node_of(int rank) const { return nodes_[position(rank)]; }
  bool leaves_node(int from, int to) const { return node_of(from) != node_of(to); }

  double alpha(int from, int to) const {
    return leaves_node(from, to) ? inter_.latency : intra_.latency;
  }

  double beta(int from, int to) const {
    const double beta = leaves_node(from, to) ? inter_.beta() : intra_.beta();
    return beta * std::max(factors_[position(from)], factors_[position(to)]);
  }

 private:
  Link intra_;
  Link inter_;
  std::vector<int> nodes_;       // [rank]
  std::vector<double> factors_;  // [rank]
};

// [rank]: when each begins, in seconds.
inline std::vector<double> times_at_start(const Network& network, int world_size) {
  std::vector<double> times(position(world_size), 0.0);
  for (const auto& [rank, seconds] : network.late) times[position(rank)] = seconds;
  return times;
}

}  // namespace zerolab
