#include "core/cli/counts_tables.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "core/base/table.hpp"
#include "core/base/units.hpp"
#include "core/cli/counts_algorithms.hpp"
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

// How the mean compares with what is always needed: the same, more, or, where the count is not the
// formula's or is less than can be, wrong.
std::string_view beside_least(const WorldCounts& world) {
  const std::int64_t sum = sum_of(world.predicted, &Traffic::sent_elements);
  const bool as_formula = !world.closed_form || world.predicted == world.closed_form;
  if (!as_formula || sum < least_sum(world)) return " ≠";
  return sum == least_sum(world) ? " ✓" : " +";
}

// One direction of one world: what the schedule says, the formula, and the run where there is one.
std::string direction_table(const WorldCounts& world, Direction direction) {
  const bool sent = direction == Direction::sent;
  const TrafficNumber messages = sent ? &Traffic::sent_messages : &Traffic::received_messages;
  const TrafficNumber elements = sent ? &Traffic::sent_elements : &Traffic::received_elements;
  const auto psi = static_cast<std::int64_t>(world.layout.element_count);
  const std::string& formula = sent ? world.sent_formula : world.received_formula;
  const bool has_sizes = formula_has_sizes(world);

  std::vector<Table::Column> columns{{"rank"}};
  if (has_sizes) columns.push_back({"c_r"});
  columns.push_back({"messages"});
  if (world.run) columns.push_back({"measured"});
  columns.push_back({"elements"});
  if (world.run) columns.push_back({"measured"});
  if (world.closed_form) columns.push_back({formula});
  columns.push_back({"multiple of Ψ"});
  Table table(columns);

  const auto add_row = [&](const std::string& name, std::int64_t size, const Traffic& predicted,
                           const Traffic* wanted, const Traffic* measured) {
    std::vector<std::string> cells{name};
    if (has_sizes) cells.push_back(with_separators(size));
    cells.push_back(with_separators(predicted.*messages));
    if (measured) cells.push_back(marked(measured->*messages, predicted.*messages));
    cells.push_back(with_separators(predicted.*elements));
    if (measured) cells.push_back(marked(measured->*elements, predicted.*elements));
    if (wanted) cells.push_back(marked(wanted->*elements, predicted.*elements));
    cells.push_back(as_multiple_of_psi(predicted.*elements, psi));
    table.add_row(std::move(cells));
  };
  Traffic predicted_sum, formula_sum, measured_sum;
  for (int rank = 0; rank < world.world_size; ++rank) {
    const auto i = static_cast<std::size_t>(rank);
    const Traffic* measured = world.run ? &world.run->traffic[i] : nullptr;
    const Traffic* wanted = world.closed_form ? &(*world.closed_form)[i] : nullptr;
    add_row(std::to_string(rank), own_size(world, rank), world.predicted[i], wanted, measured);
    predicted_sum += world.predicted[i];
    if (wanted) formula_sum += *wanted;
    if (measured) measured_sum += *measured;
  }
  table.add_gap();
  add_row("sum", psi, predicted_sum, world.closed_form ? &formula_sum : nullptr,
          world.run ? &measured_sum : nullptr);
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
    std::vector<std::string> cells{
        with_separators(n),
        with_separators(world.steps),
        with_separators(most_of(world.predicted, &Traffic::sent_elements)),
        mean(&Traffic::sent_elements),
        with_separators(most_of(world.predicted, &Traffic::received_elements)),
        mean(&Traffic::received_elements),
        fmt::format("{}{}", fraction_of_psi(passes * (n - 1), n), beside_least(world))};
    if (has_run) cells.push_back(agrees(world) ? "✓" : "≠");
    table.add_row(std::move(cells));
  }
  return fmt::format("{}\n{}\n{}", heading_of(worlds), table.to_string(), meaning_of(worlds));
}

}  // namespace zerolab
