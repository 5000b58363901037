// The matrix: a row per rank, a column per chunk. The brighter a cell, the more ranks' inputs are
// in it; cells that are being sent or have just arrived have a frame. It shows at a glance that
// every link is busy in every step of a ring.
#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "core/schedule/definition.hpp"
#include "viz/scene/beside.hpp"
#include "viz/scene/cell.hpp"
#include "viz/scene/fitting_text.hpp"
#include "viz/scene/step_table.hpp"

namespace zerolab {

namespace {

class Matrix {
 public:
  Matrix(Painter& painter, const Box& box, const SceneInput& input, const Current& current)
      : painter_(painter),
        input_(input),
        current_(current),
        u_(input.unit),
        ranks_(input.story.world_size()),
        chunks_(std::max(input.state.chunk_count, 1)) {
    const float left = 84 * u_;
    const float top = 62 * u_;
    cell_ = std::min((box.width - left - 8 * u_) / static_cast<float>(chunks_),
                     (box.height - top - 46 * u_) / static_cast<float>(ranks_));
    cell_ = std::min(cell_, 58 * u_);
    const float width = cell_ * static_cast<float>(chunks_);
    grid_ = {box.x + left + (box.width - left - width) / 2, box.y + top, width,
             cell_ * static_cast<float>(ranks_)};
  }

  void draw() {
    headings();
    for (int rank = 0; rank < ranks_; ++rank) {
      for (int chunk = 0; chunk < chunks_; ++chunk) cell(rank, chunk);
    }
    moves();
    legend();
  }

 private:
  Box box_of(int rank, int chunk) const {
    return {grid_.x + static_cast<float>(chunk) * cell_, grid_.y + static_cast<float>(rank) * cell_,
            cell_, cell_};
  }

  void headings() {
    const float size = std::max(11.0F, std::min(cell_ * 0.5F, 15 * u_));
    const int every = static_cast<int>(std::max(1.0F, std::ceil(size * 1.9F / cell_)));
    const TextStyle quiet{Face::number, size, input_.theme.quiet_text, AlignX::centre,
                          AlignY::middle};
    TextStyle right = quiet;
    right.align_x = AlignX::right;
    for (int chunk = 0; chunk < chunks_; chunk += every) {
      painter_.text({box_of(0, chunk).centre().x, grid_.y - 14 * u_}, std::to_string(chunk), quiet);
    }
    for (int rank = 0; rank < ranks_; rank += every) {
      painter_.text({grid_.x - 10 * u_, box_of(rank, 0).centre().y}, std::to_string(rank), right);
    }
    painter_.text(
        {grid_.x, grid_.y - 40 * u_}, "chunk",
        {Face::text, legible(15, u_), input_.theme.quiet_text, AlignX::left, AlignY::middle});
    painter_.text(
        {grid_.x - 10 * u_, grid_.y - 14 * u_}, "rank",
        {Face::text, legible(15, u_), input_.theme.quiet_text, AlignX::right, AlignY::middle});
  }

  void cell(int rank, int chunk) {
    const auto held = input_.state.held(rank, chunk);
    const int count = contributor_count(held);
    const bool complete = is_complete(current_, chunk, held);
    const Theme& theme = input_.theme;
    const float share = share_of(input_.view, rank, chunk);
    const float gap = std::min(2 * u_, cell_ * 0.1F);
    const Box box = box_of(rank, chunk);
    const Box inner{box.x + gap / 2, box.y + gap / 2, box.width - gap, box.height - gap};
    painter_.name(box, fmt::format("rank {} chunk {}", rank, chunk));
    const float part = static_cast<float>(count) / static_cast<float>(std::max(ranks_, 1));
    const bool all = complete && count > 0;
    const Colour full = chunk_colour(theme, chunk);
    const Colour fill = count == 0 ? Colour{0, 0, 0, 0}
                        : all      ? full
                                   : mixed(theme.panel, full, 0.14F + 0.66F * part);
    painter_.box(inner, fill.with_alpha(share),
                 {(all ? theme.text : theme.outline).with_alpha((all ? 1 : 0.5F) * share),
                  all ? std::min(2 * u_, cell_ * 0.12F) : 1});
    if (cell_ < 20 * u_ || count == 0) return;
    const std::string number =
        input_.view.values && held.size() <= 8 ? contribution_digits(held) : std::to_string(count);
    const float size = std::min(
        15 * u_, cell_ * 1.5F / static_cast<float>(std::max<std::size_t>(number.size(), 3)));
    if (size < 8) return;
    painter_.text(
        inner.centre(), number,
        {Face::number, size, number_on(fill).with_alpha(share), AlignX::centre, AlignY::middle});
  }

