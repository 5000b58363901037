#include "viz/scene/score.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "viz/scene/beside.hpp"
#include "viz/scene/fitting_text.hpp"

namespace zerolab {

namespace {

constexpr float score_label_width = 78;
constexpr float widest_column = 96;
constexpr float score_bracket_height = 34;
constexpr std::size_t most_columns = 400;

// In a pane, where the ring's unit is small, rows stay high enough for their numbers.
float score_unit(const SceneInput& input) {
  constexpr float least = 0.67F;
  return input.beside == nullptr ? input.unit : std::max(input.unit, least);
}

class Score {
 public:
  Score(Painter& painter, const Box& box, const SceneInput& input, const Current& current)
      : painter_(painter), input_(input), current_(current), u_(score_unit(input)) {
    const auto ranks = static_cast<float>(input.story.world_size());
    const auto steps = static_cast<float>(std::max<std::size_t>(current.steps(), 1));
    const float labels = score_label_width * u_;
    column_ = std::min(widest_column * u_, (box.width - labels) / steps);
    const float width = steps * column_;
    grid_ = {box.x + labels + (box.width - labels - width) / 2, box.y + score_bracket_height * u_,
             width, box.height - score_bracket_height * u_ - 12 * u_};
    row_ = std::min(24 * u_, grid_.height / ranks);
  }

  void draw() {
    labels();
    for (std::size_t step = 0; step < current_.steps(); ++step) column(step);
    phases();
    cursor();
  }

 private:
  float x_of(std::size_t step) const { return grid_.x + static_cast<float>(step) * column_; }

  void labels() {
    const float size = std::max(11.0F, std::min(row_ * 0.66F, 15 * u_));
    const int every = static_cast<int>(std::max(1.0F, std::ceil((size + 2) / row_)));
    for (int rank = 0; rank < input_.story.world_size(); rank += every) {
      painter_.text({grid_.x - 12 * u_, grid_.y + (static_cast<float>(rank) + 0.5F) * row_},
                    fmt::format("rank {}", rank),
                    {Face::text, size, input_.theme.quiet_text, AlignX::right, AlignY::middle});
    }
  }

  void column(std::size_t step) {
    const std::size_t beat = current_.beats.begin + step;
    painter_.name(
        {x_of(step), grid_.y, column_, row_ * static_cast<float>(input_.story.world_size())},
        fmt::format("step {}", step));
    std::vector<int> sends(static_cast<std::size_t>(input_.story.world_size()));
    for (const ChunkMove& move : input_.story.moves_of(input_.story.beats()[beat])) {
      if (sends[static_cast<std::size_t>(move.source)]++ > 0)
        continue;  // the first one stands for all
      cell(step, beat, move);
    }
    for (std::size_t rank = 0; rank < sends.size(); ++rank) {
      if (sends[rank] > 1 && column_ > 40 * u_ && row_ > 13 * u_) {
        painter_.text(
            {x_of(step) + column_ - 5 * u_, grid_.y + (static_cast<float>(rank) + 0.5F) * row_},
            fmt::format("+{}", sends[rank] - 1),
            {Face::number, std::min(11 * u_, row_ * 0.6F), input_.theme.text, AlignX::right,
             AlignY::middle});
      }
    }
  }

