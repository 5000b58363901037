#include "core/cli/counts_steps.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/table.hpp"
#include "core/base/units.hpp"
#include "core/cli/counts_world.hpp"
#include "core/cli/words.hpp"

namespace zerolab {

namespace {

constexpr std::size_t widest_line = 100;  // columns of a terminal

// Whether every line of a table does.
bool fits(const std::string& table) {
  for (std::size_t begin = 0; begin < table.size();) {
    const std::size_t end = table.find('\n', begin);
    if (display_width(std::string_view(table).substr(begin, end - begin)) > widest_line)
      return false;
    begin = end + 1;
  }
  return true;
}

// [rank]: to whom it sends; -1: to nobody, or not always to the same.
std::vector<int> destinations(const Schedule& schedule) {
  std::vector<int> to(static_cast<std::size_t>(schedule.world_size), -1);
  std::vector<bool> several(to.size());
  for (const Transfer& transfer : schedule.transfers) {
    const auto source = static_cast<std::size_t>(transfer.source);
    if (to[source] >= 0 && to[source] != transfer.destination) several[source] = true;
    to[source] = transfer.destination;
  }
  for (std::size_t rank = 0; rank < to.size(); ++rank) {
    if (several[rank]) to[rank] = -1;
  }
  return to;
}

char sign_of(Combine combine) {
  switch (combine) {
    case Combine::copy: return '=';
    case Combine::add: return '+';
  }
  throw InvariantError("a Combine without a sign");
}

// Neighbouring chunks that go the same way in one step.
struct Run {
  Transfer first;
  int last_chunk;

