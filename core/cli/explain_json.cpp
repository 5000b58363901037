#include "core/cli/explain_json.hpp"

#include <algorithm>

#include "core/deepspeed/step_traffic.hpp"

namespace zerolab {

namespace {

Json explain_config_json(const std::string& name, const ConfigExplanation& explanation) {
  const Resolved& resolved = explanation.resolved;
  return {
      {"file", name},
      {"parameters", explanation.parameters},
      {"units",
       explanation.question.units_known ? Json(explanation.question.unit_elements.size()) : Json()},
      {"ranks", resolved.zero.world_size},
      {"stage", resolved.zero.stage},
      {"micro_steps", resolved.zero.micro_steps},
      {"micro_batch", resolved.batch.micro_batch},
      {"train_batch", resolved.batch.train_batch},
      {"precision", to_string(resolved.trained_in)},
      {"gradient_move", to_string(resolved.zero.gradients)},
      {"parameter_move", to_string(resolved.zero.parameters)}};
}

Json memory_json(const CategoryBytes& bytes) {
  Json json = Json::object();
  for (const MemoryCategory category : all_memory_categories) {
    if (is_at_rest(category)) json[std::string(to_string(category))] = bytes_of(bytes, category);
  }
  return json;
}

Json explained_ranks(const ConfigExplanation& explanation) {
  Json ranks = Json::array();
  for (std::size_t rank = 0; rank < explanation.traffic.size(); ++rank) {
    const StepTraffic& traffic = explanation.traffic[rank];
    const auto pair = [&](Purpose purpose) {
      return Json{
          {"sent_elements", compared(std::nullopt, traffic.of(purpose).sent_elements)},
          {"received_elements", compared(std::nullopt, traffic.of(purpose).received_elements)}};
    };
    const Traffic large = traffic.large();
    ranks.push_back({{"rank", rank},
                     {"sent_elements", compared(std::nullopt, large.sent_elements)},
                     {"received_elements", compared(std::nullopt, large.received_elements)},
                     {"gradients", pair(Purpose::gradients)},
                     {"parameters", pair(Purpose::parameters)},
                     {"at_rest_bytes", memory_json(explanation.memory[rank].at_rest)}});
  }
  return ranks;
}

Json moves_json(const ConfigExplanation& explanation) {
  Json moves = Json::array();
  for (const ExplainedMove& move : explanation.moves) {
    if (move.rounds == 0) continue;
    moves.push_back({{"what", to_string(move.purpose)},
                     {"collective", move.collective},
                     {"when", move.when},
                     {"rounds", move.rounds},
                     {"elements", move.elements},
                     {"collectives", move.collectives > 0 ? Json(move.collectives) : Json()},
                     {"collectives_note", move.collectives_note},
                     {"decided_by", move.decided_by}});
  }
  return moves;
}

Json volume_json(const ConfigExplanation& explanation) {
  const std::int64_t x = moved_large(explanation.x).sent_by_all;
  const auto multiple = [&](const std::vector<StepTraffic>& traffic) {
    const auto sent = static_cast<double>(moved_large(traffic).sent_by_all);
    return x == 0 ? Json() : Json(sent / static_cast<double>(x));
  };
  return {{"in_x", multiple(explanation.traffic)},
          {"ideal_in_x", multiple(explanation.ideal)},
          {"ideal_formula", explanation.ideal_formula}};
}

Json findings_json(const ConfigExplanation& explanation) {
  Json findings = Json::array();
  for (const KeyFinding& finding : explanation.findings) {
    findings.push_back({{"kind", to_string(finding.kind)},
                        {"key", finding.key},
                        {"line", finding.line > 0 ? Json(finding.line) : Json()},
                        {"sentence", finding.sentence}});
  }
  return findings;
}

Json dialects_json(const ConfigExplanation& explanation) {
  Json dialects = Json::array();
  for (const DialectColumn& column : in_all_dialects(explanation)) {
    Json moves = Json::array();
    for (const DialectMove& move : column.moves) {
      moves.push_back({{"what", move.what},
                       {"collective", move.collective},
                       {"when", move.when},
                       {"in_x", move.x},
                       {"sent_elements", move.sent_elements}});
    }
    dialects.push_back({{"dialect", to_string(column.dialect)},
                        {"how", column.how},
                        {"moves", moves},
                        {"in_x", column.x},
                        {"sent_elements", column.sent_elements}});
  }
  return dialects;
}

}  // namespace

Json explanation_json(const std::string& name, const ConfigExplanation& explanation,
                      std::optional<Dialect> asked) {
  Json json = json_report("explain");
  json["config"] = explain_config_json(name, explanation);
  json["ranks"] = explained_ranks(explanation);
  json["moves"] = moves_json(explanation);
  json["volume"] = volume_json(explanation);
  json["small_collectives"] = Json::array();
  for (const SmallCollective& small : explanation.small) {
    json["small_collectives"].push_back({{"what", small.what},
                                         {"carries", small.type},
                                         {"in_a_step", small.how_many},
                                         {"why", small.why}});
  }
  json["buckets"] = Json::array();
  for (const BucketBytes& bucket : explanation.buckets) {
    json["buckets"].push_back({{"what", bucket.what},
                               {"at_most_bytes", bucket.bytes},
                               {"known", bucket.known},
                               {"how", bucket.how}});
  }
  json["findings"] = findings_json(explanation);
  json["notes"] = explanation.notes;
  if (asked) json["dialects"] = dialects_json(explanation);
  return json;
}

}  // namespace zerolab
