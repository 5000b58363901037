#include "core/cli/counts_tables.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "core/base/table.hpp"
#include "core/base/units.hpp"
#include "core/cli/counts_words.hpp"

namespace zerolab {

namespace {

std::string marked(std::int64_t value, std::int64_t reference) {
  return fmt::format("{} {}", with_separators(value), value == reference ? "✓" : "≠");
}

// "7Ψ/8".
std::string fraction_of_psi(std::int64_t numerator, std::int64_t denominator) {
  if (numerator == 0) return "0";
  return fmt::format("{}Ψ/{}", numerator == 1 ? "" : std::to_string(numerator), denominator);
}

// One direction of one world: what the schedule says, the formula, and the run where there is one.
std::string direction_table(const WorldCounts& world, Direction direction) {
  const bool sent = direction == Direction::sent;
  const TrafficNumber messages = sent ? &Traffic::sent_messages : &Traffic::received_messages;
  const TrafficNumber elements = sent ? &Traffic::sent_elements : &Traffic::received_elements;
  const auto psi = static_cast<std::int64_t>(world.layout.element_count);
  const bool has_sizes = !has_root(world.collective);  // whose formulas speak of c_r

  std::vector<Table::Column> columns{{"rank"}};
  if (has_sizes) columns.push_back({"c_r"});
  columns.push_back({"messages"});
  if (world.run) columns.push_back({"measured"});
  columns.push_back({"elements"});
  if (world.run) columns.push_back({"measured"});
  columns.push_back({closed_form_text(world.collective, direction)});
  columns.push_back({"multiple of Ψ"});
  Table table(columns);

  const auto add_row = [&](const std::string& name, std::int64_t size, const Traffic& predicted,
                           const Traffic& formula, const Traffic* measured) {
    std::vector<std::string> cells{name};
    if (has_sizes) cells.push_back(with_separators(size));
    cells.push_back(with_separators(predicted.*messages));
    if (measured) cells.push_back(marked(measured->*messages, predicted.*messages));
    cells.push_back(with_separators(predicted.*elements));
    if (measured) cells.push_back(marked(measured->*elements, predicted.*elements));
    cells.push_back(marked(formula.*elements, predicted.*elements));
    cells.push_back(as_multiple_of_psi(predicted.*elements, psi));
    table.add_row(std::move(cells));
  };
  Traffic predicted_sum, formula_sum, measured_sum;
  for (int rank = 0; rank < world.world_size; ++rank) {
    const auto i = static_cast<std::size_t>(rank);
    const Traffic* measured = world.run ? &world.run->traffic[i] : nullptr;
    const std::int64_t size =
        has_sizes ? static_cast<std::int64_t>(world.layout.range(rank).size()) : 0;
    add_row(std::to_string(rank), size, world.predicted[i], world.closed_form[i], measured);
    predicted_sum += world.predicted[i];
    formula_sum += world.closed_form[i];
    if (measured) measured_sum += *measured;
  }
  table.add_gap();
  add_row("sum", psi, predicted_sum, formula_sum, world.run ? &measured_sum : nullptr);
  return table.to_string();
}

}  // namespace

std::string world_tables(const WorldCounts& world, const std::string& steps) {
  return fmt::format("{}{}{}\nSent by each rank\n\n{}\nReceived by each rank\n\n{}\n{}",
                     heading_of(world), steps.empty() ? "" : "\n", steps,
                     direction_table(world, Direction::sent),
                     direction_table(world, Direction::received), meaning_of(world));
}

std::string worlds_table(const std::vector<WorldCounts>& worlds) {
  const bool has_run = worlds.front().run.has_value();
  std::vector<Table::Column> columns{{"ranks N"},
                                     {"steps"},
                                     {"sent: most"},
                                     {"mean"},
                                     {"received: most"},
                                     {"mean"},
                                     {mean_formula(worlds.front().collective)}};
  if (has_run) columns.push_back({"measured", Align::left});
  Table table(columns);
  for (const WorldCounts& world : worlds) {
    const std::int64_t n = world.world_size;
    const auto psi = static_cast<std::int64_t>(world.layout.element_count);
    const auto mean = [&](TrafficNumber number) {
      return as_multiple_of_psi(sum_of(world.predicted, number), n * psi);
    };
    const std::int64_t passes = world.collective == Collective::all_reduce ? 2 : 1;
    const bool as_the_formulas =
        world.predicted == world.closed_form &&
        sum_of(world.predicted, &Traffic::sent_elements) == passes * (n - 1) * psi;
    std::vector<std::string> cells{
        with_separators(n),
        with_separators(world.steps),
        with_separators(most_of(world.predicted, &Traffic::sent_elements)),
        mean(&Traffic::sent_elements),
        with_separators(most_of(world.predicted, &Traffic::received_elements)),
        mean(&Traffic::received_elements),
        fraction_of_psi(passes * (n - 1), n) + (as_the_formulas ? " ✓" : " ≠")};
    if (has_run) cells.push_back(agrees(world) ? "✓" : "≠");
    table.add_row(std::move(cells));
  }
  return fmt::format("{}\n{}\n{}", heading_of(worlds), table.to_string(), meaning_of(worlds));
}

}  // namespace zerolab
