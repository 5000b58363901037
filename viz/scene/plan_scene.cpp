// The step plan: time runs to the right, a column per operation, a row per unit. Forward goes down
// through the units and backward up again; the bands show what stage 3 gathers and releases.
#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "core/base/units.hpp"
#include "viz/scene/bracket.hpp"
#include "viz/scene/fitting_text.hpp"
#include "viz/scene/memory_look.hpp"
#include "viz/scene/plan_strip.hpp"
#include "viz/scene/plan_words.hpp"

namespace zerolab {

namespace {

void draw_no_plan(Painter& painter, const Box& box, const SceneInput& input) {
  const Point c = box.centre();
  const float size = legible(20, input.unit);
  painter.text({c.x, c.y - size}, "This trace has no training step in it.",
               {Face::text, size, input.theme.quiet_text, AlignX::centre});
  painter.text({c.x, c.y + size}, "./lab train --trace run.json.gz",
               {Face::number, std::max(11.0F, size * 0.85F), input.theme.text, AlignX::centre});
}

class PlanFrame {
 public:
  PlanFrame(Painter& painter, const Box& box, const SceneInput& input, const PlanOutline& outline,
            const PlanLayout& layout, const PlanNow& now)
      : painter_(painter),
        box_(box),
        input_(input),
        theme_(input.theme),
        u_(input.unit),
        outline_(outline),
        layout_(layout),
        now_(now) {}

  void draw_brackets() {
    painter_.text({box_.x, layout_.bracket_top + layout_.bracket_row * 0.55F},
                  fmt::format("training step {}", now_.train_step),
                  {Face::strong, legible(16, u_), theme_.text});
    float y = layout_.bracket_top + layout_.bracket_row - 5 * u_;
    if (layout_.micro_steps) {
      micro_step_brackets(y);
      y += layout_.bracket_row;
    }
    for (const PlanPart& part : outline_.parts) {
      const std::string name = part_name(outline_, part);
      const std::string_view word = std::string_view(name).substr(0, name.find(','));
      bracket(part.ops.begin, part.ops.end, y, word, {});
    }
  }

  void draw_units() {
    const float size = legible(16, u_);
    const int stride = label_stride(layout_.row, size * 1.2F);
    const auto& units = input_.story.header().units;
    for (int unit = 0; unit <= layout_.units; ++unit) {
      const Box row = layout_.row_box(unit);
      const bool all = unit == layout_.units;
      painter_.box({row.x, row.y - 2, row.width, 1}, theme_.faint);
      painter_.name({box_.x, row.y, box_.width, row.height},
                    all ? "all units" : fmt::format("unit {}", unit));
      if (unit % stride != 0 && !all) continue;
      if (all && layout_.row * 0.42F < size * 1.05F) continue;
      unit_name(unit, all ? "all units" : units[static_cast<std::size_t>(unit)].name,
                all ? 0 : units[static_cast<std::size_t>(unit)].elements);
    }
  }

  void draw_key(const std::set<OpKind>& letters) {
    const TextStyle style{Face::text, legible(13, u_), theme_.quiet_text};
    float x = layout_.plot.x;
    const float y = layout_.key.centre().y;
    const float swatch = style.size;
    const bool gathers = std::ranges::any_of(outline_.ops, gathers_parameters, &StepOp::kind);
    const bool buckets = has(OpKind::open_bucket);
    for (const auto& [category, shown] : {std::pair{MemoryCategory::parameters, true},
                                          std::pair{MemoryCategory::gathered_parameters, gathers},
                                          std::pair{MemoryCategory::gradients, true},
                                          std::pair{MemoryCategory::buckets, buckets}}) {
      if (!shown) continue;
      draw_memory_box(painter_, {x, y - swatch / 2, swatch, swatch}, category, input_);
      x += swatch + 6 * u_;
      say(x, y, std::string(to_string(category)), style);
    }
    if (gathers || buckets) {
      const auto& config = input_.story.header().config;
      const bool owned = std::ranges::find(config, std::pair<std::string, std::string>(
                                                       "partition", "owner")) != config.end();
      say(x, y,
          owned ? "thin: kept by its owner only"
                : fmt::format("thin: 1/{} of it", input_.story.world_size()),
          style);
    }
    say(x, y, "hatched: a collective", style);
    for (const OpKind kind : letters) {
      say(x, y, fmt::format("{}: {}", op_letter(kind), op_word(kind)), style);
    }
  }