  bool continued_by(const Transfer& next) const {
    return next.step == first.step && next.source == first.source &&
           next.destination == first.destination && next.combine == first.combine &&
           next.chunk == last_chunk + 1;
  }
};

// In the order of the transfers.
std::vector<Run> runs_of(const Schedule& schedule) {
  std::vector<Run> runs;
  for (const Transfer& transfer : schedule.transfers) {
    if (!runs.empty() && runs.back().continued_by(transfer)) {
      runs.back().last_chunk = transfer.chunk;
    } else {
      runs.push_back({transfer, transfer.chunk});
    }
  }
  return runs;
}

// A row per step, a column per link: "+3" is chunk 3, added by the receiver; "+3-5" chunks 3 to 5.
std::string transfers_grid(const Schedule& schedule) {
  const auto to = destinations(schedule);
  std::vector<Table::Column> columns{{"step"}};
  for (std::size_t rank = 0; rank < to.size(); ++rank) {
    columns.push_back({fmt::format("{}→{}", rank, to[rank] < 0 ? "" : std::to_string(to[rank]))});
  }
  Table table(columns);
  const auto runs = runs_of(schedule);
  auto run = runs.begin();
  for (int step = 0; step < step_count(schedule); ++step) {
    std::vector<std::string> cells(columns.size());
    cells[0] = std::to_string(step);
    for (; run != runs.end() && run->first.step == step; ++run) {
      const auto source = static_cast<std::size_t>(run->first.source);
      std::string& cell = cells[source + 1];
      if (!cell.empty()) cell += ' ';
      cell += fmt::format("{}{}", sign_of(run->first.combine), run->first.chunk);
      if (run->last_chunk > run->first.chunk) cell += fmt::format("-{}", run->last_chunk);
      if (to[source] < 0) cell += fmt::format("→{}", run->first.destination);
    }
    for (std::string& cell : cells) {
      if (cell.empty()) cell = "·";
    }
    table.add_row(std::move(cells));
  }
  return table.to_string();
}

template <typename Text>
std::string totals_grid(const ScheduleCounts& counts, TrafficNumber number, const Text& text) {
  std::vector<Table::Column> columns{{"step"}};
  for (std::size_t rank = 0; rank < counts.per_rank.size(); ++rank) {
    columns.push_back({fmt::format("r{}", rank)});
  }
  Table table(columns);
  std::vector<Traffic> so_far(counts.per_rank.size());
  for (std::size_t step = 0; step < counts.per_step.size(); ++step) {
    std::vector<std::string> cells{std::to_string(step)};
    for (std::size_t rank = 0; rank < so_far.size(); ++rank) {
      so_far[rank] += counts.per_step[step][rank];
      cells.push_back(text(so_far[rank].*number));
    }
    table.add_row(std::move(cells));
  }
  return table.to_string();
}

// In elements where that fits a terminal, otherwise in percent of Ψ.
std::string running_totals(const ScheduleCounts& counts, std::string_view verb,
                           TrafficNumber number, std::int64_t psi) {
  const std::string elements = totals_grid(counts, number, with_separators);
  if (fits(elements)) {
    return fmt::format("{} so far by each rank r, in elements\n\n{}", verb, elements);
  }
  return fmt::format("{} so far by each rank r, in percent of Ψ\n\n{}", verb,
                     totals_grid(counts, number, [&](std::int64_t moved) {
                       return fmt::format("{:.0f}%", 100.0 * static_cast<double>(moved) /
                                                         static_cast<double>(psi));
                     }));
}

// "c_0 = 3, c_1 = 3, …", or in one phrase where all are alike.
std::string sizes_line(const ChunkLayout& layout) {
  const auto [largest, smallest] = chunk_sizes(layout);
  if (largest == smallest) return fmt::format("Every chunk has {}.\n", counted(largest, "element"));
  const auto longer =
      static_cast<int>(layout.element_count % static_cast<std::size_t>(layout.chunk_count));
  return fmt::format("{} {}, the others {}.\n",
                     longer == 1 ? "Chunk 0 has" : fmt::format("Chunks 0 to {} have", longer - 1),
                     counted(largest, "element"), with_separators(smallest));
}

// One line per step: the least and the most that a rank sends in it, and has sent so far.
std::string lines_per_step(const ScheduleCounts& counts, std::int64_t psi) {
  Table table({{"step"},
               {"messages"},
               {"sent: least"},
               {"most"},
               {"sent so far: least"},
               {"most"},
               {"multiple of Ψ"}});
  std::vector<Traffic> so_far(counts.per_rank.size());
  for (std::size_t step = 0; step < counts.per_step.size(); ++step) {
    const auto& now = counts.per_step[step];
    for (std::size_t rank = 0; rank < so_far.size(); ++rank) so_far[rank] += now[rank];
    const auto text = [](std::int64_t value) { return with_separators(value); };
    const std::int64_t most = most_of(so_far, &Traffic::sent_elements);
    table.add_row(
        {text(static_cast<std::int64_t>(step)), text(sum_of(now, &Traffic::sent_messages)),
         text(least_of(now, &Traffic::sent_elements)), text(most_of(now, &Traffic::sent_elements)),
         text(least_of(so_far, &Traffic::sent_elements)), text(most),
         as_multiple_of_psi(most, psi)});
  }
  return table.to_string();
}

}  // namespace

std::string steps_text(const Schedule& schedule, const ChunkLayout& layout) {
  if (schedule.transfers.empty()) return "";
  const ScheduleCounts counts = count(schedule, layout);
  const auto psi = static_cast<std::int64_t>(layout.element_count);
  const std::string grid = schedule.world_size > max_grid_ranks ? "" : transfers_grid(schedule);
  if (grid.empty() || !fits(grid)) {
    return fmt::format(
        "What a rank sends in each step, the least and the most of all ranks, in elements "
        "({})\n\n{}",
        grid.empty() ? fmt::format("up to\n{} ranks every chunk is shown", max_grid_ranks)
                     : fmt::format("every\nchunk would take more than {} columns", widest_line),
        lines_per_step(counts, psi));
  }
  const bool has_runs = grid.find('-') != grid.npos;
  return fmt::format(
      "Which chunk goes over which link, in each step\n"
      "+3: chunk 3, and the receiver adds it to its own; =3: it copies it over its own; ·: "
      "nothing\n"
      "{}{}\n{}\n{}\n{}",
      has_runs ? "+3-5: chunks 3 to 5, each a message\n" : "", sizes_line(layout), grid,
      running_totals(counts, "Sent", &Traffic::sent_elements, psi),
      running_totals(counts, "Received", &Traffic::received_elements, psi));
}

}  // namespace zerolab
