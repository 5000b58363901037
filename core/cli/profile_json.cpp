#include "core/cli/profile_json.hpp"

namespace zerolab {

namespace {

template <typename T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

Json time_json(double us) {
  return us < 0 ? Json() : Json(us);
}

Json extremes_json(const std::optional<Extremes>& moved) {
  return moved ? Json{{"least", moved->least}, {"most", moved->most}} : Json();
}

Json row_json(const ProfileRow& row) {
  return {{"collective", row.collective},
          {"elements", or_null(row.elements)},
          {"dtype", or_null(row.dtype)},
          {"ranks", or_null(row.ranks)},
          {"algorithm", or_null(row.algorithm)},
          {"issued_by", or_null(row.issued_by)},
          {"purpose", or_null(row.purpose)},
          {"count", row.count},
          {"sent_elements", extremes_json(row.sent)},
          {"received_elements", extremes_json(row.received)},
          {"total_us", time_json(row.total_us)},
          {"median_us", time_json(row.median_us)}};
}

Json rows_json(const std::vector<ProfileRow>& rows) {
  Json json = Json::array();
  for (const ProfileRow& row : rows) json.push_back(row_json(row));
  return json;
}

Json own_ranks(const OwnReport& report) {
  Json ranks = Json::array();
  const auto& predicted = report.header.predicted;
  for (std::size_t rank = 0; rank < report.profile.ranks.size(); ++rank) {
    const RankTotals& measured = report.profile.ranks[rank];
    Json json{{"rank", rank}};
    if (predicted.empty()) {
      json["sent_elements"] = measured.sent_elements;
      json["received_elements"] = measured.received_elements;
    } else {
      json["sent_elements"] = compared(measured.sent_elements, predicted[rank].sent_elements);
      json["received_elements"] =
          compared(measured.received_elements, predicted[rank].received_elements);
    }
    ranks.push_back(std::move(json));
  }
  return ranks;
}

Json explanation_json(const OwnReport& report) {
  if (!report.explanation) return {};
  Json differences = Json::array();
  for (const StepDifference& difference : report.explanation->differences) {
    Json entry{{"train_steps", difference.train_steps}, {"collectives", Json::array()}};
    for (const CountedCollective& collective : difference.differing) {
      entry["collectives"].push_back({{"collective", to_string(collective.collective)},
                                      {"elements", collective.elements},
                                      {"in_trace", collective.in_trace},
                                      {"in_plan", collective.in_plan}});
    }
    differences.push_back(std::move(entry));
  }
  return {{"config", report.config_name},
          {"notes", report.config_notes},
          {"explained", is_explained(report)},
          {"differences", std::move(differences)}};
}

Json explanation_json(const KinetoReport& report) {
  if (!report.explanation) return {};
  Json kinds = Json::array();
  for (const KindComparison& kind : report.explanation->kinds) {
    kinds.push_back({{"collective", to_string(kind.kind)},
                     {"in_trace", kind.in_trace},
                     {"in_plan", kind.in_plan}});
  }
  return {{"config", report.config_name},
          {"explained", is_explained(report)},
          {"kinds", std::move(kinds)},
          {"unexplained", report.explanation->unexplained},
          {"lacking", report.explanation->lacking},
          {"not_compared", report.explanation->not_compared}};
}

}  // namespace

Json profile_json(const OwnReport& report) {
  Json json = json_report("profile");
  json["config"] = {{"trace", report.name}, {"kind", "zerolab"}, {"step", or_null(report.only)}};
  for (const auto& [key, value] : report.header.config) json["config"]["run"][key] = value;
  json["ranks"] = own_ranks(report);
  json["rows"] = Json::array();
  for (const ProfileRow& row : report.profile.rows) {
    Json entry = row_json(row);
    entry["per_step"] = extremes_json(row.per_step);
    json["rows"].push_back(std::move(entry));
  }
  json["steps"] = Json::array();
  for (const StepTotals& step : report.profile.steps) {
    json["steps"].push_back({{"train_step", step.train_step < 0 ? Json() : Json(step.train_step)},
                             {"collectives", step.collectives},
                             {"sent_elements", extremes_json(step.sent)},
                             {"received_elements", extremes_json(step.received)},
                             {"time_us", step.time_us}});
  }
  json["notes"] = report.profile.notes;
  json["as_predicted"] = as_predicted(report);
  json["explanation"] = explanation_json(report);
  return json;
}

Json profile_json(const KinetoReport& report) {
  Json json = json_report("profile");
  const KinetoTrace& trace = report.trace;
  json["config"] = {{"trace", report.name},
                    {"kind", "kineto"},
                    {"rank", or_null(trace.info.rank)},
                    {"world_size", or_null(trace.info.world_size)},
                    {"backend", or_null(trace.info.backend)}};
  json["events"] = trace.events;
  json["text_bytes"] = trace.text_bytes;
  json["steps_marked"] = trace.steps_marked;
  json["volumes"] = "by a ring's formula";
  json["kernels"] = rows_json(report.kernel_rows);
  json["host_calls"] = rows_json(report.host_rows);
  json["judgement"] = {{"verdict", report.judgement.verdict},
                       {"flags", or_null(report.judgement.flags)},
                       {"evidence", report.judgement.evidence},
                       {"uncertain", report.judgement.uncertain}};
  json["warnings"] = trace.warnings;
  json["explanation"] = explanation_json(report);
  return json;
}

}  // namespace zerolab
