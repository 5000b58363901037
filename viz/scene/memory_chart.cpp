#include "viz/scene/memory_chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/core.h>

#include "core/base/units.hpp"
#include "viz/scene/fitting_text.hpp"
#include "viz/scene/memory_history.hpp"
#include "viz/scene/memory_look.hpp"

namespace zerolab {

namespace {

// The smallest of 1, 2, 5 × 10^k that is at least `least`.
double round_bytes(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(std::max(least, 1.0))));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (power * factor >= least) return power * factor;
  }
  return power * 10;
}

// Round byte counts need no decimals: "200 kB".
std::string round_bytes_text(double bytes) {
  constexpr std::array units{"B", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  while (bytes >= 1000 && unit + 1 < units.size()) {
    bytes /= 1000;
    ++unit;
  }
  return fmt::format("{:g} {}", bytes, units[unit]);
}

struct MemoryLine {
  std::string name;
  std::int64_t bytes = 0;
  bool holds = false;  // measured is exactly that
};

class MemoryChart {
 public:
  MemoryChart(Painter& painter, const Box& box, const SceneInput& input, int rank)
      : painter_(painter), input_(input), theme_(input.theme), u_(input.unit), rank_(rank) {
    quiet_ = {Face::text, legible(14, u_), theme_.quiet_text};
    number_ = {Face::number, legible(14, u_), theme_.text};
    peaks_ = memory_peaks(input.story, rank);
    find_lines();
    const float left = painter.text_width("500 MB", number_) + 12 * u_;
    float right = 0;
    for (const MemoryLine& line : lines_) {
      right = std::max({right, painter.text_width(line.name, quiet_),
                        painter.text_width(value_text(line), number_)});
    }
    plot_ = {box.x + left, box.y + 26 * u_, box.width - left - right - (right > 0 ? 12 * u_ : 0),
             box.height - 26 * u_ - 32 * u_};
    columns_ = memory_history(input.story, rank, static_cast<int>(plot_.width));
    std::int64_t most = 1;
    for (const CategoryBytes& bytes : columns_) most = std::max(most, total_bytes(bytes));
    for (const MemoryLine& line : lines_) most = std::max(most, line.bytes);
    top_ = static_cast<double>(most) * 1.06;
  }

  void draw() {
    draw_scale();
    draw_area();
    draw_steps();
    draw_lines();
    draw_now();
    painter_.name(plot_, "memory history");
  }

 private:
  static std::string value_text(const MemoryLine& line) {
    return fmt::format("{}{}", format_bytes(line.bytes), line.holds ? " ✓" : "");
  }

  void find_lines() {
    const auto& predicted = input_.story.header().predicted;
    const auto rank = static_cast<std::size_t>(rank_);
    if (rank >= predicted.size()) return;
    const CategoryBytes& peak = predicted[rank].peak_bytes;
    lines_.push_back({"predicted peak", total_bytes(peak), peaks_ == peak});
    lines_.push_back({"predicted at rest", at_rest_bytes(predicted[rank].at_rest_bytes), false});
    const bool told = rank < input_.state.memory.size();
    lines_.back().holds = told && at_rest_bytes(input_.state.memory[rank]) == lines_.back().bytes;
  }

  float y_of(double bytes) const {
    return plot_.bottom() - static_cast<float>(bytes / top_) * plot_.height;
  }
  float x_of(double beats) const {
    const double all = std::max<double>(static_cast<double>(input_.story.beats().size()), 1);
    return plot_.x + static_cast<float>(beats / all) * plot_.width;
  }

  void draw_scale() {
    painter_.box(plot_, theme_.panel);
    TextStyle style = number_;
    style.colour = theme_.quiet_text;
    style.align_x = AlignX::right;
    const double step =
        round_bytes(top_ * double{style.size} * 5 / std::max(double{plot_.height}, 1.0));
    for (double bytes = 0; bytes <= top_; bytes += step) {
      const float y = y_of(bytes);
      painter_.path(std::array{Point{plot_.x, y}, Point{plot_.right(), y}}, {theme_.faint, 1});
      painter_.text({plot_.x - 8 * u_, y}, bytes > 0 ? round_bytes_text(bytes) : "0", style);
    }
  }

  // Columns alike become one box per category.
  void draw_area() {
    for (std::size_t c = 0; c < columns_.size();) {
      std::size_t end = c + 1;
      const float now = x_of(input_.logical_time);
      const bool past = plot_.x + static_cast<float>(c) < now;
      const auto same = [&](std::size_t other) {
        return columns_[other] == columns_[c] &&
               (plot_.x + static_cast<float>(other) < now) == past;
      };
      while (end < columns_.size() && same(end)) ++end;
      const float x = plot_.x + static_cast<float>(c);
      const float right =
          end == columns_.size() ? plot_.right() : plot_.x + static_cast<float>(end);
      double below = 0;
      for (const MemoryCategory category : all_memory_categories) {
        const auto bytes = static_cast<double>(bytes_of(columns_[c], category));
        if (bytes <= 0) continue;
        const float y = y_of(below + bytes);
        draw_memory_box(painter_, {x, y, right - x, y_of(below) - y}, category, input_,
                        past ? 1 : 0.55F);
        below += bytes;
      }
      c = end;
    }
    draw_rest_line();
  }

  // The rule between what stays and what a step only borrows.
  void draw_rest_line() {
    std::vector<Point> points;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const float y = y_of(static_cast<double>(at_rest_bytes(columns_[c])));
      const float x = plot_.x + static_cast<float>(c);
      if (!points.empty() && points.back().y == y && c + 1 < columns_.size()) continue;
      if (!points.empty()) points.push_back({x, points.back().y});
      points.push_back({x, y});
    }
    if (points.size() > 1) painter_.path(points, {theme_.text, 2 * u_});
  }

  // Where training steps begin, named above the plot where they have room.
  void draw_steps() {
    const auto& beats = input_.story.beats();
    float named_to = plot_.x;
    float ruled_at = -1;
    int step = -1;
    for (std::size_t b = 0; b < beats.size(); ++b) {
      if (beats[b].train_step == step || beats[b].train_step < 0) continue;
      step = beats[b].train_step;
      const float x = x_of(static_cast<double>(b));
      if (x - ruled_at < 4 * u_) continue;
      ruled_at = x;
      painter_.path(std::array{Point{x, plot_.y - 6 * u_}, Point{x, plot_.bottom()}},
                    {theme_.outline, 1});
      const std::string text = fmt::format("training step {}", step);
      const float width = painter_.text_width(text, quiet_);
      if (x < named_to || x + width + 4 * u_ > plot_.right()) continue;
      painter_.text({x + 4 * u_, plot_.y - 12 * u_}, text, quiet_);
      named_to = x + width + 24 * u_;
    }
  }

  void draw_lines() {
    float highest = plot_.y;  // labels stack downwards from here without meeting
    const float line_height = quiet_.size * 1.35F;
    for (const MemoryLine& line : lines_) {
      const float y = y_of(static_cast<double>(line.bytes));
      for (float x = plot_.x; x < plot_.right(); x += 12 * u_) {
        const Point ends[]{{x, y}, {std::min(x + 7 * u_, plot_.right()), y}};
        painter_.path(ends, {theme_.accent, 1.5F * u_});
      }
      const float most = plot_.bottom() - line_height;
      const float middle = std::min(std::max(y, highest + line_height), most);
      const float x = plot_.right() + 12 * u_;
      painter_.text({x, middle - line_height / 2}, line.name, quiet_);
      TextStyle value = number_;
      if (line.holds) value.colour = theme_.good;
      painter_.text({x, middle + line_height / 2}, value_text(line), value);
      highest = middle + line_height;
    }
  }

  void draw_now() {
    const float x = x_of(input_.logical_time);
    const std::string text = fmt::format("{:.2f}", input_.logical_time);
    TextStyle style{Face::number, legible(13, u_), number_on(theme_.accent), AlignX::centre};
    const float width = painter_.text_width(text, style) + 12 * u_;
    const float left = std::clamp(x - width / 2, plot_.x, std::max(plot_.x, plot_.right() - width));
    const Box label{left, plot_.bottom() + 6 * u_, width, std::max(22 * u_, style.size * 1.5F)};
    painter_.path(std::array{Point{x, plot_.y}, Point{x, label.y}}, {theme_.accent, 2 * u_});
    painter_.box(label, theme_.accent, {}, 4 * u_);
    painter_.text(label.centre(), text, style);
    style = {Face::text, legible(13, u_), theme_.quiet_text};
    const std::string end = std::to_string(input_.story.beats().size());
    const float steps = painter_.text_width("steps", style);
    const float y = label.centre().y;
    if (left > plot_.x + steps + 8 * u_) painter_.text({plot_.x, y}, "steps", style);
    style.face = Face::number;
    style.align_x = AlignX::right;
    if (label.right() < plot_.right() - painter_.text_width(end, style) - 8 * u_) {
      painter_.text({plot_.right(), y}, end, style);
    }
  }

  Painter& painter_;
  const SceneInput& input_;
  const Theme& theme_;
  float u_;
  int rank_;
  Box plot_;
  CategoryBytes peaks_{};
  std::vector<CategoryBytes> columns_;
  std::vector<MemoryLine> lines_;
  double top_ = 1;  // bytes at the plot's upper edge
  TextStyle quiet_;
  TextStyle number_;
};

}  // namespace

void draw_memory_chart(Painter& painter, const Box& box, const SceneInput& input, int rank) {
  MemoryChart(painter, box, input, rank).draw();
}

}  // namespace zerolab
