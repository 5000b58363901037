// The memory: what each rank stores now, and one rank's memory through the steps. Plain colours
// stay from step to step, hatched ones live only during a step; a rule divides them.
#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "core/base/units.hpp"
#include "viz/scene/fitting_text.hpp"
#include "viz/scene/memory_chart.hpp"
#include "viz/scene/memory_history.hpp"
#include "viz/scene/memory_look.hpp"

namespace zerolab {

namespace {

constexpr float unpinned_memory = 0.3F;  // strength of the bars of ranks that are not pinned

class MemoryBars {
 public:
  MemoryBars(Painter& painter, const Box& box, const SceneInput& input)
      : painter_(painter), input_(input), theme_(input.theme), u_(input.unit), box_(box) {
    name_ = {Face::strong, legible(15, u_), theme_.text};
    number_ = {Face::number, legible(15, u_), theme_.text, AlignX::right};
    quiet_ = {Face::text, legible(14, u_), theme_.quiet_text, AlignX::right};
    const float number_width = painter.text_width("888.8 kB", number_);
    const auto& memory = input.state.memory;
    const std::string last = fmt::format("rank {}", std::max<std::size_t>(memory.size(), 1) - 1);
    const float left = painter.text_width(last, name_) + 12 * u_;
    mark_ = painter.text_width("✓", number_) + 6 * u_;
    now_right_ = box.right();
    rest_right_ = now_right_ - number_width - 24 * u_ - mark_;
    bars_ = {box.x + left, box.y + quiet_.size * 1.9F,
             rest_right_ - number_width - 16 * u_ - box.x - left, 0};
    bars_.height = box.bottom() - bars_.y;
    pitch_ = std::min(bars_.height / static_cast<float>(std::max<std::size_t>(memory.size(), 1)),
                      60 * u_);
    for (std::size_t rank = 0; rank < memory.size(); ++rank) {
      most_ = std::max(most_, total_bytes(memory[rank]));
    }
    for (const RankPrediction& rank : input.story.header().predicted) {
      most_ = std::max(most_, total_bytes(rank.peak_bytes));
    }
  }

  void draw() {
    const float y = box_.y + quiet_.size * 0.7F;
    painter_.text({rest_right_, y}, "at rest", quiet_);
    painter_.text({now_right_, y}, "in all", quiet_);
    const int stride = label_stride(pitch_, name_.size * 1.25F);
    for (std::size_t rank = 0; rank < input_.state.memory.size(); ++rank) {
      row(static_cast<int>(rank), static_cast<int>(rank) % stride == 0);
    }
  }

 private:
  void row(int rank, bool labelled) {
    const CategoryBytes& bytes = input_.state.memory[static_cast<std::size_t>(rank)];
    const float y = bars_.y + static_cast<float>(rank) * pitch_;
    const float gap = std::max(pitch_ * 0.28F, 1.0F);
    const Box bar{bars_.x, y + gap / 2, bars_.width, pitch_ - gap};
    const bool pinned = input_.view.pinned_rank == rank;
    const float strength = input_.view.pinned_rank && !pinned ? unpinned_memory : 1;
    stack(bar, bytes, strength);
    prediction_mark(bar, rank);
    painter_.name({box_.x, y, box_.width, pitch_}, fmt::format("rank {}", rank));
    if (!labelled) return;
    const float middle = bar.centre().y;
    TextStyle name = name_;
    if (pinned) name.colour = theme_.accent;
    painter_.text({box_.x, middle}, fmt::format("rank {}", rank), name);
    const std::int64_t at_rest = at_rest_bytes(bytes);
    painter_.text({rest_right_, middle}, format_bytes(at_rest), number_);
    painter_.text({now_right_, middle}, format_bytes(total_bytes(bytes)), number_);
    mark(rank, at_rest, middle);
  }

  float width_of(std::int64_t bytes) const {
    return static_cast<float>(static_cast<double>(bytes) / static_cast<double>(most_)) *
           bars_.width;
  }

  void stack(const Box& bar, const CategoryBytes& bytes, float strength) {
    std::int64_t before = 0;
    for (const MemoryCategory category : all_memory_categories) {
      const std::int64_t part = bytes_of(bytes, category);
      if (part <= 0) continue;
      const float x = bar.x + width_of(before);
      draw_memory_box(painter_, {x, bar.y, width_of(before + part) - width_of(before), bar.height},
                      category, input_, strength);
      before += part;
    }
    if (pitch_ >= 10) painter_.box(bar, colour(0).with_alpha(0), {theme_.faint, 1});
    const float rest = bar.x + width_of(at_rest_bytes(bytes));
    painter_.box({rest - u_, bar.y, 2 * u_, bar.height}, theme_.text);
  }