  // The cells that the shown step writes, and a line from each cell that it reads.
  void moves() {
    const bool under_way = !input_.state.in_flight.empty();
    for (const ChunkMove& move : shown_moves(input_, current_)) {
      const Box from = box_of(move.source, move.chunk);
      const Box to = box_of(move.destination, move.chunk);
      if (under_way) {
        float fraction = 0;
        for (const MoveInFlight& flight : input_.state.in_flight) {
          if (flight.move == move) fraction = eased(flight.fraction);
        }
        // Round the ring's seam a cell comes in from beyond the edge.
        const int hop = move.destination - move.source;
        const bool seam = std::abs(hop) == ranks_ - 1 && ranks_ > 2;
        const float way = seam ? (hop < 0 ? cell_ : -cell_) : to.y - from.y;
        frame({to.x, to.y - way * (1 - fraction), cell_, cell_}, mark_of(input_, move));
      } else {
        frame(to, mark_of(input_, move));
      }
    }
    for (const MoveMark& mark : missing_marks(input_)) {
      if (mark.move.chunk >= chunks_) continue;
      const Box to = box_of(mark.move.destination, mark.move.chunk);
      const Point round[]{{to.x, to.y},
                          {to.right(), to.y},
                          {to.right(), to.bottom()},
                          {to.x, to.bottom()},
                          {to.x, to.y}};
      draw_dashes(painter_, round, {input_.theme.bad, frame_width()}, std::max(2.0F, cell_ * 0.1F));
      sign(to, mark.sign);
    }
  }

  float frame_width() const { return std::max(1.5F, std::min(3 * u_, cell_ * 0.16F)); }

  // Round a cell that is written; two frames where the move differs from the run beside this one.
  void frame(const Box& cell, const MoveMark* mark) {
    const Theme& theme = input_.theme;
    painter_.box(cell, Colour{0, 0, 0, 0},
                 {mark != nullptr ? theme.bad : theme.accent, frame_width()});
    if (mark == nullptr) return;
    painter_.box(cell.inset(2 * frame_width()), Colour{0, 0, 0, 0}, {theme.bad, 1});
    sign(cell, mark->sign);
  }

  void sign(const Box& cell, MoveSign sign) {
    constexpr float least = 9;  // pixels: a disc with a legible sign
    if (cell_ < 3 * least) return;
    draw_sign(painter_, {cell.right(), cell.bottom()}, std::max(least, cell_ * 0.17F), sign,
              input_.theme);
  }

  void legend() {
    const float y = grid_.bottom() + 24 * u_;
    painter_.text(
        {grid_.x, y},
        cell_ >= 20 * u_
            ? "number: ranks in it; outline: complete; yellow: arrives"
            : "brightness: how many ranks' inputs are in; outlined: complete; yellow frame: "
              "arrives now",
        {Face::text, legible(15, u_), input_.theme.quiet_text});
  }

  Painter& painter_;
  const SceneInput& input_;
  const Current& current_;
  float u_;
  int ranks_;
  int chunks_;
  float cell_ = 1;
  Box grid_;
};

}  // namespace

void draw_matrix(Painter& painter, const Box& box, const SceneInput& input) {
  const Current current = current_of(input.story, input.state);
  const float u = input.unit;
  if (current.info == nullptr) {
    painter.text(
        box.centre(), "No collective has begun: nothing to show in a matrix of ranks and chunks.",
        {Face::text, legible(17, u), input.theme.quiet_text, AlignX::centre, AlignY::middle});
    return;
  }
  const float side = input.view.presenter || input.beside != nullptr ? 0 : 430 * u;
  Matrix(painter, {box.x, box.y, box.width - side, box.height}, input, current).draw();
  if (side > 0) {
    draw_step_table(painter, {box.right() - side + 16 * u, box.y, side - 16 * u, box.height},
                    input);
  }
}

}  // namespace zerolab
