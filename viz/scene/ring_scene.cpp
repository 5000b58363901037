// The ring: a card per rank, with a cell per chunk; what is sent travels along the ring.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/core.h>

#include "core/base/units.hpp"
#include "core/schedule/definition.hpp"
#include "viz/scene/beside.hpp"
#include "viz/scene/cell.hpp"
#include "viz/scene/fitting_text.hpp"
#include "viz/scene/ring_layout.hpp"
#include "viz/scene/score.hpp"
#include "viz/scene/step_table.hpp"

namespace zerolab {

namespace {

constexpr float smallest_numbered_cell = 13;  // pixels

// A rank's card without its cells.
float share_of_card(const View& view, int rank) {
  return view.pinned_rank && *view.pinned_rank != rank ? faded : 1;
}
// A move belongs to both its ranks.
float share_of_move(const View& view, const ChunkMove& move) {
  return std::max(share_of(view, move.source, move.chunk),
                  share_of(view, move.destination, move.chunk));
}

void draw_arrow_head(Painter& painter, const std::vector<Point>& way, float at, Colour colour,
                     float size) {
  const auto i = std::clamp(static_cast<std::size_t>(at * static_cast<float>(way.size() - 1)),
                            std::size_t{1}, way.size() - 1);
  const Point tip = way[i];
  const Point before = way[i - 1];
  const float length = std::max(std::hypot(tip.x - before.x, tip.y - before.y), 1e-3F);
  const Point along{(tip.x - before.x) / length, (tip.y - before.y) / length};
  const Point head[]{{tip.x + along.x * size, tip.y + along.y * size},
                     {tip.x - along.y * size * 0.6F, tip.y + along.x * size * 0.6F},
                     {tip.x + along.y * size * 0.6F, tip.y - along.x * size * 0.6F}};
  painter.polygon(head, colour);
}

bool meet(const Box& a, const Box& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

class RingPicture {
 public:
  RingPicture(Painter& painter, RingLayout layout, const SceneInput& input)
      : painter_(painter),
        input_(input),
        current_(current_of(input.story, input.state)),
        n_(input.story.world_size()),
        layout_(std::move(layout)) {}

  void draw() {
    links();
    if (input_.view.pinned_chunk) pinned_way();
    for (int rank = 0; rank < n_; ++rank) card(rank);
    middle();
    for (const MoveInFlight& flight : input_.state.in_flight) travelling(flight);
    signs();
  }

 private:
  void links() {
    const Theme& theme = input_.theme;
    for (int rank = 0; rank < n_ && n_ > 1; ++rank) {
      painter_.path(layout_.way(rank, (rank + 1) % n_), {theme.faint, 1.5F * input_.unit});
    }
    for (const ChunkMove& move : shown_moves(input_, current_)) {
      const float share = share_of_move(input_.view, move);
      const auto way = layout_.way(move.source, move.destination);
      const bool marked = mark_of(input_, move) != nullptr;
      const Colour line = marked ? theme.bad : theme.outline.with_alpha(share);
      painter_.path(way, {line, (marked ? 4 : 2) * input_.unit});
      draw_arrow_head(painter_, way, 0.7F, line, (marked ? 13 : 10) * input_.unit);
    }
    for (const MoveMark& mark : missing_marks(input_)) {
      const auto way = layout_.way(mark.move.source, mark.move.destination);
      draw_dashes(painter_, way, {theme.bad, 2.5F * input_.unit}, 9 * input_.unit);
    }
  }

  // On the move's way; beside it, outwards, where a card would lie under the sign.
  void sign_on_way(const ChunkMove& move, MoveSign sign) {
    const auto way = layout_.way(move.source, move.destination);
    const float part = sign == MoveSign::missing ? 0.5F : 0.42F;  // in front of the arrow's head
    const Point on = way[static_cast<std::size_t>(part * static_cast<float>(way.size()))];
    const float radius = sign_radius();
    const auto is_free = [&](Point at) {
      const Box disc{at.x - radius, at.y - radius, 2 * radius, 2 * radius};
      for (int rank = 0; rank < n_; ++rank) {
        if (meet(disc, layout_.card(rank))) return false;
      }
      return true;
    };
    const Point centre = layout_.centre();
    const float away = std::max(std::hypot(on.x - centre.x, on.y - centre.y), 1.0F);
    Point at = on;
    for (float by = 0; by <= 4 * radius && !is_free(at); by += radius / 4) {
      at = {on.x + (on.x - centre.x) / away * by, on.y + (on.y - centre.y) / away * by};
    }
    draw_sign(painter_, is_free(at) ? at : on, radius, sign, input_.theme);
  }

  float sign_radius() const { return std::max(9.0F, 18 * input_.unit); }

  // Of what differs from the run beside this one; a chunk on its way bears its sign itself.
  void signs() {
    for (const ChunkMove& move : shown_moves(input_, current_)) {
      const MoveMark* mark = mark_of(input_, move);
      if (mark != nullptr && input_.state.in_flight.empty()) sign_on_way(move, mark->sign);
    }
    for (const MoveMark& mark : missing_marks(input_)) sign_on_way(mark.move, mark.sign);
  }

  // Every hop of the pinned chunk in this collective, with its steps.
  void pinned_way() {
    const Theme& theme = input_.theme;
    for (std::size_t beat = current_.beats.begin; beat < current_.beats.end; ++beat) {
      for (const ChunkMove& move : input_.story.moves_of(input_.story.beats()[beat])) {
        if (move.chunk != *input_.view.pinned_chunk) continue;
        const auto way = layout_.way(move.source, move.destination);
        const Colour line = chunk_colour(theme, move.chunk);
        painter_.path(way, {line, 4 * input_.unit});
        draw_arrow_head(painter_, way, 0.5F, line, 12 * input_.unit);
      }
    }
  }

  void card(int rank) {
    const Theme& theme = input_.theme;
    const Box box = layout_.card(rank);
    const float share = share_of_card(input_.view, rank);
    const bool pinned = input_.view.pinned_rank == rank;
    painter_.box(box, theme.panel,
                 {(pinned ? theme.accent : theme.outline).with_alpha(share),
                  pinned ? 2.5F * input_.unit : 1.2F * input_.unit},
                 8 * input_.unit);
    painter_.name(box, fmt::format("rank {}", rank));
    const float size = std::max(11.0F, layout_.heading_height() * 0.72F);
    painter_.text(
        {box.x + 8 * input_.unit, layout_.cell(rank, 0).y - layout_.heading_height() / 2 - 1},
        fmt::format("rank {}", rank), {Face::strong, size, theme.text.with_alpha(share)});
    for (int chunk = 0; chunk < input_.state.chunk_count; ++chunk) {
      const Box cell = layout_.cell(rank, chunk);
      draw_cell(painter_, cell, look(rank, chunk), input_);
      if (input_.state.fraction == 0 && marked(rank, chunk)) {
        painter_.box(cell.inset(-3 * input_.unit), Colour{0, 0, 0, 0}, {theme.bad, 3 * input_.unit},
                     5 * input_.unit);
      }
      painter_.name(cell, fmt::format("rank {} chunk {}", rank, chunk));
    }
  }

  // Whether what the shown step brought into the cell differs from the run beside this one.
  bool marked(int rank, int chunk) const {
    const auto moves = shown_moves(input_, current_);
    return std::ranges::any_of(moves, [&](const ChunkMove& move) {
      return move.destination == rank && move.chunk == chunk && mark_of(input_, move) != nullptr;
    });
  }

  CellLook look(int rank, int chunk) const {
    CellLook look;
    look.chunk = chunk;
    look.held = input_.state.held(rank, chunk);
    look.complete = is_complete(current_, chunk, look.held);
    look.promised = is_promised(current_.definition, rank, chunk) &&
                    (current_.info->collective != Collective::all_gather ||
                     has_input(current_.definition, rank, chunk)) &&
                    (current_.info->collective != Collective::all_reduce || owns(rank, chunk));
    look.share = share_of(input_.view, rank, chunk);
    if (input_.state.fraction == 0) {
      for (const ChunkMove& move : shown_moves(input_, current_)) {
        look.fresh |= move.destination == rank && move.chunk == chunk;
      }
    }
    return look;
  }

  bool owns(int rank, int chunk) const {
    return current_.definition.chunk_count % n_ == 0 &&
           owner_of(current_.definition, chunk) == rank;
  }

  void travelling(const MoveInFlight& flight) {
    const ChunkMove& move = flight.move;
    const float t = eased(flight.fraction);
    const Point on_way = layout_.on_way(move.source, move.destination, move.chunk, t);
    const Box cell = layout_.cell(move.source, move.chunk);
    // Chunks that go the same way in one step go side by side.
    int before = 0;
    int together = 0;
    for (const MoveInFlight& other : input_.state.in_flight) {
      if (other.move.source != move.source || other.move.destination != move.destination) continue;
      ++together;
      before += other.move.chunk < move.chunk ? 1 : 0;
    }
    const float aside = (static_cast<float>(before) - static_cast<float>(together - 1) / 2) *
                        (cell.width + 10 * input_.unit) * std::sin(t * std::numbers::pi_v<float>);
    const Point at{on_way.x + aside, on_way.y};
    CellLook carried;
    carried.chunk = move.chunk;
    carried.held = input_.state.held(move.source, move.chunk);
    carried.complete = is_complete(current_, move.chunk, carried.held);
    carried.share = share_of_move(input_.view, move);
    const Box box{at.x - cell.width / 2, at.y - cell.height / 2, cell.width, cell.height};
    draw_travelling_cell(painter_, box, carried, move.combine, input_);
    if (const MoveMark* mark = mark_of(input_, move)) {
      painter_.box(box.inset(-5 * input_.unit), Colour{0, 0, 0, 0},
                   {input_.theme.bad, 3 * input_.unit}, 7 * input_.unit);
      draw_sign(painter_, {box.x - 4 * input_.unit, box.y - 4 * input_.unit}, sign_radius(),
                mark->sign, input_.theme);
    }
    painter_.name(box,
                  fmt::format("flight {} {} chunk {}", move.source, move.destination, move.chunk));
  }

  // The collective, the step, and the running total as a part of Ψ.
  void middle() {
    const Theme& theme = input_.theme;
    const float u = input_.unit;
    const Box box = layout_.middle();
    const Point c = box.centre();
    if (current_.info == nullptr) {
      painter_.text(c, "nothing sent yet",
                    {Face::text, legible(20, u), theme.quiet_text, AlignX::centre, AlignY::middle});
      return;
    }
    const float zoom =
        std::clamp(box.height / (250 * u), 0.7F, input_.view.presenter ? 1.7F : 1.3F);
    const auto moves = shown_moves(input_, current_);
    // The first wording that fits; the last one in any case, smaller where it must be.
    const auto line = [&](float y, std::initializer_list<std::string> wordings, Face face,
                          float size, Colour colour) {
      TextStyle style{face, legible(size, u * zoom), colour, AlignX::centre, AlignY::middle};
      std::string text;
      for (const std::string& wording : wordings) {
        text = wording;
        if (painter_.text_width(text, style) <= box.width) break;
      }
      const float width = painter_.text_width(text, style);
      if (width > box.width && width > 0)
        style.size = std::max(11.0F, style.size * box.width / width);
      painter_.text({c.x, c.y + y * u * zoom}, text, style);
    };
    line(-54,
         {moves.empty() ? std::string(to_string(current_.info->collective))
                        : phase_name(current_, moves)},
         Face::strong, 30, theme.text);
    line(-20,
         {fmt::format("{}, Ψ = {} elements", current_.info->algorithm,
                      with_separators(static_cast<std::int64_t>(current_.info->element_count))),
          current_.info->algorithm},
         Face::text, 17, theme.quiet_text);
    line(16,
         {current_.beat ? fmt::format("step {} of {}", *current_.beat - current_.beats.begin + 1,
                                      current_.steps())
                        : fmt::format("{} steps to come", current_.steps())},
         Face::strong, 22, theme.text);
    std::int64_t least = INT64_MAX;
    std::int64_t most = 0;
    for (const Moved& moved : input_.state.moved_in_collective) {
      least = std::min(least, moved.sent_elements);
      most = std::max(most, moved.sent_elements);
    }
    const auto psi = static_cast<std::int64_t>(current_.info->element_count);
    if (least == most) {
      line(48, {fmt::format("each rank has sent {}", in_psi(most, psi, n_)), in_psi(most, psi, n_)},
           Face::text, 17, theme.quiet_text);
    } else {
      const std::string range = with_separators(least) + " to " + with_separators(most);
      line(48, {fmt::format("ranks have sent {} elements", range), range + " sent"}, Face::text, 17,
           theme.quiet_text);
    }
  }

  Painter& painter_;
  const SceneInput& input_;
  Current current_;
  int n_;
  RingLayout layout_;
};

}  // namespace

void draw_ring(Painter& painter, const Box& box, const SceneInput& input) {
  const int chunks = std::max(input.state.chunk_count, 1);
  const auto layout_in = [&](const Box& place, float unit) {
    return RingLayout(place, input.story.world_size(), chunks, unit);
  };
  const float u = input.unit;
  if (input.view.presenter) {
    RingPicture(painter, layout_in(box, 1.5F * u), input).draw();
    return;
  }
  const bool tabled = input.beside == nullptr;
  const float side = tabled ? 430 * u : 0;
  const float below = score_height(input, 0.3F * box.height);
  const Box place{box.x, box.y, box.width - side, box.height - below};
  const RingLayout layout = layout_in(place, u);
  // Where cells would be too small for their numbers, the ring takes the score's place.
  const bool scored = layout.cell(0, 0).width >= smallest_numbered_cell;
  const float height = scored ? place.height : box.height;
  RingPicture(painter, scored ? layout : layout_in({box.x, box.y, place.width, box.height}, u),
              input)
      .draw();
  if (tabled) {
    draw_step_table(painter, {box.right() - side + 16 * u, box.y, side - 16 * u, height}, input);
  }
  if (!scored) return;
  // Under the ring where it fits there.
  const float width = score_width(input) <= place.width ? place.width : box.width;
  draw_score(painter, {box.x, box.bottom() - below, width, below}, input);
}

}  // namespace zerolab
