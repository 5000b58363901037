#include "viz/scene/plan_words.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "core/base/units.hpp"
#include "viz/scene/fitting_text.hpp"

namespace zerolab {

namespace {

std::string elements_sent(std::int64_t least, std::int64_t most) {
  if (least == most) return with_separators(most);
  return fmt::format("{} {} {}", with_separators(least), most - least == 1 ? "or" : "to",
                     with_separators(most));
}

class PlanWords {
 public:
  PlanWords(Painter& painter, const SceneInput& input, const PlanOutline& outline,
            const PlanLayout& layout, const PlanNow& now)
      : painter_(painter), input_(input), outline_(outline), box_(layout.words), now_(now) {}

  void draw() {
    const float u = input_.unit;
    const Theme& theme = input_.theme;
    const float third = box_.width / 3;
    const float caption_y = box_.y + legible(14, u);
    const float op_y = caption_y + legible(20, u) * 1.6F;
    if (now_.op > 0) at(now_.op - 1, "before", box_.x, AlignX::left, caption_y, op_y, third);
    if (now_.op >= 0) at(now_.op, "now", box_.centre().x, AlignX::centre, caption_y, op_y, third);
    at(now_.op + 1, "next", box_.right(), AlignX::right, caption_y, op_y, third);
    if (now_.op < 0) return;
    const TextStyle style{Face::text, legible(17, u), theme.quiet_text, AlignX::centre};
    const std::string sent = what_is_sent(input_.story, now_);
    const std::string brief = sent.substr(0, sent.find(':'));
    const std::string_view fits = first_fitting(painter_, {sent, brief}, style, box_.width);
    painter_.text({box_.centre().x, op_y + legible(20, u) * 1.7F}, fits, style);
  }

 private:
  void at(std::ptrdiff_t i, std::string_view caption, float x, AlignX align, float caption_y,
          float op_y, float width) {
    if (i < 0 || i >= static_cast<std::ptrdiff_t>(outline_.ops.size())) return;
    const float u = input_.unit;
    const bool current = i == now_.op;
    const StepOp& op = outline_.ops[static_cast<std::size_t>(i)];
    const Theme& theme = input_.theme;
    painter_.text({x, caption_y}, caption,
                  {Face::text, legible(14, u), current ? theme.accent : theme.quiet_text, align});
    const TextStyle style{current ? Face::strong : Face::text, legible(current ? 22 : 17, u),
                          current ? theme.text : theme.quiet_text, align};
    const std::string words = op_in_words(op, input_.story.header());
    const std::string_view fits =
        first_fitting(painter_, {words, op_word(op.kind)}, style, width - 24 * u);
    painter_.text({x, op_y}, fits, style);
  }

  Painter& painter_;
  const SceneInput& input_;
  const PlanOutline& outline_;
  Box box_;
  const PlanNow& now_;
};

}  // namespace

std::string what_is_sent(const Story& story, const PlanNow& now) {
  if (now.collective_id < 0) return "no rank sends anything";
  const CollectiveInfo& info =
      story.header().collectives[static_cast<std::size_t>(now.collective_id)];
  std::vector<Moved> moved(static_cast<std::size_t>(story.world_size()));
  std::int64_t bytes = 0;
  const Range beats = story.beats_of_collective(now.collective_id);
  for (std::size_t b = beats.begin; b < beats.end; ++b) {
    for (const ChunkMove& move : story.moves_of(story.beats()[b])) {
      Moved& rank = moved[static_cast<std::size_t>(move.source)];
      rank.sent_elements += move.elements;
      bytes =
          std::max(bytes, rank.sent_elements * static_cast<std::int64_t>(size_bytes(info.dtype)));
    }
  }
  const auto [least, most] = std::ranges::minmax_element(moved, {}, &Moved::sent_elements);
  return fmt::format("{} of {} elements by {}: each rank sends {} elements, {}{}",
                     to_string(info.collective),
                     with_separators(static_cast<std::int64_t>(info.element_count)), info.algorithm,
                     elements_sent(least->sent_elements, most->sent_elements), format_bytes(bytes),
                     least->sent_elements == most->sent_elements ? "" : " at most");
}

void draw_plan_words(Painter& painter, const SceneInput& input, const PlanOutline& outline,
                     const PlanLayout& layout, const PlanNow& now) {
  PlanWords(painter, input, outline, layout, now).draw();
}

}  // namespace zerolab
