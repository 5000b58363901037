// The algorithms by name. A Schedule carries its algorithm as text, because somebody may write one
// by hand under a name of their own; a reader that knows an algorithm's formula asks here.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace zerolab {

enum class Algorithm {
  ring,
  bidirectional_ring,
  hierarchical,
  direct,
  halving_doubling,
  double_binary_tree,
  root,
  chain,
  binomial
};
std::string_view to_string(Algorithm algorithm);

// An algorithm with its parameter, as in "hierarchical:4".
struct AlgorithmName {
  Algorithm algorithm = Algorithm::ring;
  int ranks_per_node = 0;  // of hierarchical, where it is given; 0: not given

  friend bool operator==(const AlgorithmName&, const AlgorithmName&) = default;
};
std::string to_string(const AlgorithmName& name);

// None for any other text, also for "ring:4" and "hierarchical:0".
std::optional<AlgorithmName> read_algorithm(std::string_view text);

}  // namespace zerolab
