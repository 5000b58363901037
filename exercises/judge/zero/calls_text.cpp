// The table beside the sentence: what should have been called, and what each rank called.
#include <algorithm>

#include <fmt/core.h>

#include "core/base/table.hpp"
#include "exercises/judge/zero/call_pairs.hpp"
#include "exercises/judge/zero/judge_zero.hpp"

namespace zerolab::exercises {

namespace {

constexpr std::size_t most_rows = 12;
constexpr std::size_t most_rank_columns = 4;

std::string call_cell(NoteKind kind, std::size_t elements) {
  return fmt::format("{} {}", words_of(kind), elements);
}

// What stands in one row: a right collective, and what each rank called for it; or what ranks
// called besides.
struct CallRow {
  std::optional<std::size_t> right;
  std::vector<std::string> cells;  // by rank
  bool same = true;                // on all ranks
};

// A rank's pairs by rows: [place] what it called before right call `place`, and for it.
struct RankCalls {
  std::vector<std::vector<std::string>> surplus;  // one place more than there are right calls
  std::vector<std::string> due;
};

RankCalls calls_by_place(const RunRecord& record, const std::vector<RightCall>& right, int rank) {
  const auto seen = seen_calls(record.ranks[static_cast<std::size_t>(rank)]);
  RankCalls calls;
  calls.surplus.resize(right.size() + 1);
  std::size_t taken = 0;
  for (const CallPair& pair : paired_calls(right, seen)) {
    std::string cell = pair.seen ? call_cell(seen[*pair.seen].kind, seen[*pair.seen].elements) : "";
    if (!pair.same) cell += pair.seen ? " <-" : "- <-";
    if (!pair.seen && taken == seen.size() && was_stopped(record, rank)) cell = "";
    taken += pair.seen.has_value() ? 1 : 0;
    if (pair.right) {
      calls.due.push_back(std::move(cell));
    } else {
      calls.surplus[calls.due.size()].push_back(std::move(cell));
    }
  }
  return calls;
}

std::vector<CallRow> rows_of_calls(const RunRecord& record, const std::vector<RightCall>& right) {
  std::vector<RankCalls> ranks;
  for (int rank = 0; rank < record.run.ranks; ++rank) {
    ranks.push_back(calls_by_place(record, right, rank));
  }
  std::vector<CallRow> rows;
  const auto add = [&](std::optional<std::size_t> place, const auto& cell_of) {
    CallRow row{place, {}, true};
    for (const RankCalls& calls : ranks) row.cells.push_back(cell_of(calls));
    row.same = std::ranges::none_of(
        row.cells, [](const std::string& cell) { return cell.find("<-") != std::string::npos; });
    rows.push_back(std::move(row));
  };
  for (std::size_t place = 0; place <= right.size(); ++place) {
    std::size_t most = 0;
    for (const RankCalls& calls : ranks) most = std::max(most, calls.surplus[place].size());
    for (std::size_t i = 0; i < most; ++i) {
      add(std::nullopt, [&](const RankCalls& calls) {
        return i < calls.surplus[place].size() ? calls.surplus[place][i] : std::string();
      });
    }
    if (place < right.size()) {
      add(place, [&](const RankCalls& calls) { return calls.due[place]; });
    }
  }
  return rows;
}

std::string table_of_calls(const RunRecord& record) {
  const std::vector<RightCall> right = right_calls(record.run);
  const std::vector<CallRow> rows = rows_of_calls(record, right);
  const std::size_t ranks = record.ranks.size();
  const std::size_t shown_ranks = std::min(ranks, most_rank_columns);
  std::vector<Table::Column> columns{{""}, {"right", Align::left}};
  for (std::size_t rank = 0; rank < shown_ranks; ++rank) {
    columns.push_back({fmt::format("rank {}", rank), Align::left});
  }
  Table table(std::move(columns));
  const auto wrong =
      static_cast<std::size_t>(std::ranges::find(rows, false, &CallRow::same) - rows.begin());
  const std::size_t first = wrong < rows.size() && wrong >= most_rows ? wrong + 1 - most_rows : 0;
  for (std::size_t r = first; r < std::min(rows.size(), first + most_rows); ++r) {
    const CallRow& row = rows[r];
    std::vector<std::string> cells{"", "-"};
    if (row.right) {
      cells = {fmt::format("{}", *row.right + 1),
               call_cell(right[*row.right].kind, right[*row.right].elements)};
    }
    cells.insert(cells.end(), row.cells.begin(),
                 row.cells.begin() + static_cast<std::ptrdiff_t>(shown_ranks));
    table.add_row(std::move(cells));
  }
  std::string text =
      "collectives in the order of calls, and the elements of their buffers\n" + table.to_string();
  if (rows.size() > first + most_rows) {
    text += fmt::format("  … and {} more\n", rows.size() - first - most_rows);
  }
  if (ranks > shown_ranks) {
    text += fmt::format("ranks {} to {} are not shown\n", shown_ranks, ranks - 1);
  }
  return text;
}

std::string table_of_pieces(const RunRecord& record) {
  const Links right = right_links(record.run);
  Links all = right;
  const Links seen = seen_links(record);
  for (const auto& [link, traffic] : seen) all.try_emplace(link);
  Table table({{"from", Align::left}, {"to", Align::left}, {"right"}, {"sent"}, {"", Align::left}});
  const auto cell = [](const Links& links, std::pair<int, int> link) {
    const auto found = links.find(link);
    if (found == links.end()) return std::string("-");
    return fmt::format("{} in {}", found->second.elements, found->second.messages);
  };
  std::size_t rows = 0;
  for (const auto& [link, traffic] : all) {
    const std::string due = cell(right, link);
    const std::string sent = cell(seen, link);
    if (++rows > 2 * most_rows) break;
    table.add_row({fmt::format("rank {}", link.first), fmt::format("rank {}", link.second), due,
                   sent, due == sent ? "" : "<-"});
  }
  return "elements, and the messages that they move in\n" + table.to_string();
}

}  // namespace

std::string calls_text(const RunRecord& record) {
  if (!is_collective(record.run.exercise)) return "";
  if (record.run.exercise == 14) return table_of_pieces(record);
  return first_wrong_call(record) ? table_of_calls(record) : arena_text(record);
}

}  // namespace zerolab::exercises
