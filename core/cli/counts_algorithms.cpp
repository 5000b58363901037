#include "core/cli/counts_algorithms.hpp"

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "core/cli/words.hpp"
#include "core/schedule/algorithm.hpp"
#include "core/schedule/halving_doubling.hpp"

namespace zerolab {

namespace {

bool reduces_all(const WorldCounts& world) {
  return world.collective == Collective::all_reduce;
}

// The rank where a chain begins: the root of a broadcast, the one after the root of a reduce.
int first_of_chain(const WorldCounts& world) {
  return world.collective == Collective::broadcast ? *world.root
                                                   : (*world.root + 1) % world.world_size;
}

int last_of_chain(const WorldCounts& world) {
  return (first_of_chain(world) + world.world_size - 1) % world.world_size;
}

// "1 → 2 → 3 → 0", long chains shortened.
std::string ranks_of_chain(const WorldCounts& world) {
  std::string ranks;
  for (int i = 0; i < world.world_size; ++i) {
    const bool left_out = world.world_size > 16 && i > 2 && i < world.world_size - 1;
    if (left_out && i > 3) continue;
    ranks += i == 0 ? "" : " → ";
    ranks += left_out ? "…" : std::to_string((first_of_chain(world) + i) % world.world_size);
  }
  return ranks;
}

std::string ring_meaning(const WorldCounts& world) {
  const auto [largest, smallest] = chunk_sizes(world.layout);
  const bool even = largest == smallest;
  const auto psi = static_cast<std::int64_t>(world.layout.element_count);
  const std::int64_t sum = sum_of(world.predicted, &Traffic::sent_elements);
  std::string text = fmt::format(
      "In each of the {} every rank sends one chunk, {}Ψ/{}, to the next rank and receives\n"
      "one from the rank before: {}Ψ/{} = {} each way{}.\n",
      counted(world.steps, "step"), even ? "" : "about ", world.world_size, world.steps,
      world.world_size, as_multiple_of_psi(sum, psi * world.world_size),
      even ? "" : " in the mean; ranks differ as their chunks do");
  if (reduces_all(world)) {
    text += "The first half of the steps is a reduce-scatter, the second an all-gather.\n";
  }
  return text;
}

std::string chain_meaning(const WorldCounts& world) {
  const bool broadcast = world.collective == Collective::broadcast;
  return fmt::format(
      "The {} follow each other from rank to rank, and all of Ψ passes every one of the {}:\n"
      "{}. Rank {}, the {}, receives nothing, and rank {}, the {}, sends nothing.\n",
      counted(world.layout.chunk_count, "chunk"), counted(world.world_size - 1, "link"),
      counted(world.steps, "step"), first_of_chain(world), broadcast ? "root" : "first",
      last_of_chain(world), broadcast ? "last" : "root");
}

std::string bidirectional_meaning(const WorldCounts& world) {
  const auto [largest, smallest] = chunk_sizes(world.layout);
  return fmt::format(
      "In each of the {} every rank sends one chunk, {}Ψ/{}, to the next rank and another to\n"
      "the rank before: two rings, each with half of the buffer, in opposite directions.\n",
      counted(world.steps, "step"), largest == smallest ? "" : "about ", world.layout.chunk_count);
}

std::string hierarchical_meaning(const WorldCounts& world, int ranks_per_node) {
  const int nodes = world.world_size / ranks_per_node;
  if (nodes == 1 || ranks_per_node == 1) {
    return fmt::format("{} of {}: that is one ring.\n", counted(nodes, "node"),
                       counted(ranks_per_node, "rank"));
  }
  return fmt::format(
      "{} of {}: rings within each node move shards, Ψ/{} or about that, and rings across the\n"
      "nodes the chunks of one shard. The latter alone leave a node: less than {}Ψ/{} of each "
      "rank.\n",
      counted(nodes, "node"), counted(ranks_per_node, "rank"), ranks_per_node,
      reduces_all(world) ? "2" : "", ranks_per_node);
}

std::string direct_meaning(const WorldCounts& world) {
  std::string text =
      "In step s (from 0) rank r sends one chunk straight to rank r+1+s: nothing is passed on, "
      "and\n"
      "in every step every rank has another partner.\n";
  if (reduces_all(world)) {
    text += "The first half of the steps is a reduce-scatter, the second an all-gather.\n";
  }
  return text;
}

std::string halving_meaning(const WorldCounts& world) {
  std::string text;
  switch (world.collective) {
    case Collective::reduce_scatter:
      text =
          "Recursive halving: each rank exchanges half of the buffer with a partner, then a "
          "quarter\n"
          "with a nearer one, and so on.\n";
      break;
    case Collective::all_gather:
      text =
          "Recursive doubling: each rank exchanges with a partner all that it holds, so that both\n"
          "hold twice as much, and so on.\n";
      break;
    case Collective::all_reduce:
      text =
          "Recursive halving, then doubling: each rank exchanges half of the buffer with a "
          "partner,\n"
          "then a quarter with a nearer one, and so on; then all backwards, with the sums.\n";
      break;
    case Collective::broadcast:
    case Collective::reduce: throw InvariantError("halving and doubling have no root");
  }
  const int active = active_ranks(world.world_size);
  if (active == world.world_size) return text;
  return text + fmt::format(
                    "That takes a power of two: {} are active, and {} more give their data to a\n"
                    "partner first and get the result from it last.\n",
                    counted(active, "rank"), with_separators(world.world_size - active));
}

std::string trees_meaning() {
  return "Half of the chunks go up one tree, where they are added, and down again, and half the\n"
         "other. A rank that has children in one has none in the other: it moves about 2Ψ at "
         "most.\n";
}

std::string root_meaning(const WorldCounts& world) {
  return fmt::format(
      "Everything goes through rank 0, one rank at a time, {}: rank 0 moves up to (N-1)Ψ each\n"
      "way, while the others wait for their turn.\n",
      counted(world.steps, "step"));
}

std::string binomial_meaning(const WorldCounts& world) {
  const bool broadcast = world.collective == Collective::broadcast;
  return fmt::format(
      "In each step{} every rank that has the buffer sends all of it to one that has not,\n"
      "so that twice as many have it: {} for {}.\n{}",
      broadcast ? "" : " of a broadcast", counted(world.steps, "step"),
      counted(world.world_size, "rank"), broadcast ? "" : "A reduce is that backwards.\n");
}

}  // namespace

bool formula_has_sizes(const WorldCounts& world) {
  return (world.sent_formula + world.received_formula).find("c_") != std::string::npos;
}

bool has_balanced_ranks(const WorldCounts& world) {
  const auto name = read_algorithm(world.algorithm);
  if (!name) return false;
  switch (name->algorithm) {
    case Algorithm::ring:
    case Algorithm::bidirectional_ring:
    case Algorithm::hierarchical:
    case Algorithm::direct:
    case Algorithm::chain: return true;
    case Algorithm::halving_doubling: return active_ranks(world.world_size) == world.world_size;
    case Algorithm::double_binary_tree:
    case Algorithm::root:
    case Algorithm::binomial: return false;
  }
  throw InvariantError("an Algorithm without a balance");
}

std::string chunks_in_words(const WorldCounts& world) {
  const auto [largest, smallest] = chunk_sizes(world.layout);
  const bool one = world.layout.chunk_count == 1 && world.world_size > 1;
  std::string text = fmt::format("{} of {}{}", one ? "one chunk" : "chunks",
                                 largest == smallest ? "" : with_separators(largest) + " and ",
                                 counted(smallest, "element"));
  if (world.algorithm == "chain") return text + "\nthe chain of ranks: " + ranks_of_chain(world);
  if (world.algorithm == "ring") {
    return text + "\nc_r: the elements of chunk r, counted round the ring";
  }
  return text + (formula_has_sizes(world) ? "\nc_r: the elements that rank r owns" : "");
}

std::string algorithm_meaning(const WorldCounts& world) {
  const auto name = read_algorithm(world.algorithm);
  if (!name) return "";
  switch (name->algorithm) {
    case Algorithm::ring: return ring_meaning(world);
    case Algorithm::bidirectional_ring: return bidirectional_meaning(world);
    case Algorithm::hierarchical: return hierarchical_meaning(world, name->ranks_per_node);
    case Algorithm::direct: return direct_meaning(world);
    case Algorithm::halving_doubling: return halving_meaning(world);
    case Algorithm::double_binary_tree: return trees_meaning();
    case Algorithm::root: return root_meaning(world);
    case Algorithm::chain: return chain_meaning(world);
    case Algorithm::binomial: return binomial_meaning(world);
  }
  throw InvariantError("an Algorithm without a sentence");
}

}  // namespace zerolab
