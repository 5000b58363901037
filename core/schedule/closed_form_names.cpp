// What is known of a schedule by its algorithm's name and its numbers: whether it is that
// algorithm's, the steps, and how people write the formulas.
#include <algorithm>
#include <bit>

#include "core/base/error.hpp"
#include "core/schedule/closed_form.hpp"
#include "core/schedule/halving_doubling.hpp"

namespace zerolab {

namespace {

int ceiling_lg(int n) {
  return std::bit_width(static_cast<unsigned>(n - 1));
}
int floor_lg(int n) {
  return std::bit_width(static_cast<unsigned>(n)) - 1;
}

}  // namespace

std::optional<AlgorithmName> algorithm_of(const Schedule& schedule) {
  const auto name = read_algorithm(schedule.algorithm);
  if (!name) return std::nullopt;
  const int n = schedule.world_size;
  const int k = schedule.chunk_count;
  const bool reduces_all = schedule.collective == Collective::all_reduce;
  const auto where = [&](bool holds) { return holds ? name : std::nullopt; };
  switch (name->algorithm) {
    case Algorithm::ring:
    case Algorithm::direct: return where(!has_root(schedule.collective) && k == n);
    case Algorithm::bidirectional_ring: return where(!has_root(schedule.collective) && k == 2 * n);
    case Algorithm::hierarchical:
      return where(!has_root(schedule.collective) && k == n && name->ranks_per_node > 0 &&
                   n % name->ranks_per_node == 0);
    case Algorithm::halving_doubling:
      return where(!has_root(schedule.collective) && k == (reduces_all ? active_ranks(n) : n));
    case Algorithm::double_binary_tree: return where(reduces_all);
    case Algorithm::root:
      return where(!has_root(schedule.collective) && k == (reduces_all ? 1 : n));
    case Algorithm::chain:
    case Algorithm::binomial: return where(schedule.root.has_value());
  }
  throw InvariantError("an Algorithm without a shape");
}

std::optional<int> closed_form_steps(const Schedule& schedule) {
  const auto name = algorithm_of(schedule);
  if (!name) return std::nullopt;
  const int n = schedule.world_size;
  if (n == 1) return 0;
  const int phases = schedule.collective == Collective::all_reduce ? 2 : 1;
  switch (name->algorithm) {
    case Algorithm::ring:
    case Algorithm::bidirectional_ring:
    case Algorithm::direct: return phases * (n - 1);
    case Algorithm::hierarchical: {
      const int g = name->ranks_per_node;
      return phases * ((g - 1) + (n / g - 1));
    }
    case Algorithm::halving_doubling: return phases * floor_lg(n) + (n == active_ranks(n) ? 0 : 2);
    case Algorithm::double_binary_tree: {
      const int chunks_of_tree = (schedule.chunk_count + 1) / 2;
      return 2 * (chunks_of_tree + 2 * floor_lg(n) - 1) - (n == active_ranks(n) ? 2 : 0);
    }
    case Algorithm::root: return 2 * (n - 1);
    case Algorithm::chain: return n - 2 + schedule.chunk_count;
    case Algorithm::binomial: return ceiling_lg(n);
  }
  throw InvariantError("an Algorithm without a number of steps");
}

std::string closed_form_text(const Schedule& schedule, Direction direction) {
  const bool sent = direction == Direction::sent;
  const auto name = algorithm_of(schedule);
  if (!name) return "formula";
  switch (name->algorithm) {
    case Algorithm::ring:
      switch (schedule.collective) {
        case Collective::reduce_scatter: return sent ? "Ψ - c_r" : "Ψ - c_(r-1)";
        case Collective::all_gather: return sent ? "Ψ - c_(r+1)" : "Ψ - c_r";
        case Collective::all_reduce: return sent ? "2Ψ - c_r - c_(r+1)" : "2Ψ - c_(r-1) - c_r";
        case Collective::broadcast:
        case Collective::reduce: break;
      }
      break;
    case Algorithm::direct:
      switch (schedule.collective) {
        case Collective::reduce_scatter: return sent ? "Ψ - c_r" : "(N-1)c_r";
        case Collective::all_gather: return sent ? "(N-1)c_r" : "Ψ - c_r";
        case Collective::all_reduce: return "Ψ + (N-2)c_r";
        case Collective::broadcast:
        case Collective::reduce: break;
      }
      break;
    case Algorithm::chain:
      if (schedule.collective == Collective::broadcast) return sent ? "Ψ (last: 0)" : "Ψ (root: 0)";
      return sent ? "Ψ (root: 0)" : "Ψ (first: 0)";
    case Algorithm::binomial:
      if (schedule.collective == Collective::broadcast) {
        return sent ? "Ψ × children" : "Ψ (root: 0)";
      }
      return sent ? "Ψ (root: 0)" : "Ψ × children";
    case Algorithm::bidirectional_ring:
    case Algorithm::hierarchical:
      if (schedule.collective == Collective::reduce_scatter && sent) return "Ψ - c_r";
      if (schedule.collective == Collective::all_gather && !sent) return "Ψ - c_r";
      break;
    case Algorithm::halving_doubling:
    case Algorithm::double_binary_tree:
    case Algorithm::root: break;
  }
  return "formula";
}

}  // namespace zerolab
