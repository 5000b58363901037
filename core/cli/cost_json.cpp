#include "core/cli/cost_json.hpp"

#include <cmath>

namespace zerolab {

namespace {

// JSON has no infinity.
Json finite(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

Json link_json(const Link& link) {
  return {{"latency_seconds", link.latency}, {"bytes_per_second", finite(link.bandwidth)}};
}

Json network_json(const Network& network) {
  return {{"words", to_text(network)},
          {"intra", link_json(network.intra)},
          {"inter", network.nodes ? link_json(network.nodes->inter) : Json()},
          {"add_bytes_per_second", finite(network.add_bandwidth)}};
}

Json row_json(const CostRow& row, std::int64_t bytes) {
  return {{"algorithm", row.model.algorithm()},
          {"steps", row.model.steps()},
          {"seconds", row.seconds},
          {"latency_seconds", row.latency_seconds},
          {"algorithm_bytes_per_second", finite(row.algorithm_bandwidth(bytes))},
          {"bus_bytes_per_second", finite(row.bus_bandwidth(bytes))},
          {"closed_form", row.closed ? Json(row.closed->formula) : Json()},
          {"closed_form_seconds", row.closed ? Json(row.closed->seconds) : Json()}};
}

}  // namespace

void add_cost(Json& report, const CostQuestion& question, const CostRows& rows) {
  report["config"]["collective"] = to_string(question.collective);
  report["config"]["ranks"] = question.world_size;
  report["config"]["bytes"] = question.bytes;
  report["config"]["root"] = question.root ? Json(*question.root) : Json();
  report["config"]["network"] = network_json(question.network);
  if (rows.rows.size() == 1 && rows.left_out.empty()) {
    const std::vector<double> times = rows.rows.front().model.ready_times(question.bytes);
    for (std::size_t rank = 0; rank < times.size(); ++rank) {
      report["ranks"].push_back({{"rank", rank}, {"ready_seconds", times[rank]}});
    }
  }
  report["algorithms"] = Json::array();
  for (const CostRow& row : rows.rows) {
    report["algorithms"].push_back(row_json(row, question.bytes));
  }
  report["left_out"] = Json::array();
  for (const LeftOut& one : rows.left_out) {
    report["left_out"].push_back({{"algorithm", one.algorithm}, {"reason", one.reason}});
  }
  report["fastest_by_size"] = Json::array();
  for (const Fastest& change : rows.fastest) {
    report["fastest_by_size"].push_back(
        {{"from_bytes", change.from_bytes},
         {"algorithm", rows.rows[change.algorithm].model.algorithm()}});
  }
}

void add_fit(Json& report, const TraceFit& fit) {
  report["config"]["fit"] = fit.file;
  Json json{{"network", network_json(fit.fit.network)},
            {"gamma_is_known", fit.fit.gamma == GammaKnown::fitted},
            {"messages", fit.fit.messages},
            {"median_residual", fit.fit.median_residual},
            {"sizes", Json::array()},
            {"collectives", Json::array()}};
  for (const FitRow& row : fit.fit.rows) {
    json["sizes"].push_back({{"bytes", row.bytes},
                             {"combine", to_string(row.combine)},
                             {"messages", row.count},
                             {"median_seconds", row.median},
                             {"fitted_seconds", row.fitted}});
  }
  for (const MeasuredCollective& row : fit.collectives) {
    json["collectives"].push_back(
        {{"collective", to_string(row.collective)},
         {"algorithm", row.algorithm},
         {"bytes", row.bytes},
         {"count", row.count},
         {"measured_seconds", row.measured},
         {"predicted_seconds", row.predicted ? Json(*row.predicted) : Json()}});
  }
  report["fit"] = std::move(json);
}

}  // namespace zerolab
