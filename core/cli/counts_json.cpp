#include "core/cli/counts_json.hpp"

namespace zerolab {

namespace {

struct Field {
  const char* name;
  TrafficNumber number;
};

constexpr Field fields[] = {{"sent_elements", &Traffic::sent_elements},
                            {"received_elements", &Traffic::received_elements},
                            {"sent_messages", &Traffic::sent_messages},
                            {"received_messages", &Traffic::received_messages}};

Json rank_json(const WorldCounts& world, std::size_t rank) {
  Json json{{"rank", rank}};
  for (const auto& [name, number] : fields) {
    const auto measured =
        world.run ? std::optional(world.run->traffic[rank].*number) : std::nullopt;
    json[name] = compared(measured, world.predicted[rank].*number);
  }
  json["closed_form"] = Json();
  if (!world.closed_form) return json;
  for (const auto& [name, number] : fields) {
    json["closed_form"][name] = (*world.closed_form)[rank].*number;
  }
  return json;
}

// What is of the whole world: sums over ranks, and whether all counts agree.
Json summary(const WorldCounts& world) {
  Json json{{"steps", world.steps}};
  for (const auto& [name, number] : fields) {
    const auto measured =
        world.run ? std::optional(sum_of(world.run->traffic, number)) : std::nullopt;
    json["sum"][name] = compared(measured, sum_of(world.predicted, number));
  }
  json["formula"] = {{"sent_elements", world.sent_formula},
                     {"received_elements", world.received_formula}};
  json["agrees"] = agrees(world);
  json["wrong_value"] =
      world.run && !world.run->wrong_value.empty() ? Json(world.run->wrong_value) : Json();
  return json;
}

Json ranks_json(const WorldCounts& world) {
  Json ranks = Json::array();
  for (std::size_t rank = 0; rank < world.predicted.size(); ++rank) {
    ranks.push_back(rank_json(world, rank));
  }
  return ranks;
}

}  // namespace

Json counts_json(const std::vector<WorldCounts>& worlds) {
  const WorldCounts& first = worlds.front();
  Json json = json_report("counts");
  Json world_sizes = Json::array();
  for (const WorldCounts& world : worlds) world_sizes.push_back(world.world_size);
  json["config"] = {{"collective", to_string(first.collective)},
                    {"algorithm", first.algorithm},
                    {"ranks", world_sizes},
                    {"elements", first.layout.element_count},
                    {"root", first.root ? Json(*first.root) : Json()},
                    {"transport", first.run ? Json("threads") : Json()}};
  if (worlds.size() == 1) {
    json["ranks"] = ranks_json(first);
    json.update(summary(first));
    return json;
  }
  json["worlds"] = Json::array();
  for (const WorldCounts& world : worlds) {
    Json entry{{"world_size", world.world_size}};
    entry.update(summary(world));
    entry["ranks"] = ranks_json(world);
    json["worlds"].push_back(std::move(entry));
  }
  return json;
}

Json steps_json(const Schedule& schedule, const ChunkLayout& layout) {
  Json steps = Json::array();
  for (int step = 0; step < step_count(schedule); ++step) {
    steps.push_back({{"step", step}, {"transfers", Json::array()}});
  }
  for (const Transfer& transfer : schedule.transfers) {
    steps[static_cast<std::size_t>(transfer.step)]["transfers"].push_back(
        {{"source", transfer.source},
         {"destination", transfer.destination},
         {"chunk", transfer.chunk},
         {"elements", layout.range(transfer.chunk).size()},
         {"combine", to_string(transfer.combine)}});
  }
  return steps;
}

}  // namespace zerolab
