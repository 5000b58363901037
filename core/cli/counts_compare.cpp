#include "core/cli/counts_compare.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "core/base/table.hpp"
#include "core/base/units.hpp"
#include "core/cli/counts_words.hpp"
#include "core/cli/counts_world.hpp"
#include "core/cli/json_output.hpp"
#include "core/cli/words.hpp"
#include "core/schedule/build.hpp"

namespace zerolab {

namespace {

struct Row {
  WorldCounts world;
  LinkUse links;
};

// One schedule at a time: at 2,048 ranks each has some 8 million transfers.
std::vector<Row> rows_of(Collective collective, int world_size, std::size_t elements,
                         std::optional<int> root) {
  std::vector<Row> rows;
  for (const std::string_view algorithm : algorithms_for(collective)) {
    const Schedule schedule = build_schedule(collective, algorithm, world_size, root);
    rows.push_back({count_world(schedule, elements), link_use(schedule)});
  }
  return rows;
}

// What one rank sends, or receives, in the mean: as many either way.
double mean_elements(const WorldCounts& world) {
  return static_cast<double>(sum_of(world.predicted, &Traffic::sent_elements)) / world.world_size;
}

std::string messages_table(const std::vector<Row>& rows) {
  Table table({{"algorithm", Align::left},
               {"steps"},
               {"messages"},
               {"sent: most"},
               {"received: most"},
               {"links"},
               {"busy per step"}});
  for (const auto& [world, links] : rows) {
    table.add_row({world.algorithm, with_separators(world.steps),
                   with_separators(sum_of(world.predicted, &Traffic::sent_messages)),
                   with_separators(most_of(world.predicted, &Traffic::sent_messages)),
                   with_separators(most_of(world.predicted, &Traffic::received_messages)),
                   with_separators(links.links), fmt::format("{:.1f}", links.busy_per_step)});
  }
  return table.to_string();
}

std::string elements_table(const std::vector<Row>& rows) {
  Table table({{"algorithm", Align::left}, {"sent: most"}, {"mean"}, {"received: most"}, {"mean"}});
  for (const auto& [world, links] : rows) {
    const std::string mean = with_separators(std::llround(mean_elements(world)));
    table.add_row({world.algorithm,
                   with_separators(most_of(world.predicted, &Traffic::sent_elements)), mean,
                   with_separators(most_of(world.predicted, &Traffic::received_elements)), mean});
  }
  return table.to_string();
}

std::string multiples_table(const std::vector<Row>& rows) {
  Table table({{"algorithm", Align::left},
               {"sent: most"},
               {"mean"},
               {"received: most"},
               {"mean"},
               {"as the formula"}});
  for (const auto& [world, links] : rows) {
    const auto psi = static_cast<std::int64_t>(world.layout.element_count);
    const std::string mean = as_multiple_of_psi(sum_of(world.predicted, &Traffic::sent_elements),
                                                world.world_size * psi);
    table.add_row({world.algorithm,
                   as_multiple_of_psi(most_of(world.predicted, &Traffic::sent_elements), psi), mean,
                   as_multiple_of_psi(most_of(world.predicted, &Traffic::received_elements), psi),
                   mean, agrees(world) ? "✓" : "≠"});
  }
  return table.to_string();
}

Json compare_json(const std::vector<Row>& rows) {
  const WorldCounts& first = rows.front().world;
  Json json = json_report("counts");
  json["config"] = {{"collective", to_string(first.collective)},
                    {"ranks", {first.world_size}},
                    {"elements", first.layout.element_count},
                    {"root", first.root ? Json(*first.root) : Json()},
                    {"compare", true}};
  json["algorithms"] = Json::array();
  for (const auto& [world, links] : rows) {
    const auto most = [&ranks = world.predicted](TrafficNumber number) {
      return most_of(ranks, number);
    };
    json["algorithms"].push_back({{"algorithm", world.algorithm},
                                  {"chunks", world.layout.chunk_count},
                                  {"steps", world.steps},
                                  {"messages", sum_of(world.predicted, &Traffic::sent_messages)},
                                  {"elements", sum_of(world.predicted, &Traffic::sent_elements)},
                                  {"most_of_a_rank",
                                   {{"sent_messages", most(&Traffic::sent_messages)},
                                    {"received_messages", most(&Traffic::received_messages)},
                                    {"sent_elements", most(&Traffic::sent_elements)},
                                    {"received_elements", most(&Traffic::received_elements)}}},
                                  {"mean_elements_each_way", mean_elements(world)},
                                  {"links", links.links},
                                  {"busy_links_per_step", links.busy_per_step},
                                  {"agrees", agrees(world)}});
  }
  return json;
}

}  // namespace

int compare_algorithms(Collective collective, int world_size, std::size_t elements,
                       std::optional<int> root, bool json) {
  const std::vector<Row> rows = rows_of(collective, world_size, elements, root);
  if (json) {
    print_json(compare_json(rows));
  } else {
    fmt::print(
        "{} of Ψ = {} on {}, by every algorithm\n\n"
        "Steps, messages in all, the most of one rank, and links in use\n\n{}\n"
        "What one rank sends, and what it receives: the busiest rank, and the mean over ranks, in\n"
        "elements\n\n{}\n"
        "The same as multiples of Ψ\n\n{}\n"
        "A message is one chunk; several between the same two ranks in one step could travel as\n"
        "one. A link is an ordered pair of ranks over which something passes in some step, and\n"
        "busy in a step where something passes in it: counted once each, and in the mean.\n"
        "No algorithm can do with less than {} each way in the mean.\n",
        named(collective, root), counted(static_cast<std::int64_t>(elements), "element"),
        counted(world_size, "rank"), messages_table(rows), elements_table(rows),
        multiples_table(rows), mean_formula(collective));
  }
  const bool all_agree =
      std::all_of(rows.begin(), rows.end(), [](const Row& row) { return agrees(row.world); });
  return all_agree ? 0 : 1;
}

}  // namespace zerolab
