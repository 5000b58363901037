#include "core/cli/offload_json.hpp"

namespace zerolab {

namespace {

Json ranks_json(const OffloadRow& row) {
  Json ranks = Json::array();
  for (int rank = 0; rank < row.fetch.world_size; ++rank) {
    const FetchTraffic& measured = row.result.traffic[static_cast<std::size_t>(rank)];
    const FetchTraffic predicted = predicted_traffic(row.fetch, rank);
    ranks.push_back(
        {{"rank", rank},
         {"link_bytes", compared(measured.link_bytes, predicted.link_bytes)},
         {"sent_elements", compared(measured.sent_elements, predicted.sent_elements)},
         {"received_elements", compared(measured.received_elements, predicted.received_elements)}});
  }
  return ranks;
}

Json scheme_json(const OffloadRow& row) {
  const FetchTimes& seconds = row.result.seconds;
  const double links = link_seconds(row.fetch);
  const bool has_wrong_value = !row.result.wrong_value.empty();
  return {{"scheme", to_string(row.fetch.scheme)},
          {"links_at_once", links_at_once(row.fetch)},
          {"agrees", agrees(row.fetch, row.result)},
          {"wrong_value", has_wrong_value ? Json(row.result.wrong_value) : Json()},
          {"link_seconds_by_formula", links},
          {"link_seconds", seconds.link},
          {"collective_seconds", seconds.collective},
          {"total_seconds_by_formula", links + seconds.collective},
          {"total_seconds", seconds.total},
          {"first_unit_seconds", seconds.first_unit},
          {"effective_bandwidth", static_cast<double>(row.fetch.unit_bytes()) / seconds.total},
          {"ranks", ranks_json(row)}};
}

}  // namespace

Json offload_json(const OffloadQuestion& question, const std::vector<OffloadRow>& rows) {
  Json report = json_report("offload");
  report["config"] = {{"ranks", question.world_sizes},
                      {"units", question.units},
                      {"unit_elements", question.unit_elements},
                      {"unit_bytes", question.unit_elements * sizeof(float)},
                      {"prefetch", question.prefetch},
                      {"passes", question.passes},
                      {"link_bandwidth", question.host.link_bandwidth},
                      {"host_bandwidth", question.host.host_bandwidth},
                      {"latency_seconds", question.host.latency_seconds},
                      {"scale", question.scale}};
  report["worlds"] = Json::array();
  for (const OffloadRow& row : rows) {
    if (row.fetch.scheme == all_fetch_schemes.front()) {
      report["worlds"].push_back(
          {{"world_size", row.fetch.world_size}, {"schemes", Json::array()}});
    }
    report["worlds"].back()["schemes"].push_back(scheme_json(row));
  }
  return report;
}

}  // namespace zerolab
