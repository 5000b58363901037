#include "viz/app/text_view.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "core/base/table.hpp"
#include "core/base/units.hpp"
#include "viz/playback/sentence.hpp"
#include "viz/scene/cell.hpp"
#include "viz/scene/current.hpp"

namespace zerolab {

namespace {

constexpr int most_text_chunks = 32;
constexpr std::size_t most_digits = 8;
constexpr std::size_t most_text_differences = 8;

std::string holding(std::span<const std::uint8_t> held) {
  const int count = contributor_count(held);
  if (count == 0) return ".";
  return held.size() <= most_digits ? contribution_digits(held) : std::to_string(count);
}

}  // namespace

std::string text_view(const Story& story, const PlaybackState& state, double logical_time,
                      std::optional<int> pinned_rank) {
  const Current current = current_of(story, state);
  std::string text = fmt::format("{:.2f} of {}", logical_time, story.beats().size());
  if (current.info == nullptr) {
    return text + "\n\n" + sentence(story, state, pinned_rank) + "\n";
  }
  const auto moves = shown_moves(story, current);
  text += fmt::format(
      "   {} by {}, {} elements{}\n\n", to_string(current.info->collective),
      current.info->algorithm,
      with_separators(static_cast<std::int64_t>(current.info->element_count)),
      current.beat
          ? fmt::format(", step {} of {}", *current.beat - current.beats.begin + 1, current.steps())
          : std::string());
  const int chunks = std::min(state.chunk_count, most_text_chunks);
  std::vector<Table::Column> columns{{"rank"}};
  for (int chunk = 0; chunk < chunks; ++chunk) columns.push_back({fmt::format("chunk {}", chunk)});
  columns.push_back({"sent"});
  columns.push_back({"received"});
  Table table(columns);
  for (int rank = 0; rank < story.world_size(); ++rank) {
    std::vector<std::string> row{std::to_string(rank)};
    for (int chunk = 0; chunk < chunks; ++chunk) {
      const bool written = std::ranges::any_of(moves, [&](const ChunkMove& move) {
        return move.destination == rank && move.chunk == chunk;
      });
      const std::string cell = holding(state.held(rank, chunk));
      row.push_back(written ? fmt::format("[{}]", cell) : cell + " ");
    }
    const Moved& moved = state.moved_in_collective[static_cast<std::size_t>(rank)];
    row.push_back(with_separators(moved.sent_elements));
    row.push_back(with_separators(moved.received_elements));
    table.add_row(row);
  }
  text += table.to_string();
  if (chunks < state.chunk_count) {
    text += fmt::format("  (the first {} of {} chunks)\n", chunks, state.chunk_count);
  }
  return text + "\n" + sentence(story, state, pinned_rank) + "\n";
}

std::string pair_text_view(const TextRun& left, const TextRun& right, const Alignment& alignment,
                           double time, std::span<const TransferDifference> differences,
                           const RunTitles& titles, std::optional<int> pinned_rank) {
  std::string text;
  for (const Side side : both_sides) {
    const TextRun& run = side == Side::left ? left : right;
    const TextRun& other = side == Side::left ? right : left;
    const std::string ended = ended_words(alignment, time, run.story, other.story, side);
    text += fmt::format("── {}{}{}\n", heading(titles.of(side)), ended.empty() ? "" : ": ", ended);
    text += text_view(run.story, run.state, run.logical_time, pinned_rank) + "\n";
  }
  if (differences.size() < 2) {
    return text + (differences.empty() ? "" : "≠ ") +
           difference_sentence(alignment, time, left.story, right.story, differences, titles,
                               pinned_rank) +
           "\n";
  }
  const std::size_t told = std::min(differences.size(), most_text_differences);
  for (const TransferDifference& one : differences.first(told)) {
    text += "≠ " + difference_words(one, titles) + "\n";
  }
  if (told < differences.size()) {
    text += fmt::format("  {} more transfers differ\n", differences.size() - told);
  }
  return text;
}

}  // namespace zerolab
