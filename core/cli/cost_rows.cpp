#include "core/cli/cost_rows.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/schedule/build.hpp"

namespace zerolab {

namespace {

// The groups of a hierarchical algorithm are the network's nodes, unless somebody says otherwise.
std::string with_groups(std::string_view algorithm, const CostQuestion& question) {
  const auto& nodes = question.network.nodes;
  const bool fits = nodes && question.world_size % nodes->ranks_per_node == 0;
  if (algorithm != "hierarchical" || !fits) return std::string(algorithm);
  return fmt::format("hierarchical:{}", nodes->ranks_per_node);
}

CostRow row_of(const CostQuestion& question, std::string_view algorithm) {
  CostModel model(question.collective, with_groups(algorithm, question), question.world_size,
                  question.root, question.network);
  const double seconds = model.seconds(question.bytes);
  const double latency = model.seconds(0);
  auto closed = closed_time(model, question.bytes);
  return {std::move(model), seconds, latency, std::move(closed)};
}

}  // namespace

double CostRow::algorithm_bandwidth(std::int64_t bytes) const {
  return static_cast<double>(bytes) / seconds;
}

double CostRow::bus_bandwidth(std::int64_t bytes) const {
  return algorithm_bandwidth(bytes) * bus_bandwidth_factor(model.collective(), model.world_size());
}

CostRows cost_rows(const CostQuestion& question) {
  check(question.network, question.world_size);
  CostRows result;
  for (const std::string& algorithm : question.algorithms) {
    result.rows.push_back(row_of(question, algorithm));
  }
  if (question.algorithms.empty()) {
    for (const std::string_view algorithm : algorithms_for(question.collective)) {
      try {
        result.rows.push_back(row_of(question, algorithm));
      } catch (const Error& error) {
        result.left_out.push_back({std::string(algorithm), error.what()});
      }
    }
  }
  if (result.rows.empty()) throw input_error("{}", result.left_out.front().reason);
  std::ranges::stable_sort(result.rows, {}, &CostRow::seconds);
  if (result.rows.size() > 1 && question.world_size > 1) {
    std::vector<TimeLines> times;
    for (const CostRow& row : result.rows) {
      times.push_back(lines_of(
          [&](double bytes) { return row.model.seconds_with_equal_chunks(bytes); },
          static_cast<double>(least_crossover_bytes), static_cast<double>(most_crossover_bytes)));
    }
    result.fastest = fastest_by_size(times, least_crossover_bytes, most_crossover_bytes);
  }
  return result;
}

}  // namespace zerolab
