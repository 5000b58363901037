#include "viz/scene/step_table.hpp"

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "core/base/units.hpp"
#include "viz/scene/fitting_text.hpp"

namespace zerolab {

namespace {

constexpr std::size_t table_columns = 5;
using TableRow = std::array<std::string, table_columns>;

// "3 → 2", "3 ← 0"; several: "3 → 2 +1".
std::string move_words(std::span<const ChunkMove> moves, int rank, bool sends) {
  std::string text;
  int more = 0;
  for (const ChunkMove& move : moves) {
    if ((sends ? move.source : move.destination) != rank) continue;
    if (text.empty()) {
      text = fmt::format("{} {} {}", move.chunk, sends ? "→" : "←",
                         sends ? move.destination : move.source);
    } else {
      ++more;
    }
  }
  if (text.empty()) return "–";
  return more == 0 ? text : fmt::format("{} +{}", text, more);
}

// "875.0 M": for where the whole number has no room.
std::string short_count(std::int64_t value) {
  constexpr std::array units{"", " k", " M", " G", " T"};
  auto number = static_cast<double>(value);
  std::size_t unit = 0;
  for (; number >= 1000 && unit + 1 < units.size(); ++unit) number /= 1000;
  return unit == 0 ? std::to_string(value) : fmt::format("{:.4g}{}", number, units[unit]);
}

class StepTable {
 public:
  StepTable(Painter& painter, const Box& box, const SceneInput& input, const Current& current)
      : painter_(painter),
        box_(box),
        input_(input),
        current_(current),
        u_(input.unit),
        ranks_(input.story.world_size()) {
    row_height_ = std::clamp((box.height - 104 * u_) / static_cast<float>(ranks_),
                             std::max(17 * u_, 14.0F), std::max(30 * u_, 14.0F));
    shown_ = std::clamp(static_cast<int>((box.height - 104 * u_) / row_height_), 0, ranks_);
    size_ = std::max(11.0F, std::min(row_height_ * 0.56F, 16 * u_));
    rows_ = rows(with_separators);
    if (!place_columns()) {
      rows_ = rows(short_count);
      place_columns();
    }
  }

  void draw() {
    const Theme& theme = input_.theme;
    float y = box_.y + 20 * u_;
    painter_.text({box_.x, y},
                  current_.beat
                      ? fmt::format("In step {}", *current_.beat - current_.beats.begin + 1)
                      : std::string("Before step 1"),
                  {Face::strong, legible(17, u_), theme.text});
    painter_.text({box_.right(), y}, "in elements, so far",
                  {Face::text, legible(15, u_), theme.quiet_text, AlignX::right, AlignY::middle});
    y += 30 * u_;
    for (std::size_t i = 0; i < table_columns; ++i) {
      painter_.text({right_[i], y}, titles[i],
                    {Face::text, legible(15, u_), theme.quiet_text, AlignX::right, AlignY::middle});
    }
    y += 15 * u_;
    const Point rule[]{{box_.x, y}, {box_.right(), y}};
    painter_.path(rule, {theme.faint, 1});
    for (int rank = 0; rank < shown_; ++rank) {
      draw_row(rank, y + (static_cast<float>(rank) + 0.5F) * row_height_ + 3 * u_);
    }
    y += static_cast<float>(shown_) * row_height_ + 20 * u_;
    const std::string note = shown_ < ranks_
                                 ? fmt::format("and {} more: see the counters (3)", ranks_ - shown_)
                                 : std::string("chunk → to rank, chunk ← from rank");
    painter_.text({box_.x, y}, note, {Face::text, legible(14, u_), theme.quiet_text});
  }

 private:
  static constexpr std::array<const char*, table_columns> titles{"rank", "sends", "receives",
                                                                 "sent", "received"};

  template <typename Count>
  std::vector<TableRow> rows(const Count& count) const {
    const auto moves = shown_moves(input_, current_);
    std::vector<TableRow> all;
    for (int rank = 0; rank < shown_; ++rank) {
      const Moved& moved = input_.state.moved_in_collective[static_cast<std::size_t>(rank)];
      all.push_back({std::to_string(rank), move_words(moves, rank, true),
                     move_words(moves, rank, false), count(moved.sent_elements),
                     count(moved.received_elements)});
    }
    return all;
  }

  // Each column as wide as its widest text, the rest spread between them. False: no room.
  bool place_columns() {
    std::array<float, table_columns> widths{};
    float total = 0;
    for (std::size_t i = 0; i < table_columns; ++i) {
      widths[i] = painter_.text_width(titles[i], {Face::text, legible(15, u_), {}});
      for (const TableRow& row : rows_) {
        widths[i] = std::max(widths[i], painter_.text_width(row[i], {Face::number, size_, {}}));
      }
      total += widths[i];
    }
    const float gap = (box_.width - total) / static_cast<float>(table_columns - 1);
    float x = box_.x;
    for (std::size_t i = 0; i < table_columns; ++i) {
      right_[i] = x + widths[i];
      x = right_[i] + gap;
    }
    return gap >= 10 * u_;
  }

  void draw_row(int rank, float middle) {
    const Theme& theme = input_.theme;
    const bool pinned = input_.view.pinned_rank == rank;
    const Box line{box_.x - 6 * u_, middle - row_height_ / 2, box_.width + 12 * u_, row_height_};
    if (pinned) painter_.box(line, theme.panel, {theme.accent, 1.5F * u_}, 4 * u_);
    const Colour ink = input_.view.pinned_rank && !pinned ? theme.quiet_text : theme.text;
    for (std::size_t i = 0; i < table_columns; ++i) {
      painter_.text({right_[i], middle}, rows_[static_cast<std::size_t>(rank)][i],
                    {Face::number, size_, ink, AlignX::right, AlignY::middle});
    }
    painter_.name(line, fmt::format("row {}", rank));
  }

  Painter& painter_;
  Box box_;
  const SceneInput& input_;
  const Current& current_;
  float u_;
  int ranks_;
  float row_height_ = 1;
  int shown_ = 0;
  float size_ = 11;
  std::vector<TableRow> rows_;
  std::array<float, table_columns> right_{};
};

}  // namespace

void draw_step_table(Painter& painter, const Box& box, const SceneInput& input) {
  const Current current = current_of(input.story, input.state);
  if (current.info == nullptr) return;
  StepTable(painter, box, input, current).draw();
}

}  // namespace zerolab
