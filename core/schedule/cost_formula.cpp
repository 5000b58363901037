#include "core/schedule/cost_formula.hpp"

#include <algorithm>
#include <bit>
#include <string_view>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/schedule/algorithm.hpp"

namespace zerolab {

namespace {

// α, β and γ of a formula.
struct Rates {
  double alpha, beta, gamma;
};

bool crosses_nodes(const Network& network, int world_size) {
  return network.nodes && world_size > network.nodes->ranks_per_node;
}

Rates rates_inside(const Network& network) {
  return {network.intra.latency, network.intra.beta(), network.gamma()};
}

Rates slowest_rates(const Network& network, int world_size) {
  Rates rates = rates_inside(network);
  if (!crosses_nodes(network, world_size)) return rates;
  // With one rank per node no message stays inside.
  const bool none_inside = network.nodes->ranks_per_node == 1;
  const Link& inter = network.nodes->inter;
  rates.alpha = none_inside ? inter.latency : std::max(rates.alpha, inter.latency);
  rates.beta = none_inside ? inter.beta() : std::max(rates.beta, inter.beta());
  return rates;
}

// `messages` one after the other, which carry `moved` bytes in all, of which `added` are added.
double time_of(const Rates& rates, double messages, double moved, double added) {
  return messages * rates.alpha + moved * rates.beta + added * rates.gamma;
}

bool is_all_reduce(Collective collective) {
  return collective == Collective::all_reduce;
}

bool adds(Collective collective) {
  return collective != Collective::all_gather && collective != Collective::broadcast;
}

// How a formula of scattered() is written: "2(N-1)α + 2(N-1)/N·Sβ + (N-1)/N·Sγ".
struct Words {
  std::string_view messages = "(N-1)";
  std::string_view part = "(N-1)/N";
  std::string_view size = "·S";
  std::string_view alpha = "α";
  std::string_view beta = "β";
};

// Reduce-scatter, all-gather or both, of which each moves all chunks but one of n.
ClosedTime scattered(Collective collective, const Rates& rates, double n, double messages,
                     double size, const Words& words = {}) {
  const double halves = is_all_reduce(collective) ? 2 : 1;
  const double half = (n - 1) / n * size;
  const std::string_view two = is_all_reduce(collective) ? "2" : "";
  std::string text = fmt::format("{}{}{} + {}{}{}{}", two, words.messages, words.alpha, two,
                                 words.part, words.size, words.beta);
  if (adds(collective)) text += fmt::format(" + {}{}γ", words.part, words.size);
  return {text, time_of(rates, halves * messages, halves * half, adds(collective) ? half : 0)};
}

// Both ways round have wires of their own, but for two ranks; each rank adds for both.
ClosedTime bidirectional_ring(Collective collective, Rates rates, int n, double size) {
  if (n == 2) return scattered(collective, rates, n, n - 1, size);
  rates.beta /= 2;
  Words words;
  words.beta = "β/2";
  return scattered(collective, rates, n, n - 1, size, words);
}

std::optional<ClosedTime> halving_doubling(Collective collective, const Rates& rates, int n,
                                           double size) {
  const unsigned p = std::bit_floor(static_cast<unsigned>(n));
  const double lg = std::bit_width(p) - 1;
  Words words;
  words.messages = "lg(N)·";
  const ClosedTime time = scattered(collective, rates, p, lg, size, words);
  if (p == static_cast<unsigned>(n)) return time;
  if (!is_all_reduce(collective)) return std::nullopt;
  return ClosedTime{fmt::format("2(lg p+1)α + 2((p-1)/p+1)Sβ + ((p-1)/p+1)Sγ, p = {}", p),
                    time.seconds + time_of(rates, 2, 2 * size, size)};
}

// Rings inside groups of g, and between the groups.
std::optional<ClosedTime> hierarchical(const CostModel& model, int g, double size) {
  const int n = model.world_size();
  if (g < 1 || n % g != 0) return std::nullopt;
  const Network& network = model.network();
  const Rates outside = slowest_rates(network, n);
  const bool fits = !network.nodes || network.nodes->ranks_per_node % g == 0;
  const Rates inside = fits ? rates_inside(network) : outside;
  const ClosedTime in_groups =
      scattered(model.collective(), inside, g, g - 1, size, {"(g-1)", "(g-1)/g", "·S", "α", "β"});
  const ClosedTime between = scattered(model.collective(), outside, n / g, n / g - 1, size / g,
                                       {"(G-1)", "(G-1)/G", "·S/g·", "α'", "β'"});
  return ClosedTime{fmt::format("{} in {} groups of g = {}, and {} between the G = {} groups",
                                in_groups.formula, n / g, g, between.formula, n / g),
                    in_groups.seconds + between.seconds};
}

ClosedTime through_root(Collective collective, const Rates& rates, int n, double size) {
  const double others = n - 1;
  const double whole = others * size;
  if (is_all_reduce(collective)) {
    return {"2(N-1)(α + Sβ) + (N-1)Sγ", time_of(rates, 2 * others, 2 * whole, whole)};
  }
  if (collective == Collective::reduce_scatter) {
    return {"2(N-1)α + (N-1)(1+1/N)Sβ + (N-1)Sγ",
            time_of(rates, 2 * others, whole + whole / n, whole)};
  }
  return {"2(N-1)α + (N-1)Sβ", time_of(rates, 2 * others, whole, 0)};
}

ClosedTime chain(Collective collective, const Rates& rates, int n, int chunk_count, double size) {
  const double steps = n - 2 + chunk_count;
  const double moved = steps * size / chunk_count;
  return {fmt::format("(N-2+K)(α + S/K·{}), K = {}", adds(collective) ? "(β+γ)" : "β", chunk_count),
          time_of(rates, steps, moved, adds(collective) ? moved : 0)};
}

ClosedTime binomial(Collective collective, const Rates& rates, int n, double size) {
  const double steps = std::bit_width(static_cast<unsigned>(n - 1));
  const double moved = steps * size;
  return {adds(collective) ? "⌈lg N⌉(α + S(β+γ))" : "⌈lg N⌉(α + Sβ)",
          time_of(rates, steps, moved, adds(collective) ? moved : 0)};
}

}  // namespace

std::optional<ClosedTime> closed_time(const CostModel& model, std::int64_t bytes) {
  const Collective collective = model.collective();
  const int n = model.world_size();
  const auto size = static_cast<double>(bytes);
  const Rates rates = slowest_rates(model.network(), n);
  const auto name = read_algorithm(model.algorithm());
  if (!name) return std::nullopt;
  if (n == 1) return ClosedTime{"0", 0};
  switch (name->algorithm) {
    case Algorithm::ring:
    case Algorithm::direct: return scattered(collective, rates, n, n - 1, size);
    case Algorithm::bidirectional_ring: return bidirectional_ring(collective, rates, n, size);
    case Algorithm::hierarchical: return hierarchical(model, name->ranks_per_node, size);
    case Algorithm::halving_doubling: return halving_doubling(collective, rates, n, size);
    case Algorithm::double_binary_tree: return std::nullopt;
    case Algorithm::root: return through_root(collective, rates, n, size);
    case Algorithm::chain: return chain(collective, rates, n, model.chunk_count(), size);
    case Algorithm::binomial: return binomial(collective, rates, n, size);
  }
  throw InvariantError("an Algorithm without a closed time");
}

}  // namespace zerolab
