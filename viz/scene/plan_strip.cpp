#include "viz/scene/plan_strip.hpp"

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "viz/scene/fitting_text.hpp"
#include "viz/scene/memory_look.hpp"

namespace zerolab {

namespace {

constexpr std::size_t most_named_ops = 2000;

class PlanCells {
 public:
  PlanCells(Painter& painter, const SceneInput& input, const PlanOutline& outline,
            const PlanLayout& layout, const PlanNow& now)
      : painter_(painter),
        theme_(input.theme),
        u_(input.unit),
        ops_(outline.ops),
        layout_(layout),
        now_(now),
        painted_to_(static_cast<std::size_t>(layout.units) + 1, layout.plot.x - 1) {}

  std::set<OpKind> draw() {
    for (std::size_t i = 0; i < ops_.size(); ++i) {
      if (static_cast<std::ptrdiff_t>(i) != now_.op) cell(i);
    }
    if (now_.op >= 0 && now_.op < static_cast<std::ptrdiff_t>(ops_.size())) {
      current(static_cast<std::size_t>(now_.op));
    }
    return by_letter_;
  }

 private:
  int row_of(std::size_t i) const { return ops_[i].unit < 0 ? layout_.units : ops_[i].unit; }

  Box box_of(std::size_t i) const {
    const Box row = layout_.cells(row_of(i));
    const float gap = layout_.column >= 8 ? 1 : 0;
    return {layout_.x_of(static_cast<double>(i)), row.y, std::max(layout_.column - gap, 1.0F),
            row.height};
  }

  bool collective(std::size_t i) const { return collective_of(ops_[i].kind).has_value(); }

  Colour fill_of(std::size_t i) const {
    const bool computes = ops_[i].kind == OpKind::forward || ops_[i].kind == OpKind::backward ||
                          ops_[i].kind == OpKind::update;
    return mixed(theme_.panel, theme_.text, computes ? 0.34F : 0.18F);
  }

  void hatch(std::size_t i, const Box& box, Colour under) {
    if (!collective(i) || box.width < 6) return;
    painter_.hatch(box.inset(1), {mixed(under, theme_.outline, 0.45F), 1}, 6 * u_);
  }

  void cell(std::size_t i) {
    const Box box = box_of(i);
    float& painted_to = painted_to_[static_cast<std::size_t>(row_of(i))];
    if (box.x + 0.5F < painted_to) return;  // folded into the one before
    painted_to = box.right();
    const bool done = static_cast<std::ptrdiff_t>(i) < now_.op;
    const Colour under = done ? fill_of(i) : theme_.ground;
    if (layout_.column < 5) {
      painter_.box(box, done ? mixed(theme_.panel, theme_.text, 0.5F) : theme_.faint);
    } else {
      if (done) painter_.box(box, under);
      painter_.box(box.inset(0.5F), colour(0).with_alpha(0), {theme_.outline, 1});
      hatch(i, box, under);
    }
    label(i, box, under);
    if (ops_.size() <= most_named_ops) painter_.name(box, fmt::format("op {}", i));
  }

  // Filled as far as it has come, with a strong border; never too thin to be found.
  void current(std::size_t i) {
    Box box = box_of(i);
    const float least = 7 * u_;
    if (box.width < least) box = {box.centre().x - least / 2, box.y, least, box.height};
    const Colour lit = mixed(theme_.panel, theme_.accent, 0.55F);
    painter_.box(box, theme_.ground);
    painter_.box({box.x, box.y, box.width * static_cast<float>(now_.progress), box.height}, lit);
    painter_.box(box, colour(0).with_alpha(0), {theme_.accent, 3 * u_}, 2 * u_);
    label(i, box, now_.progress > 0.5 ? lit : theme_.ground);
    painter_.name(box, fmt::format("op {}", i));
  }

  void label(std::size_t i, const Box& box, Colour under) {
    if (layout_.cell_text == 0) return;
    TextStyle style{Face::text, layout_.cell_text, number_on(under), AlignX::centre};
    const OpKind kind = ops_[i].kind;
    std::string_view text = first_fitting(painter_, {op_word(kind)}, style, box.width - 4 * u_);
    // All letters or none: the widest decides.
    if (text.empty() && layout_.column < painter_.text_width("M", style) + 2) return;
    if (text.empty()) by_letter_.insert(kind);
    if (text.empty()) text = op_letter(kind);
    if (collective(i) && static_cast<std::ptrdiff_t>(i) != now_.op && box.width >= 6) {
      const float width = painter_.text_width(text, style);
      painter_.box({box.centre().x - width / 2 - 1, box.centre().y - style.size * 0.55F, width + 2,
                    style.size * 1.1F},
                   under);
    }
    painter_.text(box.centre(), text, style);
  }

