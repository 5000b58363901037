#include "viz/scene/pair_frame.hpp"

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "core/base/units.hpp"
#include "viz/paint/prefix_painter.hpp"
#include "viz/playback/sentence.hpp"
#include "viz/scene/beside.hpp"
#include "viz/scene/current.hpp"
#include "viz/scene/fitting_text.hpp"
#include "viz/scene/frame_parts.hpp"
#include "viz/scene/help.hpp"
#include "viz/scene/tip.hpp"

namespace zerolab {

namespace {

// A scene in a pane has the unit of a picture in which the pane would have this width: as wide as
// the scene needs with eight ranks.
float pane_width(SceneName scene) {
  switch (scene) {
    case SceneName::matrix: return 940;
    case SceneName::timeline: return 1040;
    case SceneName::ring:
    case SceneName::counters:
    case SceneName::memory:
    case SceneName::plan: return 1320;
  }
  return 1320;
}
constexpr float pane_height = 860;

// As much of the text as fits, with an ellipsis where something is left out.
std::string elided(const Painter& painter, std::string text, const TextStyle& style, float width) {
  if (painter.text_width(text, style) <= width) return text;
  const auto is_inside_character = [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
  };
  while (!text.empty() && painter.text_width(text + "…", style) > width) {
    while (text.size() > 1 && is_inside_character(text.back())) text.pop_back();
    text.pop_back();
  }
  return text + "…";
}

// "≠ 2 differ, ∅ 1 missing here": how many of each sign, which explains the signs.
std::string marks_in_words(std::span<const MoveMark> marks) {
  std::string words;
  for (const MoveSign sign : {MoveSign::differs, MoveSign::only_here, MoveSign::missing}) {
    const auto count =
        std::ranges::count_if(marks, [&](const MoveMark& mark) { return mark.sign == sign; });
    if (count == 0) continue;
    const std::string_view what = sign == MoveSign::missing     ? "missing here"
                                  : sign == MoveSign::only_here ? "only here"
                                  : count == 1                  ? "differs"
                                                                : "differ";
    words += fmt::format("{}{} {} {}", words.empty() ? "" : ", ", sign_of(sign), count, what);
  }
  return words;
}

// Messages that the recorder could not read stand in no event (exercises/judge/decode.hpp).
std::string undecoded_words(const Story& story) {
  for (const auto& [name, value] : story.header().config) {
    if (name == "undecoded messages" && value != "0") return fmt::format("? {} not read", value);
  }
  return "";
}

class PairFrame {
 public:
  PairFrame(Painter& painter, const Box& box, const PairInput& input)
      : painter_(painter),
        box_(box),
        input_(input),
        view_(input.left.view),
        theme_(input.left.theme),
        u_(input.left.unit) {}

  void draw() {
    painter_.box(box_, theme_.ground);
    const float margin = 24 * u_;
    const float width = box_.width - 2 * margin;
    const bool large = view_.presenter;
    const float head = large ? 16 * u_ : 56 * u_;
    const float bar = large ? 0 : 72 * u_;
    const float difference = (large ? 80 : 56) * u_;
    if (!large) {
      const int ranks = input_.left.story.world_size();
      draw_frame_head(
          painter_, {box_.x + margin, box_.y, width, head}, input_.left,
          fmt::format("{} rank{}, two runs beside each other", ranks, ranks == 1 ? "" : "s"));
    }
    const Box panes{box_.x + margin, box_.y + head, width,
                    box_.height - head - bar - difference - 8 * u_};
    const float gap = 32 * u_;
    const bool beside = box_.width >= box_.height;
    const Box left{panes.x, panes.y, beside ? (panes.width - gap) / 2 : panes.width,
                   beside ? panes.height : (panes.height - gap) / 2};
    const Box right{beside ? left.right() + gap : panes.x, beside ? panes.y : left.bottom() + gap,
                    left.width, left.height};
    pane(left, Side::left);
    pane(right, Side::right);
    const Point between[]{{beside ? left.right() + gap / 2 : panes.x,
                           beside ? panes.y + 8 * u_ : left.bottom() + gap / 2},
                          {beside ? left.right() + gap / 2 : panes.right(),
                           beside ? panes.bottom() : left.bottom() + gap / 2}};
    painter_.path(between, {theme_.faint, 1.5F * u_});
    what_differs({panes.x, panes.bottom() + 8 * u_, width, difference});
    if (!large) {
      const auto& right_header = input_.right.story.header();
      const auto& left_header = input_.left.story.header();
      const bool more_right = right_header.collectives.size() > left_header.collectives.size();
      draw_time_bar(painter_, {panes.x, box_.bottom() - bar, width, bar}, input_.left, input_.time,
                    input_.alignment.beats(), more_right ? right_header : left_header);
    }
    if (view_.help) {
      draw_help(painter_, box_, input_.left);
    } else {
      tip();
    }
  }

