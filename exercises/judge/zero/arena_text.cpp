// The table beside what is wrong with the arena: how much the rank held while it did what.
#include <algorithm>

#include <fmt/core.h>

#include "core/base/table.hpp"
#include "exercises/judge/endings.hpp"
#include "exercises/judge/zero/acts.hpp"
#include "exercises/judge/zero/calls.hpp"
#include "exercises/judge/zero/judge_zero.hpp"

namespace zerolab::exercises {

namespace {

constexpr std::size_t most_arena_rows = 16;

// What an arena holds; the rest a rank has been given.
constexpr std::array arena_categories{MemoryCategory::momentum, MemoryCategory::variance,
                                      MemoryCategory::gathered_parameters, MemoryCategory::buckets,
                                      MemoryCategory::scratch};

// [act], in elements: the most that is held since the one before; one more for the end.
std::vector<std::size_t> held_by_act(const RankActs& rank) {
  std::vector<std::size_t> held;
  CategoryBytes now{};
  std::size_t next = 0;
  for (std::size_t act = 0; act <= rank.acts.size(); ++act) {
    for (; next < rank.holdings.size() && rank.holdings[next].act <= act; ++next) {
      const Holding& holding = rank.holdings[next];
      bytes_of(now, holding.category) = static_cast<std::int64_t>(holding.bytes);
    }
    std::int64_t bytes = 0;
    for (const MemoryCategory category : arena_categories) bytes += bytes_of(now, category);
    held.push_back(static_cast<std::size_t>(bytes) / sizeof(float));
  }
  return held;
}

std::string act_cell(const RankActs& rank, std::size_t act) {
  if (act == rank.acts.size()) return "at the end";
  const Act& one = rank.acts[act];
  return one.is_pass() ? fmt::format("{} of unit {}", words_of(one.kind), one.unit)
                       : fmt::format("{} {}", words_of(one.kind), one.elements);
}

bool same_acts(const RankActs& a, const RankActs& b) {
  return std::ranges::equal(a.acts, b.acts, [](const Act& x, const Act& y) {
    return x.kind == y.kind && x.elements == y.elements;
  });
}

}  // namespace

std::string arena_text(const RunRecord& record) {
  if (!has_results(record)) return "";
  const std::optional<ArenaFault> fault = arena_fault(record);
  if (!fault) return "";
  const int rank = fault->finding.rank;
  const RankActs seen =
      acts_of(record.run, rank, record.ranks[static_cast<std::size_t>(rank)].notes);
  const RankActs right = acts_of(record.run, rank, right_notes(record.run, rank));
  const std::vector<std::size_t> held = held_by_act(seen);
  const std::vector<std::size_t> due = held_by_act(right);
  const bool comparable = same_acts(seen, right);
  std::size_t wrong = 0;
  while (wrong < seen.acts.size() && seen.acts[wrong].note < fault->note) ++wrong;

  std::vector<Table::Column> columns{{""}, {"while", Align::left}};
  if (comparable) columns.push_back({"right"});
  columns.push_back({fmt::format("rank {}", rank)});
  columns.push_back({"", Align::left});
  Table table(std::move(columns));
  const std::size_t first = wrong >= most_arena_rows ? wrong + 1 - most_arena_rows : 0;
  const std::size_t end = std::min(held.size(), first + most_arena_rows);
  for (std::size_t act = first; act < end; ++act) {
    std::vector<std::string> cells{act < seen.acts.size() ? fmt::format("{}", act + 1) : "",
                                   act_cell(seen, act)};
    if (comparable) cells.push_back(fmt::format("{}", due[act]));
    cells.push_back(fmt::format("{}", held[act]));
    const bool marked = comparable ? held[act] != due[act] : act == wrong;
    cells.push_back(marked ? "<-" : "");
    table.add_row(std::move(cells));
  }
  std::string text =
      fmt::format("what rank {} holds of its arena, in elements\n{}", rank, table.to_string());
  if (held.size() > end) text += fmt::format("  … and {} more\n", held.size() - end);
  return text;
}

}  // namespace zerolab::exercises