  void cell(std::size_t step, std::size_t beat, const ChunkMove& move) {
    const Theme& theme = input_.theme;
    const bool begun =
        beat < input_.state.beat || (beat == input_.state.beat && input_.state.fraction > 0);
    const float share = share_of(input_.view, move.source, move.chunk);
    const float gap = std::min(2 * u_, column_ * 0.12F);
    const Box box{x_of(step) + gap / 2, grid_.y + static_cast<float>(move.source) * row_ + gap / 2,
                  column_ - gap, row_ - gap};
    const Colour fill = chunk_colour(theme, move.chunk);
    if (begun) {
      painter_.box(box, fill.with_alpha(share), {theme.outline.with_alpha(0.6F * share), 1},
                   2 * u_);
      if (hatched(move.chunk)) {
        painter_.hatch(box.inset(1), {number_on(fill).with_alpha(0.28F * share), 1}, 6 * u_);
      }
    } else {
      painter_.box(box, Colour{0, 0, 0, 0}, {theme.outline.with_alpha(0.55F * share), 1}, 2 * u_);
    }
    const float size = std::min(15 * u_, row_ * 0.66F);
    const MoveMark* mark = mark_of(input_, move);
    if (mark != nullptr) {
      painter_.box(box, Colour{0, 0, 0, 0}, {theme.bad, 2.5F * u_}, 2 * u_);
    }
    if (size < 8 || column_ < 2 * size) return;
    if (mark != nullptr && column_ >= 5 * size) {
      painter_.text({box.x + 5 * u_, box.centre().y}, sign_of(mark->sign),
                    {Face::strong, size, number_on(fill)});
    }
    painter_.text(
        box.centre(), std::to_string(move.chunk),
        {Face::number, size, (begun ? number_on(fill) : theme.quiet_text).with_alpha(share),
         AlignX::centre, AlignY::middle});
  }

  // A bracket over each run of steps of one phase.
  void phases() {
    for (std::size_t first = 0; first < current_.steps();) {
      const std::string name = name_of(first);
      std::size_t last = first + 1;
      while (last < current_.steps() && name_of(last) == name) ++last;
      const float left = x_of(first) + 2 * u_;
      const float right = x_of(last) - 2 * u_;
      const float y = grid_.y - 7 * u_;
      const Point bracket[]{{left, y + 5 * u_}, {left, y}, {right, y}, {right, y + 5 * u_}};
      painter_.path(bracket, {input_.theme.quiet_text, 1.5F * u_});
      TextStyle style{Face::text, legible(15, u_), input_.theme.quiet_text, AlignX::left,
                      AlignY::middle};
      if (painter_.text_width(name, style) <= right - left) {
        painter_.text({left, y - 13 * u_}, name, style);
      }
      first = last;
    }
  }

  std::string name_of(std::size_t step) const {
    const Beat& beat = input_.story.beats()[current_.beats.begin + step];
    const auto moves = input_.story.moves_of(beat);
    const bool adds = !moves.empty() && moves.front().combine == Combine::add;
    return phase_name(current_, moves) + (adds ? ": adds" : ": copies");
  }

  // A frame round the shown step, and below it how far it is.
  void cursor() {
    const float height = row_ * static_cast<float>(input_.story.world_size());
    if (current_.beat) {
      const float x = x_of(*current_.beat - current_.beats.begin);
      painter_.box({x - 1, grid_.y - 2 * u_, column_ + 2, height + 4 * u_}, Colour{0, 0, 0, 0},
                   {input_.theme.accent, 2.5F * u_}, 4 * u_);
    }
    const double done = input_.logical_time - static_cast<double>(current_.beats.begin);
    const auto steps = static_cast<double>(current_.steps());
    const float reached = static_cast<float>(std::clamp(done, 0.0, steps)) * column_;
    painter_.box({grid_.x, grid_.y + height + 5 * u_, grid_.width, 4 * u_}, input_.theme.faint, {},
                 2 * u_);
    painter_.box({grid_.x, grid_.y + height + 5 * u_, reached, 4 * u_}, input_.theme.accent, {},
                 2 * u_);
  }

  Painter& painter_;
  const SceneInput& input_;
  const Current& current_;
  float u_;
  Box grid_;
  float row_ = 0;
  float column_ = 0;
};

}  // namespace

float score_height(const SceneInput& input, float most) {
  const Current current = current_of(input.story, input.state);
  if (current.steps() == 0 || current.steps() > most_columns) return 0;
  const auto ranks = static_cast<float>(input.story.world_size());
  return std::min(most, (score_bracket_height + ranks * 24 + 14) * score_unit(input));
}

float score_width(const SceneInput& input) {
  const Current current = current_of(input.story, input.state);
  return (score_label_width + widest_column * static_cast<float>(current.steps())) *
         score_unit(input);
}

void draw_score(Painter& painter, const Box& box, const SceneInput& input) {
  if (box.height <= 0) return;
  const Current current = current_of(input.story, input.state);
  Score(painter, box, input, current).draw();
}

}  // namespace zerolab