 private:
  void pane(const Box& box, Side side) {
    const SceneInput& whole = input_.of(side);
    const SceneInput& other = input_.of(other_side(side));
    const auto shown = input_.alignment.shown(input_.time);
    Beside beside;
    beside.marks = marks_of(input_.differences, side);
    if (whole.state.collective_id == other.state.collective_id) {
      beside.other_moved = other.state.moved_in_collective;
    }
    beside.idle = shown && !input_.alignment.pairs()[*shown].of(side);

    const float words = (view_.presenter ? 84 : 64) * u_;
    const Box title{box.x, box.y, box.width, 48 * u_};
    const Box scene{box.x, title.bottom() + 8 * u_, box.width,
                    box.height - title.height - words - 16 * u_};
    SceneInput input = whole;
    const float zoom = u_ / std::min(box_.width / 1920, box_.height / 1080);
    input.unit =
        std::min(scene.width / pane_width(scene_shown(whole)), scene.height / pane_height) * zoom;
    input.beside = &beside;
    input.hovered = hovered_in(side);
    if (input.mouse && !box.contains(*input.mouse)) input.mouse.reset();
    draw_title(title, side, beside);
    PrefixPainter named(painter_, std::string(place_prefix(side)));
    named.name(box, "pane");
    named.push_clip(scene.inset(-8 * u_));
    draw_scene(named, scene, input);
    named.pop_clip();
    draw_words(named, {box.x, scene.bottom() + 8 * u_, box.width, words}, said(side, beside),
               (view_.presenter ? 28 : 20) * u_, theme_.text);
  }

  void draw_title(const Box& box, Side side, const Beside& beside) {
    const Story& story = input_.of(side).story;
    const std::string ended =
        ended_words(input_.alignment, input_.time, story, input_.of(other_side(side)).story, side);
    const float y = box.centre().y;
    float x = box.right();
    const auto status = [&](const std::string& words, Colour ink) {
      if (words.empty()) return;
      const TextStyle style{Face::text, legible(17, u_), ink, AlignX::right, AlignY::middle};
      painter_.text({x, y}, words, style);
      x -= painter_.text_width(words, style) + 24 * u_;
    };
    status(undecoded_words(story), theme_.quiet_text);
    status(marks_in_words(beside.marks), theme_.bad);
    status(ended, theme_.quiet_text);
    const TextStyle strong{Face::strong, legible(22, u_), theme_.text};
    painter_.text({box.x, y}, elided(painter_, heading(input_.titles.of(side)), strong, x - box.x),
                  strong);
    const Point rule[]{{box.x, box.bottom()}, {box.right(), box.bottom()}};
    painter_.path(rule, {theme_.faint, 1.5F * u_});
  }

  // A run that waits for the other one's step says so; the sentence would be the last step's.
  std::string said(Side side, const Beside& beside) const {
    const SceneInput& input = input_.of(side);
    if (beside.idle && !input_.alignment.has_ended(side, input_.time)) {
      return "Nothing happens here in this step.";
    }
    return sentence(input.story, input.state, told_rank(side));
  }

  // The rank that the pane's sentence is about: the pinned one, or while steps go on the one whose
  // chunk differs.
  std::optional<int> told_rank(Side side) const {
    const SceneInput& input = input_.of(side);
    const Current current = current_of(input.story, input.state);
    const bool goes_on = current.steps_done(input.state) < current.steps();
    if (view_.pinned_rank || input_.differences.empty() || !goes_on) return view_.pinned_rank;
    const TransferDifference& first = input_.differences.front();
    const auto& own = first.of(side);
    return own ? own->destination : first.of(other_side(side))->destination;
  }

  void what_differs(const Box& box) {
    const std::string words =
        difference_sentence(input_.alignment, input_.time, input_.left.story, input_.right.story,
                            input_.differences, input_.titles, view_.pinned_rank);
    const bool differ = !input_.differences.empty();
    painter_.name(box, "difference");
    draw_words(painter_, box, (differ ? "≠  " : "") + words, (view_.presenter ? 36 : 24) * u_,
               differ ? theme_.bad : theme_.quiet_text);
  }

  // The hovered place's name within the pane; empty where it is not there.
  std::string hovered_in(Side side) const {
    const PanePlace place = parse_place(input_.left.hovered);
    return place.side == side ? place.name : std::string();
  }

  void tip() {
    const PanePlace place = parse_place(input_.left.hovered);
    SceneInput input = input_.of(place.side.value_or(Side::left));
    input.hovered = place.name;
    draw_tip(painter_, box_, input);
  }

  Painter& painter_;
  Box box_;
  const PairInput& input_;
  const View& view_;
  const Theme& theme_;
  float u_;
};

}  // namespace

std::string_view place_prefix(Side side) {
  switch (side) {
    case Side::left: return "left:";
    case Side::right: return "right:";
  }
  return "";
}

PanePlace parse_place(std::string_view name) {
  for (const Side side : both_sides) {
    const std::string_view prefix = place_prefix(side);
    if (name.starts_with(prefix)) return {side, std::string(name.substr(prefix.size()))};
  }
  return {std::nullopt, std::string(name)};
}

void draw_pair(Painter& painter, const Box& box, const PairInput& input) {
  PairFrame(painter, box, input).draw();
}

}  // namespace zerolab
