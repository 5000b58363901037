// A trace of zerolab's own, for people.
#include <algorithm>

#include <fmt/core.h>

#include "core/base/table.hpp"
#include "core/base/units.hpp"
#include "core/cli/profile_text.hpp"
#include "core/cli/words.hpp"

namespace zerolab {

namespace {

std::string config_value(const TraceHeader& header, std::string_view key) {
  for (const auto& [name, value] : header.config) {
    if (name == key) return value;
  }
  return {};
}

// "stage 3, micro_steps 1, precision fp32": what of the run's config decides its collectives.
std::string run_words(const TraceHeader& header) {
  std::string words;
  for (const char* key : {"stage", "micro_steps", "precision", "partition"}) {
    const std::string value = config_value(header, key);
    if (!value.empty()) words += fmt::format("{}{} {}", words.empty() ? "; " : ", ", key, value);
  }
  return words;
}

std::string heading(const OwnReport& report) {
  const auto in_training =
      std::count_if(report.profile.steps.begin(), report.profile.steps.end(),
                    [](const StepTotals& step) { return step.train_step >= 0; });
  std::string steps = report.only       ? fmt::format(", training step {} alone", *report.only)
                      : in_training > 0 ? ", " + counted(in_training, "training step")
                                        : std::string();
  return fmt::format("{}: a trace of zerolab, {}{}{}\n", report.name,
                     counted(report.header.world_size, "rank"), steps, run_words(report.header));
}

std::string rows_table(const OwnReport& report, int most_rows) {
  const std::vector<ProfileRow>& rows = report.profile.rows;
  const auto any = [&](auto has) { return std::any_of(rows.begin(), rows.end(), has); };
  const bool has_steps = any([](const ProfileRow& row) { return row.per_step.has_value(); });
  const bool has_operations = any([](const ProfileRow& row) { return !row.issued_by.empty(); });
  std::vector<Table::Column> columns{
      {"collective", Align::left}, {"algorithm", Align::left}, {"elements"}, {"type", Align::left}};
  if (has_steps) columns.push_back({"per step"});
  columns.insert(columns.end(), {{"count"}, {"sent"}, {"received"}, {"ms"}, {"median ms"}});
  if (has_operations) columns.push_back({"issued by", Align::left});
  columns.push_back({"of", Align::left});
  Table table(columns);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (most_rows > 0 && i >= static_cast<std::size_t>(most_rows)) break;
    const ProfileRow& row = rows[i];
    std::vector<std::string> cells{row.collective, row.algorithm, with_separators(*row.elements),
                                   row.dtype};
    if (has_steps) cells.push_back(row.per_step ? extremes_text(row.per_step) : "");
    cells.insert(cells.end(),
                 {with_separators(row.count), extremes_text(row.sent), extremes_text(row.received),
                  profile_ms(row.total_us), profile_ms(row.median_us)});
    if (has_operations) cells.push_back(row.issued_by);
    cells.push_back(row.purpose);
    table.add_row(std::move(cells));
  }
  return table.to_string() + cut_note(rows.size(), most_rows);
}

std::string steps_table(const OwnReport& report) {
  Table table({{"training step"}, {"collectives"}, {"sent"}, {"received"}, {"ms"}});
  for (const StepTotals& step : report.profile.steps) {
    table.add_row({step.train_step < 0 ? "none" : std::to_string(step.train_step),
                   with_separators(step.collectives), extremes_text(step.sent),
                   extremes_text(step.received), profile_ms(step.time_us)});
  }
  return table.to_string();
}

std::string ranks_table(const OwnReport& report) {
  const auto& predicted = report.header.predicted;
  std::vector<Table::Column> columns{{"rank"}, {"sent"}};
  if (!predicted.empty()) columns.push_back({"predicted"});
  columns.push_back({"received"});
  if (!predicted.empty()) columns.insert(columns.end(), {{"predicted"}, {"", Align::left}});
  Table table(columns);
  for (std::size_t rank = 0; rank < report.profile.ranks.size(); ++rank) {
    const RankTotals& measured = report.profile.ranks[rank];
    std::vector<std::string> cells{std::to_string(rank), with_separators(measured.sent_elements)};
    if (!predicted.empty()) cells.push_back(with_separators(predicted[rank].sent_elements));
    cells.push_back(with_separators(measured.received_elements));
    if (!predicted.empty()) {
      const bool agrees = measured.sent_elements == predicted[rank].sent_elements &&
                          measured.received_elements == predicted[rank].received_elements;
      cells.push_back(with_separators(predicted[rank].received_elements));
      cells.push_back(agrees ? "✓" : "≠");
    }
    table.add_row(std::move(cells));
  }
  return table.to_string();
}

std::string steps_words(const std::vector<int>& steps) {
  if (steps.size() == 1) return fmt::format("training step {}", steps.front());
  std::string text = "training steps ";
  for (std::size_t i = 0; i < steps.size(); ++i) {
    std::size_t last = i;
    while (last + 1 < steps.size() && steps[last + 1] == steps[last] + 1) ++last;
    text += fmt::format("{}{}", i == 0 ? "" : ", ", steps[i]);
    if (last > i) text += fmt::format("–{}", steps[last]);
    i = last;
  }
  return text;
}

std::string explanation_text(const OwnReport& report) {
  const Explanation& explanation = *report.explanation;
  std::string text = fmt::format("\nBeside {}\n\n", report.config_name);
  for (const std::string& note : report.config_notes) text += filled(note, "  ", 2);
  if (!report.config_notes.empty()) text += "\n";
  if (explanation.differences.empty()) {
    std::int64_t planned = 0;
    for (const CountedCollective& entry : explanation.plan) planned += entry.in_plan;
    return text + fmt::format(
                      "  It explains every collective of every training step, and would "
                      "issue no others: {} in each.\n",
                      with_separators(planned));
  }
  for (const StepDifference& difference : explanation.differences) {
    Table table({{"collective", Align::left},
                 {"elements"},
                 {"in the trace"},
                 {"by the configuration"},
                 {"", Align::left}});
    for (const CountedCollective& entry : difference.differing) {
      const bool unexplained = entry.in_trace > entry.in_plan;
      table.add_row({std::string(to_string(entry.collective)),
                     with_separators(static_cast<std::int64_t>(entry.elements)),
                     with_separators(entry.in_trace), with_separators(entry.in_plan),
                     fmt::format("{} {}", with_separators(std::abs(entry.in_trace - entry.in_plan)),
                                 unexplained ? "not explained" : "lacking")});
    }
    text += fmt::format("  In {}{} the trace differs from it:\n\n{}",
                        difference.train_steps.size() > 1 ? "each of " : "",
                        steps_words(difference.train_steps), table.to_string());
  }
  return text;
}

}  // namespace

std::string profile_text(const OwnReport& report, int most_rows) {
  std::string text = heading(report);
  for (const std::string& note : report.profile.notes) text += filled(note, "Note: ", 6);
  if (report.profile.rows.empty()) {
    text += "\nIt holds no collective.\n";
  } else {
    text += "\nCollectives\n\n" + rows_table(report, most_rows);
    text += "\n" + filled(
                       "elements: of the whole buffer of one collective. sent, received: by one "
                       "rank in all collectives of the row, from the least to the most of any "
                       "rank, counted from the trace's events. ms: a rank's time in them, from "
                       "its first to its last event, in the mean over ranks; median: of one.",
                       "", 0);
  }
  if (report.profile.steps.size() > 1) text += "\nBy training step\n\n" + steps_table(report);
  if (!report.only) {
    text += fmt::format("\nBy rank, over the whole trace (elements)\n\n{}", ranks_table(report));
    if (!as_predicted(report)) {
      text += "  ≠: the events do not add up to what the plan foretold.\n";
    }
  }
  if (report.explanation) text += explanation_text(report);
  return text;
}

}  // namespace zerolab
