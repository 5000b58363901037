#include "core/cli/cost_text.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/table.hpp"
#include "core/base/units.hpp"
#include "core/cli/cost_units.hpp"
#include "core/cli/words.hpp"

namespace zerolab {

namespace {

constexpr std::size_t columns = 98;

// Words broken into lines of at most `columns`; lines after the first are indented by so many
// blanks.
std::string wrapped(std::string_view text, std::size_t indent = 0) {
  std::string out;
  std::size_t width = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    if (width > 0) {
      const bool fits = width + 1 + display_width(word) <= columns;
      out += fits ? " " : "\n" + std::string(indent, ' ');
      width = fits ? width + 1 : indent;
    }
    out += word;
    width += display_width(word);
    begin = end + 1;
  }
  return out + "\n";
}

std::string heading(const CostQuestion& question) {
  const std::string root =
      question.root
          ? fmt::format(" {} rank {}", question.collective == Collective::broadcast ? "from" : "to",
                        *question.root)
          : "";
  return fmt::format("{}{} of {} on {}, by a model of this network:\n  {}\n",
                     to_string(question.collective), root, format_bytes(question.bytes),
                     counted(question.world_size, "rank"), wrapped(to_text(question.network), 2));
}

std::string difference(const CostRow& row) {
  if (!row.closed) return "–";
  if (row.closed->seconds == 0) return row.seconds == 0 ? "0 %" : "–";
  const double part = row.seconds / row.closed->seconds - 1;
  if (std::fabs(part) < 1e-9) return "0 %";
  return fmt::format("{:+.{}f} %", 100 * part, std::fabs(part) < 0.1 ? 2 : 0);
}

std::string table_of(const CostQuestion& question, const CostRows& rows) {
  Table table({{"algorithm", Align::left},
               {"steps"},
               {"time"},
               {"algbw GB/s"},
               {"busbw GB/s"},
               {"closed form"},
               {"difference"}});
  for (const CostRow& row : rows.rows) {
    table.add_row({row.model.algorithm(), with_separators(row.model.steps()),
                   format_seconds(row.seconds),
                   format_bandwidth(row.algorithm_bandwidth(question.bytes)),
                   format_bandwidth(row.bus_bandwidth(question.bytes)),
                   row.closed ? format_seconds(row.closed->seconds) : "none", difference(row)});
  }
  return table.to_string();
}

std::string bus_factor(Collective collective) {
  switch (collective) {
    case Collective::all_reduce: return "2(N-1)/N";
    case Collective::reduce_scatter:
    case Collective::all_gather: return "(N-1)/N";
    case Collective::broadcast:
    case Collective::reduce: return "1";
  }
  throw InvariantError("a Collective without a bus bandwidth");
}

// Each formula once, with all algorithms that have it.
std::string formulas(const CostQuestion& question, const CostRows& rows) {
  std::vector<std::pair<std::string, std::string>> names;  // formula, algorithms
  for (const CostRow& row : rows.rows) {
    if (!row.closed || question.world_size == 1) continue;
    const auto same =
        std::ranges::find(names, row.closed->formula, &decltype(names)::value_type::first);
    if (same == names.end()) {
      names.emplace_back(row.closed->formula, row.model.algorithm());
    } else {
      same->second += ", " + row.model.algorithm();
    }
  }
  if (names.empty()) return "";
  std::string text =
      "\n" +
      wrapped(
          "Closed forms, with S bytes, α per message, β per byte, γ per byte added. They are for "
          "links "
          "all like the slowest, nothing shared, nobody late or slow: the difference is what that "
          "leaves out.");
  for (const auto& [formula, algorithms] : names) {
    text += "  " + wrapped(algorithms + ": " + formula, 4);
  }
  return text;
}

std::string crossovers(const CostRows& rows) {
  if (rows.fastest.empty()) return "";
  std::string text =
      fmt::format("\nThe fastest by size, between {} and {}:\n",
                  format_bytes(least_crossover_bytes), format_bytes(most_crossover_bytes));
  std::size_t widest = 0;
  for (const Fastest& change : rows.fastest) {
    widest = std::max(widest, with_separators(change.from_bytes).size());
  }
  for (const Fastest& change : rows.fastest) {
    text += fmt::format("  from {:>{}} bytes  {}\n", with_separators(change.from_bytes), widest,
                        rows.rows[change.algorithm].model.algorithm());
  }
  return text;
}

// Those with one reason in one line.
std::string left_out(const CostRows& rows) {
  std::map<std::string, std::string> names;
  for (const LeftOut& one : rows.left_out) {
    std::string& list = names[one.reason];
    list += (list.empty() ? "" : ", ") + one.algorithm;
  }
  std::string text;
  for (const auto& [reason, list] : names) {
    text += wrapped(fmt::format("Left out: {}: {}.", list, reason));
  }
  return text.empty() ? "" : "\n" + text;
}

std::string meaning(const CostQuestion& question, const CostRows& rows) {
  const CostRow& best = rows.rows.front();
  if (question.world_size == 1) return "\nOne rank has nobody to talk to: it takes no time.\n";
  const std::string_view what =
      question.network.late.empty() ? "latency" : "latency and waiting for who is late";
  return "\n" +
         wrapped(fmt::format("{} takes {}. With no bytes at all it would take {}: {}, {:.3g} % of "
                             "the time.",
                             best.model.algorithm(), format_seconds(best.seconds),
                             format_seconds(best.latency_seconds), what,
                             best.seconds > 0 ? 100 * best.latency_seconds / best.seconds : 0)) +
         wrapped(fmt::format("algbw is bytes over time, GB/s are 10^9 bytes per second; busbw is "
                             "algbw·{}, which compares with a link's bandwidth.",
                             bus_factor(question.collective)));
}

}  // namespace

std::string cost_text(const CostQuestion& question, const CostRows& rows) {
  return heading(question) + table_of(question, rows) + meaning(question, rows) +
         formulas(question, rows) + crossovers(rows) + left_out(rows);
}

}  // namespace zerolab