  Painter& painter_;
  const Theme& theme_;
  float u_;
  const std::vector<StepOp>& ops_;
  const PlanLayout& layout_;
  const PlanNow& now_;
  std::vector<float> painted_to_;  // by row
  std::set<OpKind> by_letter_;
};

// What makes memory of a unit grow from its shard to the whole, and what makes it shrink.
struct PlanBandKind {
  bool (*opens)(OpKind);
  OpKind close;
  MemoryCategory at_rest;
  MemoryCategory transient;
  std::string_view whole_name;
};
constexpr std::array plan_bands{
    PlanBandKind{gathers_parameters, OpKind::release_parameters, MemoryCategory::parameters,
                 MemoryCategory::gathered_parameters, "gathered"},
    PlanBandKind{[](OpKind kind) { return kind == OpKind::open_bucket; }, OpKind::close_bucket,
                 MemoryCategory::gradients, MemoryCategory::buckets, "bucket"}};

class PlanBand {
 public:
  PlanBand(Painter& painter, const SceneInput& input, const PlanOutline& outline,
           const PlanLayout& layout, const PlanNow& now, const PlanBandKind& kind)
      : painter_(painter),
        input_(input),
        ops_(outline.ops),
        layout_(layout),
        now_x_(layout.now_x(now)),
        kind_(kind) {
    sharded_ = std::ranges::any_of(ops_, [&](const StepOp& op) { return kind.opens(op.kind); });
  }

  void draw(int unit, const Box& band) {
    const auto world = static_cast<float>(std::max(input_.story.world_size(), 1));
    const float share = sharded_ ? std::max(band.height / world, 2.0F) : band.height;
    part({band.x, band.bottom() - share, layout_.x_of(static_cast<double>(ops_.size())) - band.x,
          share},
         kind_.at_rest);
    const std::size_t none = ops_.size();
    std::size_t open = none;
    for (std::size_t i = 0; i < ops_.size(); ++i) {
      if (ops_[i].unit != unit) continue;
      if (kind_.opens(ops_[i].kind)) open = i;
      if (ops_[i].kind != kind_.close || open == none) continue;
      const float x = layout_.x_of(static_cast<double>(open));
      const float right = layout_.x_of(static_cast<double>(i + 1));
      const Box whole{x, band.y, std::max(right - x - 1, 1.0F), band.height - share};
      part(whole, kind_.transient);
      name(whole);
      open = none;
    }
  }

 private:
  // Filled up to the present moment, outlined from there on.
  void part(const Box& box, MemoryCategory category) {
    const float split = std::clamp(now_x_, box.x, box.right());
    draw_memory_box(painter_, {box.x, box.y, split - box.x, box.height}, category, input_);
    const Box rest{split, box.y, box.right() - split, box.height};
    if (rest.width < 1) return;
    const Colour edge = input_.theme.memory[static_cast<std::size_t>(category)];
    if (rest.height < 3 || rest.width < 3) {
      painter_.box(rest, mixed(input_.theme.ground, edge, 0.45F));
    } else {
      painter_.box(rest.inset(0.5F), colour(0).with_alpha(0), {edge, 1});
    }
  }

  void name(const Box& box) {
    const float size = legible(12, input_.unit);
    if (box.height < size * 1.15F) return;
    const TextStyle style{Face::text, size, input_.theme.text, AlignX::centre};
    const float width = painter_.text_width(kind_.whole_name, style);
    if (width > box.width - 8 * input_.unit) return;
    painter_.box(
        {box.centre().x - width / 2 - 3, box.centre().y - size * 0.58F, width + 6, size * 1.16F},
        input_.theme.ground, {}, 2);
    painter_.text(box.centre(), kind_.whole_name, style);
  }

  Painter& painter_;
  const SceneInput& input_;
  const std::vector<StepOp>& ops_;
  const PlanLayout& layout_;
  float now_x_;
  const PlanBandKind& kind_;
  bool sharded_ = false;
};

}  // namespace

std::set<OpKind> draw_plan_cells(Painter& painter, const SceneInput& input,
                                 const PlanOutline& outline, const PlanLayout& layout,
                                 const PlanNow& now) {
  return PlanCells(painter, input, outline, layout, now).draw();
}

void draw_plan_bands(Painter& painter, const SceneInput& input, const PlanOutline& outline,
                     const PlanLayout& layout, const PlanNow& now) {
  PlanBand parameters(painter, input, outline, layout, now, plan_bands[0]);
  PlanBand gradients(painter, input, outline, layout, now, plan_bands[1]);
  for (int unit = 0; unit < layout.units; ++unit) {
    parameters.draw(unit, layout.parameters(unit));
    gradients.draw(unit, layout.gradients(unit));
  }
}

}  // namespace zerolab
