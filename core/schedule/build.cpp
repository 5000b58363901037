#include "core/schedule/build.hpp"

#include <algorithm>

#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/schedule/algorithm.hpp"
#include "core/schedule/bidirectional_ring.hpp"
#include "core/schedule/binomial.hpp"
#include "core/schedule/chain.hpp"
#include "core/schedule/direct.hpp"
#include "core/schedule/double_binary_tree.hpp"
#include "core/schedule/halving_doubling.hpp"
#include "core/schedule/hierarchical.hpp"
#include "core/schedule/ring.hpp"
#include "core/schedule/root.hpp"

namespace zerolab {

namespace {

// One of three builders: those of the collectives that have no root.
template <typename... Args>
Schedule rootless(Collective collective, Schedule (*reduce_scatter)(int, Args...),
                  Schedule (*all_gather)(int, Args...), Schedule (*all_reduce)(int, Args...),
                  int world_size, Args... args) {
  switch (collective) {
    case Collective::reduce_scatter: return reduce_scatter(world_size, args...);
    case Collective::all_gather: return all_gather(world_size, args...);
    case Collective::all_reduce: return all_reduce(world_size, args...);
    case Collective::broadcast:
    case Collective::reduce: break;
  }
  throw InvariantError("a collective with a root has other algorithms");
}

// g of "hierarchical:g", checked; the default where it is not given.
int ranks_per_node(const AlgorithmName& name, int world_size) {
  const int g = name.ranks_per_node == 0 ? default_ranks_per_node(world_size) : name.ranks_per_node;
  if (world_size % g != 0) {
    throw input_error(
        "{} ranks are not whole nodes of {}: give a number of ranks per node that divides {}, as "
        "hierarchical:{}",
        world_size, g, world_size, default_ranks_per_node(world_size));
  }
  return g;
}

AlgorithmName checked_name(Collective collective, std::string_view algorithm) {
  const auto known = algorithms_for(collective);
  const auto name = read_algorithm(algorithm);
  if (name && std::find(known.begin(), known.end(), to_string(name->algorithm)) != known.end()) {
    return *name;
  }
  const bool has_nodes = std::find(known.begin(), known.end(), "hierarchical") != known.end();
  throw input_error("{} has no algorithm '{}': it may be {}{}", to_string(collective), algorithm,
                    fmt::join(known, ", "),
                    has_nodes ? " (or hierarchical:4, with nodes of 4 ranks)" : "");
}

}  // namespace

std::vector<std::string_view> algorithms_for(Collective collective) {
  switch (collective) {
    case Collective::reduce_scatter:
    case Collective::all_gather:
      return {"ring", "bidirectional-ring", "hierarchical", "direct", "halving-doubling", "root"};
    case Collective::all_reduce:
      return {"ring",   "bidirectional-ring", "hierarchical",
              "direct", "halving-doubling",   "double-binary-tree",
              "root"};
    case Collective::broadcast:
    case Collective::reduce: return {"chain", "binomial"};
  }
  throw InvariantError("a Collective without algorithms");
}

Schedule build_schedule(Collective collective, std::string_view algorithm, int world_size,
                        std::optional<int> root) {
  const int n = world_size;
  if (n < 1 || n > max_schedule_ranks) {
    throw input_error("{} ranks: a schedule is built for 1 to {} ranks", n, max_schedule_ranks);
  }
  const AlgorithmName name = checked_name(collective, algorithm);
  if (root && !has_root(collective)) {
    throw input_error("{} has no root, but root {} was given: leave it out", to_string(collective),
                      *root);
  }
  if (has_root(collective) && (!root || *root < 0 || *root >= n)) {
    throw input_error("{} of {} ranks needs a root from 0 to {}, got {}", to_string(collective), n,
                      n - 1, root ? std::to_string(*root) : "none");
  }
  const bool from_root = collective == Collective::broadcast;
  switch (name.algorithm) {
    case Algorithm::ring:
      return rootless(collective, ring_reduce_scatter, ring_all_gather, ring_all_reduce, n);
    case Algorithm::bidirectional_ring:
      return rootless(collective, bidirectional_ring_reduce_scatter, bidirectional_ring_all_gather,
                      bidirectional_ring_all_reduce, n);
    case Algorithm::hierarchical:
      return rootless(collective, hierarchical_reduce_scatter, hierarchical_all_gather,
                      hierarchical_all_reduce, n, ranks_per_node(name, n));
    case Algorithm::direct:
      return rootless(collective, direct_reduce_scatter, direct_all_gather, direct_all_reduce, n);
    case Algorithm::halving_doubling:
      return rootless(collective, halving_doubling_reduce_scatter, halving_doubling_all_gather,
                      halving_doubling_all_reduce, n);
    case Algorithm::double_binary_tree:
      return double_binary_tree_all_reduce(n, default_tree_chunks(n));
    case Algorithm::root:
      return rootless(collective, root_reduce_scatter, root_all_gather, root_all_reduce, n);
    case Algorithm::chain:
      return from_root ? chain_broadcast(n, *root, n) : chain_reduce(n, *root, n);
    case Algorithm::binomial:
      return from_root ? binomial_broadcast(n, *root) : binomial_reduce(n, *root);
  }
  throw InvariantError("an Algorithm without a builder");
}

Schedule build_schedule(Collective collective, int world_size, std::optional<int> root) {
  return build_schedule(collective, algorithms_for(collective).front(), world_size, root);
}

}  // namespace zerolab
