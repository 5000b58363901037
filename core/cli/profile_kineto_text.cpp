// A trace of PyTorch's profiler, for people.
#include <algorithm>

#include <fmt/core.h>

#include "core/base/table.hpp"
#include "core/base/units.hpp"
#include "core/cli/profile_text.hpp"
#include "core/cli/words.hpp"

namespace zerolab {

namespace {

std::string heading(const KinetoReport& report) {
  const DistributedInfo& info = report.trace.info;
  std::string who;
  if (info.rank) who += fmt::format(", rank {}", *info.rank);
  if (info.world_size)
    who += fmt::format(
        "{} {}", info.rank ? " of" : ", of",
        info.rank ? std::to_string(*info.world_size) : counted(*info.world_size, "rank"));
  if (!info.backend.empty()) who += ", " + info.backend;
  const auto count = [](std::size_t value) { return static_cast<std::int64_t>(value); };
  const JoinedCalls& calls = report.trace.calls;
  std::string text = fmt::format("{}: a trace of PyTorch's profiler (Kineto){}\n{}; {} of NCCL",
                                 report.name, who, counted(count(report.trace.events), "event"),
                                 counted(count(calls.kernels.size()), "kernel"));
  if (calls.given_sizes > 0) {
    text += fmt::format(", {} of which have their sizes from the host's calls",
                        with_separators(count(calls.given_sizes)));
  }
  if (!report.host_rows.empty()) {
    text += fmt::format("; {} on the host", counted(count(calls.host.size()), "call"));
    if (!calls.kernels.empty()) text += " that no kernel can be matched to";
  }
  return text + "\n";
}

std::string text_or_unknown(const std::string& text) {
  return text.empty() ? "?" : text;
}

std::string number_or_unknown(const std::optional<std::int64_t>& number) {
  return number ? with_separators(*number) : "?";
}

// Steps that the profiler marked; per-step counts only make sense with these.
std::string per_step(std::int64_t count, std::int64_t steps) {
  return count % steps == 0
             ? with_separators(count / steps)
             : fmt::format("{:.1f}", static_cast<double>(count) / static_cast<double>(steps));
}

enum class Times { shown, none };

std::string rows_table(const std::vector<ProfileRow>& rows, std::int64_t steps, Times times,
                       int most_rows) {
  std::vector<Table::Column> columns{
      {"collective", Align::left}, {"elements"}, {"type", Align::left}, {"ranks"}};
  if (steps > 0) columns.push_back({"per step"});
  columns.insert(columns.end(), {{"count"}, {"sent"}, {"received"}});
  if (times == Times::shown) {
    columns.insert(columns.end(), {{"ms"}, {"median ms"}, {"NCCL's way", Align::left}});
  }
  Table table(columns);
  const auto add = [&](const std::string& name, const ProfileRow& row, bool is_sum) {
    std::vector<std::string> cells{name, is_sum ? "" : number_or_unknown(row.elements),
                                   is_sum ? "" : text_or_unknown(row.dtype),
                                   is_sum ? "" : number_or_unknown(row.ranks)};
    if (steps > 0) cells.push_back(per_step(row.count, steps));
    cells.insert(cells.end(), {with_separators(row.count), extremes_text(row.sent),
                               extremes_text(row.received)});
    if (times == Times::shown) {
      cells.insert(cells.end(), {profile_ms(row.total_us), is_sum ? "" : profile_ms(row.median_us),
                                 is_sum ? "" : text_or_unknown(row.algorithm)});
    }
    table.add_row(std::move(cells));
  };
  ProfileRow sum;
  sum.sent = sum.received = Extremes{};
  const auto add_to = [](std::optional<Extremes>& total, const std::optional<Extremes>& part) {
    if (!total || !part) return total.reset();
    total->least = total->most = saturating_sum(total->most, part->most);
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (most_rows <= 0 || i < static_cast<std::size_t>(most_rows)) {
      add(rows[i].collective, rows[i], false);
    }
    sum.count += rows[i].count;
    add_to(sum.sent, rows[i].sent);
    add_to(sum.received, rows[i].received);
    if (rows[i].total_us >= 0) sum.total_us = std::max(sum.total_us, 0.0) + rows[i].total_us;
  }
  table.add_gap();
  add("all", sum, true);
  return table.to_string() + cut_note(rows.size(), most_rows);
}

std::string meaning(const KinetoReport& report) {
  std::string text =
      "elements: of the whole buffer (of an all-gather what every rank holds afterwards, of a "
      "reduce-scatter what every rank starts with). sent, received: elements of one rank in all "
      "collectives of the row, by a ring's formula (of an all-to-all as if its parts were even): "
      "NCCL may take a tree or let the switch add "
      "(its "
      "way, by the kernel's name). ms: of kernels on this rank, waiting for other ranks included. "
      "?: the file does not say.";
  const bool assumes_ranks =
      report.trace.info.world_size &&
      std::any_of(report.trace.calls.host.begin(), report.trace.calls.host.end(),
                  [](const Call& call) { return !call.group_size; });
  if (assumes_ranks) {
    text +=
        fmt::format(" ranks: {}, the file's world size, where a collective does not say its own.",
                    *report.trace.info.world_size);
  }
  return "\n" + filled(text, "", 0);
}

std::string tables(const KinetoReport& report, int most_rows) {
  const std::int64_t steps = report.trace.steps_marked;
  std::string text;
  if (!report.kernel_rows.empty()) {
    text += fmt::format("\nKernels of NCCL{}\n\n{}",
                        steps > 0 ? ", " + counted(steps, "training step") : "",
                        rows_table(report.kernel_rows, steps, Times::shown, most_rows));
  }
  if (!report.host_rows.empty()) {
    text += report.kernel_rows.empty()
                ? "\nCalls on the host (annotations): no kernels in the file\n\n"
                : "\nCalls on the host (annotations): the same collectives once "
                  "more, with their sizes\n\n";
    text += rows_table(report.host_rows, steps, Times::none, most_rows);
  }
  if (text.empty()) return "\nNo collective in it.\n";
  return text + meaning(report);
}

std::string list(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += filled(sentence, "  - ", 4);
  return text;
}

std::string judgement_text(const Judgement& judgement) {
  std::string text = "\nWhat would issue this\n\n" + filled(judgement.verdict, "  ", 2);
  if (!judgement.flags.empty()) text += filled(judgement.flags, "  ", 2);
  if (!judgement.evidence.empty()) text += "\nEvidence\n\n" + list(judgement.evidence);
  if (!judgement.uncertain.empty()) text += "\nUncertain\n\n" + list(judgement.uncertain);
  return text;
}

std::string explanation_text(const KinetoReport& report) {
  const ForeignExplanation& explanation = *report.explanation;
  std::string text = fmt::format("\nBeside {}\n\n", report.config_name);
  Table table({{"large collectives", Align::left}, {"in the trace"}, {"by the configuration"}});
  for (const KindComparison& kind : explanation.kinds) {
    table.add_row({std::string(to_string(kind.kind)), kind.in_trace ? "yes" : "no",
                   kind.in_plan ? "yes" : "no"});
  }
  text += table.to_string();
  if (explanation.unexplained.empty() && explanation.lacking.empty()) {
    text += "\n  The configuration explains the trace, as far as the two can be compared.\n";
  }
  if (!explanation.unexplained.empty()) {
    text += "\nNot explained by the configuration\n\n" + list(explanation.unexplained);
  }
  if (!explanation.lacking.empty()) {
    text += "\nLacking in the trace\n\n" + list(explanation.lacking);
  }
  return text + "\nNot compared\n\n" + list(explanation.not_compared);
}

}  // namespace

std::string profile_text(const KinetoReport& report, int most_rows) {
  std::string text = heading(report);
  for (const std::string& warning : report.trace.warnings) text += filled(warning, "Warning: ", 9);
  text += tables(report, most_rows) + judgement_text(report.judgement);
  if (report.explanation) text += explanation_text(report);
  return text;
}

}  // namespace zerolab