 private:
  bool has(OpKind kind) const {
    return std::ranges::any_of(outline_.ops, [&](const StepOp& op) { return op.kind == kind; });
  }

  // Writes at x and moves on; leaves out what has no room.
  void say(float& x, float y, const std::string& text, const TextStyle& style) {
    const float width = painter_.text_width(text, style);
    if (x + width > layout_.plot.right()) return;
    painter_.text({x, y}, text, style);
    x += width + 20 * u_;
  }

  void unit_name(int unit, const std::string& name, std::size_t elements) {
    const Box cells = layout_.cells(unit);
    const float middle = cells.centre().y;
    TextStyle style{Face::strong, legible(16, u_), theme_.text};
    const TextStyle quiet{Face::text, layout_.band_label, theme_.quiet_text, AlignX::right};
    const float labels = painter_.text_width("parameters", {Face::text, legible(13, u_), {}});
    const float room = layout_.plot.x - box_.x - labels - 20 * u_;
    std::string fitting = name;
    while (!fitting.empty() && painter_.text_width(fitting, style) > room) fitting.pop_back();
    painter_.text({box_.x, middle}, fitting, style);
    if (elements == 0 || layout_.band_label == 0) return;
    const Box parameters = layout_.parameters(unit);
    painter_.text({box_.x, parameters.centre().y},
                  with_separators(static_cast<std::int64_t>(elements)),
                  {Face::number, layout_.band_label, theme_.quiet_text});
    painter_.text({layout_.plot.x - 8 * u_, parameters.centre().y}, "parameters", quiet);
    painter_.text({layout_.plot.x - 8 * u_, layout_.gradients(unit).centre().y}, "gradient", quiet);
  }

  void micro_step_brackets(float y) {
    const auto& parts = outline_.parts;
    for (std::size_t i = 0; i < parts.size();) {
      std::size_t end = i + 1;
      while (end < parts.size() && parts[end].micro_step == parts[i].micro_step) ++end;
      if (parts[i].micro_step >= 0) {
        const std::string name = fmt::format("micro-step {}", parts[i].micro_step);
        bracket(parts[i].ops.begin, parts[end - 1].ops.end, y, name,
                std::string_view(name).substr(11));
      }
      i = end;
    }
  }

  void bracket(std::size_t first, std::size_t end, float y, std::string_view name,
               std::string_view brief) {
    const float left = layout_.x_of(static_cast<double>(first)) + 1;
    const float right = layout_.x_of(static_cast<double>(end)) - 2;
    if (right - left < 2) return;
    const bool now =
        now_.op >= static_cast<std::ptrdiff_t>(first) && now_.op < static_cast<std::ptrdiff_t>(end);
    draw_bracket(painter_, {left, right, y, name, brief, {}, now, false}, input_);
  }

  Painter& painter_;
  Box box_;
  const SceneInput& input_;
  const Theme& theme_;
  float u_;
  const PlanOutline& outline_;
  const PlanLayout& layout_;
  const PlanNow& now_;
};

}  // namespace

void draw_plan(Painter& painter, const Box& box, const SceneInput& input) {
  painter.name(box, "plan");
  const PlanOutline outline = outline_of(input.story.header());
  if (outline.ops.empty()) return draw_no_plan(painter, box, input);
  const PlanNow now = plan_now(input.story, input.state);
  const PlanLayout layout = lay_out_plan(painter, box, input, outline);
  PlanFrame frame(painter, box, input, outline, layout, now);
  frame.draw_brackets();
  frame.draw_units();
  draw_plan_bands(painter, input, outline, layout, now);
  frame.draw_key(draw_plan_cells(painter, input, outline, layout, now));
  draw_plan_words(painter, input, outline, layout, now);
}

}  // namespace zerolab