  // A tick that reaches over the bar's edges where the prediction lies.
  void prediction_mark(const Box& bar, int rank) {
    const auto& predicted = input_.story.header().predicted;
    if (static_cast<std::size_t>(rank) >= predicted.size()) return;
    const std::int64_t bytes =
        at_rest_bytes(predicted[static_cast<std::size_t>(rank)].at_rest_bytes);
    const float x = bar.x + width_of(bytes);
    const float over = std::min(pitch_ * 0.14F, 4 * u_);
    painter_.box({x - u_, bar.y - over, 2 * u_, bar.height + 2 * over}, theme_.accent);
  }

  // Compares exactly. Before a rank has allocated anything there is nothing to judge.
  void mark(int rank, std::int64_t at_rest, float y) {
    const auto& predicted = input_.story.header().predicted;
    if (static_cast<std::size_t>(rank) >= predicted.size() || at_rest == 0) return;
    const bool holds =
        at_rest == at_rest_bytes(predicted[static_cast<std::size_t>(rank)].at_rest_bytes);
    TextStyle style = number_;
    style.colour = holds ? theme_.good : theme_.bad;
    painter_.text({rest_right_ + mark_, y}, holds ? "✓" : "≠", style);
  }

  Painter& painter_;
  const SceneInput& input_;
  const Theme& theme_;
  float u_;
  Box box_;
  Box bars_;
  float pitch_ = 0;
  float mark_ = 0;
  float rest_right_ = 0;
  float now_right_ = 0;
  std::int64_t most_ = 1;
  TextStyle name_;
  TextStyle number_;
  TextStyle quiet_;
};

// One line: the categories that occur, at rest first. Returns its height.
float draw_memory_legend(Painter& painter, const Box& box, const SceneInput& input) {
  const float u = input.unit;
  const TextStyle strong{Face::strong, legible(15, u), input.theme.text};
  const TextStyle plain{Face::text, legible(15, u), input.theme.text};
  const float line = std::max(28 * u, plain.size * 1.7F);
  const auto used = memory_in_use(input.story);
  const float swatch = plain.size;
  float x = box.x;
  float y = box.y + line / 2;
  // Moves on by `width`, to the next line where this one has no room for it.
  const auto place = [&](float width) {
    if (x + width > box.right() && x > box.x) {
      x = box.x;
      y += line;
    }
    const float at = x;
    x += width;
    return at;
  };
  const auto words = [&](std::string_view text, const TextStyle& style, float after) {
    const float at = place(painter.text_width(text, style) + after);
    painter.text({at, y}, text, style);
  };
  for (const bool at_rest : {true, false}) {
    words(at_rest ? "stays" : "only during a step", strong, 16 * u);
    for (const MemoryCategory category : all_memory_categories) {
      if (is_at_rest(category) != at_rest || !used[static_cast<std::size_t>(category)]) continue;
      const std::string_view name = to_string(category);
      const float at = place(swatch + 6 * u + painter.text_width(name, plain) + 20 * u);
      draw_memory_box(painter, {at, y - swatch / 2, swatch, swatch}, category, input);
      painter.text({at + swatch + 6 * u, y}, name, plain);
    }
    x += 16 * u;
  }
  if (!input.story.header().predicted.empty()) {
    const float at = place(swatch + painter.text_width("predicted", plain));
    painter.box({at, y - swatch / 2, 2 * u, swatch}, input.theme.accent);
    painter.text({at + 8 * u, y}, "predicted", plain);
  }
  return y + line / 2 - box.y;
}

void draw_no_memory(Painter& painter, const Box& box, const SceneInput& input) {
  painter.text(box.centre(), "This trace says nothing about memory: a schedule stores nothing.",
               {Face::text, legible(20, input.unit), input.theme.quiet_text, AlignX::centre});
}

}  // namespace

void draw_memory(Painter& painter, const Box& box, const SceneInput& input) {
  painter.name(box, "memory");
  if (input.story.memory_changes().empty()) return draw_no_memory(painter, box, input);
  const float u = input.unit;
  const float legend = draw_memory_legend(painter, box, input) + 16 * u;
  const Box rest{box.x, box.y + legend, box.width, box.height - legend};
  const float left = rest.width * 0.44F;
  const float gap = 40 * u;
  const TextStyle title{Face::strong, legible(18, u), input.theme.text};
  const float heading = title.size * 1.8F;
  const int rank = std::min(input.view.pinned_rank.value_or(0), input.story.world_size() - 1);
  painter.text({rest.x, rest.y + heading / 2}, "Stored now", title);
  MemoryBars(painter, {rest.x, rest.y + heading, left, rest.height - heading}, input).draw();
  const Box chart{rest.x + left + gap, rest.y + heading, rest.width - left - gap,
                  rest.height - heading};
  painter.text({chart.x, rest.y + heading / 2}, fmt::format("Rank {} through the steps", rank),
               title);
  draw_memory_chart(painter, chart, input, rank);
}

}  // namespace zerolab
