#include "core/cli/train_json.hpp"

#include "core/base/units.hpp"

namespace zerolab {

namespace {

Json bytes_json(const CategoryBytes& measured, const CategoryBytes& predicted, bool at_rest_only) {
  Json categories = Json::object();
  for (const MemoryCategory category : all_memory_categories) {
    if (at_rest_only && !is_at_rest(category)) continue;
    categories[std::string(to_string(category))] =
        compared(bytes_of(measured, category), bytes_of(predicted, category));
  }
  return categories;
}

Json collectives_json(const RankReport& rank) {
  Json kinds = Json::object();
  for (std::size_t i = 0; i < all_collectives.size(); ++i) {
    kinds[std::string(to_string(all_collectives[i]))] = {
        {"large", compared(rank.issued.large[i], rank.predicted_collectives.large[i])},
        {"small", compared(rank.issued.small[i], rank.predicted_collectives.small[i])}};
  }
  return kinds;
}

Json rank_json(std::size_t index, const RankReport& rank) {
  const Traffic measured = rank.measured.all();
  const Traffic predicted = rank.predicted.all();
  Json purposes = Json::object();
  for (const Purpose purpose : all_purposes) {
    const Traffic& m = rank.measured.of(purpose);
    const Traffic& p = rank.predicted.of(purpose);
    purposes[std::string(to_string(purpose))] = {
        {"sent_elements", compared(m.sent_elements, p.sent_elements)},
        {"received_elements", compared(m.received_elements, p.received_elements)}};
  }
  return {
      {"rank", index},
      {"sent_elements", compared(measured.sent_elements, predicted.sent_elements)},
      {"received_elements", compared(measured.received_elements, predicted.received_elements)},
      {"sent_messages", compared(measured.sent_messages, predicted.sent_messages)},
      {"received_messages", compared(measured.received_messages, predicted.received_messages)},
      {"by_purpose", purposes},
      {"collectives", collectives_json(rank)},
      {"at_rest_bytes", compared(total_bytes(rank.at_rest), total_bytes(rank.predicted_at_rest))},
      {"at_rest_bytes_by_category", bytes_json(rank.at_rest, rank.predicted_at_rest, true)},
      {"peak_bytes", compared(rank.peak_total, rank.predicted_peak_total)},
      {"peak_bytes_by_category", bytes_json(rank.peak, rank.predicted_peak, false)}};
}

}  // namespace

Json to_json(const TrainReport& report) {
  const TrainOptions& options = report.options;
  Json json = json_report("train");
  json["config"] = {{"stage", options.zero.stage},
                    {"ranks", options.zero.world_size},
                    {"micro_steps", options.zero.micro_steps},
                    {"precision", to_string(options.zero.precision)},
                    {"transport", options.transport},
                    {"layers", options.model.layers},
                    {"width", options.model.width},
                    {"heads", options.model.heads},
                    {"context", options.model.context},
                    {"batch", options.batch},
                    {"sequence", options.sequence},
                    {"steps", options.steps},
                    {"learning_rate", options.engine.adamw.learning_rate},
                    {"clip", options.zero.clip ? Json(options.engine.clip_norm) : Json()},
                    {"seed", options.engine.seed}};
  json["parameters"] = report.parameters;
  json["unit_elements"] = report.unit_elements;
  json["losses"] = report.losses;
  json["gradient_norms"] = report.gradient_norms;
  json["weights_hash"] = report.weights_hash;
  json["seconds"] = report.seconds;
  json["tokens_per_second"] = report.tokens_per_second;
  json["resident_before_bytes"] = report.resident_before_bytes;
  json["resident_at_rest_bytes"] = report.resident_at_rest_bytes;
  for (std::size_t rank = 0; rank < report.ranks.size(); ++rank) {
    json["ranks"].push_back(rank_json(rank, report.ranks[rank]));
  }
  if (!report.sample.empty()) json["sample"] = printable(report.sample);
  json["measured_equals_predicted"] = report.agrees();
  return json;
}

}  // namespace zerolab
