#include "core/schedule/neighbours.hpp"

#include "core/base/error.hpp"
#include "core/schedule/algorithm.hpp"

namespace zerolab {

namespace {

std::vector<int> in_nodes(int world_size, int places, int rank) {
  if (places == 0 || world_size % places != 0) return {};
  const int node_begin = rank / places * places;
  const int next_place = node_begin + (rank + 1 - node_begin) % places;
  const int next_node = (rank + places) % world_size;
  std::vector<int> found;
  if (next_place != rank) found.push_back(next_place);
  if (next_node != rank) found.push_back(next_node);
  return found;
}

}  // namespace

std::vector<int> neighbours(const Schedule& schedule, int rank) {
  const auto name = read_algorithm(schedule.algorithm);
  if (!name) return {};
  const int n = schedule.world_size;
  const int next = (rank + 1) % n;
  const int previous = (rank + n - 1) % n;
  switch (name->algorithm) {
    case Algorithm::ring:
    case Algorithm::chain: return {next};
    case Algorithm::bidirectional_ring:
      return next == previous ? std::vector{next} : std::vector{next, previous};
    case Algorithm::hierarchical: return in_nodes(n, name->ranks_per_node, rank);
    case Algorithm::direct:
    case Algorithm::halving_doubling:
    case Algorithm::double_binary_tree:
    case Algorithm::root:
    case Algorithm::binomial: return {};
  }
  throw InvariantError("an Algorithm without a claim");
}

}  // namespace zerolab
