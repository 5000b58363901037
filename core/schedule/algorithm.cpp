#include "core/schedule/algorithm.hpp"

#include <array>
#include <charconv>

#include <fmt/core.h>

#include "core/base/error.hpp"

namespace zerolab {

namespace {

constexpr std::array all_algorithms{Algorithm::ring,
                                    Algorithm::bidirectional_ring,
                                    Algorithm::hierarchical,
                                    Algorithm::direct,
                                    Algorithm::halving_doubling,
                                    Algorithm::double_binary_tree,
                                    Algorithm::root,
                                    Algorithm::chain,
                                    Algorithm::binomial};

}  // namespace

std::string_view to_string(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::ring: return "ring";
    case Algorithm::bidirectional_ring: return "bidirectional-ring";
    case Algorithm::hierarchical: return "hierarchical";
    case Algorithm::direct: return "direct";
    case Algorithm::halving_doubling: return "halving-doubling";
    case Algorithm::double_binary_tree: return "double-binary-tree";
    case Algorithm::root: return "root";
    case Algorithm::chain: return "chain";
    case Algorithm::binomial: return "binomial";
  }
  throw InvariantError("an Algorithm without a name");
}

std::string to_string(const AlgorithmName& name) {
  if (name.ranks_per_node == 0) return std::string(to_string(name.algorithm));
  return fmt::format("{}:{}", to_string(name.algorithm), name.ranks_per_node);
}

std::optional<AlgorithmName> read_algorithm(std::string_view text) {
  const std::size_t colon = text.find(':');
  for (const Algorithm algorithm : all_algorithms) {
    if (text.substr(0, colon) != to_string(algorithm)) continue;
    if (colon == text.npos) return AlgorithmName{algorithm, 0};
    const std::string_view digits = text.substr(colon + 1);
    int number = 0;
    const auto [end, status] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool whole = status == std::errc{} && end == digits.data() + digits.size();
    if (algorithm != Algorithm::hierarchical || !whole || number < 1) return std::nullopt;
    return AlgorithmName{algorithm, number};
  }
  return std::nullopt;
}

}  // namespace zerolab
