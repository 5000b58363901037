// The labelled brackets above the lanes: training steps, their parts, operations, and the halves of
// an all-reduce. An operation whose name does not fit is left to the bracket above it.
#include <algorithm>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "viz/scene/bracket.hpp"
#include "viz/scene/timeline_axis.hpp"

namespace zerolab {

namespace {

constexpr std::size_t most_halves_looked_at = 20'000;  // transfers; beyond, none would fit

struct TimelineBracket {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::string longest;
  std::string shorter;
  std::string shortest;
};

class TimelineBrackets {
 public:
  TimelineBrackets(Painter& painter, const SceneInput& input, const TimelineIndex& index,
                   const TimelineLayout& layout)
      : painter_(painter), input_(input), index_(index), layout_(layout) {
    const int rank = input.view.pinned_rank.value_or(0);
    rank_ = rank < input.story.world_size() ? rank : 0;
  }

  void draw() {
    for (std::size_t i = 0; i < layout_.bracket_rows.size(); ++i) {
      row_ = layout_.bracket_box(i);
      row_kind_ = layout_.bracket_rows[i];
      switch (layout_.bracket_rows[i]) {
        case BracketRow::train_step:
          groups([](const TimelineItem& a, const TimelineItem& b) {
            return a.train_step == b.train_step;
          });
          break;
        case BracketRow::part:
          groups([&](const TimelineItem& a, const TimelineItem& b) {
            return a.train_step == b.train_step && part_of(a) == part_of(b);
          });
          break;
        case BracketRow::span: spans(); break;
        case BracketRow::half: halves(); break;
      }
    }
  }

 private:
  const TimelineTrack& span_track() const { return index_.spans(layout_.axis, rank_); }

  TimelineItem span(std::size_t i) const {
    return index_.item(layout_.axis, rank_, TimelineLane::compute, span_track()[i].id);
  }

  // -1 outside the plan.
  int part_of(const TimelineItem& item) const {
    const auto& parts = index_.outline().part_of;
    const bool known = item.plan_op >= 0 && item.plan_op < static_cast<int>(parts.size());
    return known ? static_cast<int>(parts[static_cast<std::size_t>(item.plan_op)]) : -1;
  }

  // A bracket per run of operations that are `same`.
  template <typename Same>
  void groups(Same same) {
    const TimelineTrack& track = span_track();
    const std::size_t first = track.first_ending_after(layout_.from);
    if (first >= track.size()) return;
    // Those before the window belong to its first group.
    TimelineItem leader = span(first);
    std::size_t begin = first;
    while (begin > 0 && same(span(begin - 1), leader)) --begin;
    for (std::size_t i = begin; i < track.size() && track[begin].begin < layout_.to;) {
      std::int64_t end = track[i].end;
      std::size_t next = i + 1;
      while (next < track.size() && same(span(next), leader)) end = track[next++].end;
      bracket(group_of(leader, track[i].begin, end));
      if (next >= track.size() || track[next].begin >= layout_.to) return;
      i = next;
      begin = next;
      leader = span(next);
    }
  }

  TimelineBracket group_of(const TimelineItem& item, std::int64_t begin, std::int64_t end) const {
    TimelineBracket made{begin, end, {}, {}, {}};
    if (row_kind_ == BracketRow::part) {
      const int part = part_of(item);
      if (part < 0) return made;
      const PlanOutline& outline = index_.outline();
      made.longest = part_name(outline, outline.parts[static_cast<std::size_t>(part)]);
      made.shorter = made.longest.substr(0, made.longest.find(','));
    } else if (item.train_step >= 0) {
      made.longest = fmt::format("training step {}", item.train_step);
      made.shorter = fmt::format("step {}", item.train_step);
      made.shortest = std::to_string(item.train_step);
    }
    return made;
  }

  void spans() {
    const TimelineTrack& track = span_track();
    for (std::size_t i = track.first_ending_after(layout_.from);
         i < track.size() && track[i].begin < layout_.to; ++i) {
      if (!wide_enough(track[i].begin, track[i].end)) continue;
      const TimelineItem item = span(i);
      TimelineBracket made{track[i].begin, track[i].end, {}, {}, {}};
      if (const OpLabel* label = index_.label(item.plan_op)) {
        made.longest = label->words;
        made.shorter = label->word;
      } else if (item.collective_id >= 0) {
        const CollectiveInfo& info =
            input_.story.header().collectives[static_cast<std::size_t>(item.collective_id)];
        made.shorter = std::string(to_string(info.collective));
        made.longest = fmt::format("{}, {}", made.shorter, info.algorithm);
      } else if (item.plan_op >= 0) {
        made.longest = fmt::format("operation {}", item.plan_op);
      }
      bracket(made);
    }
  }

  // An all-reduce adds in its first half and copies in its second.
  void halves() {
    const TimelineTrack& track = index_.track(layout_.axis, rank_, TimelineLane::receive);
    const std::size_t first = track.first_ending_after(layout_.from);
    const std::size_t last = track.first_beginning_from(layout_.to, first);
    if (last - first > most_halves_looked_at) return;
    const auto receive = [&](std::size_t i) {
      return index_.item(layout_.axis, rank_, TimelineLane::receive, track[i].id);
    };
    for (std::size_t i = first; i < last;) {
      const TimelineItem item = receive(i);
      std::int64_t end = track[i].end;
      std::size_t next = i + 1;
      for (; next < last; ++next) {
        const TimelineItem after = receive(next);
        if (after.collective_id != item.collective_id || after.combine != item.combine) break;
        end = std::max(end, track[next].end);
      }
      const bool whole = item.collective_id < 0 ||
                         input_.story.header()
                                 .collectives[static_cast<std::size_t>(item.collective_id)]
                                 .collective != Collective::all_reduce;
      if (!whole) {
        const bool adds = item.combine == Combine::add;
        bracket({track[i].begin, end, adds ? "reduce-scatter: adds" : "all-gather: copies",
                 adds ? "reduce-scatter" : "all-gather", adds ? "adds" : "copies"});
      }
      i = next;
    }
  }

  bool wide_enough(std::int64_t begin, std::int64_t end) const {
    return layout_.x_of(end) - layout_.x_of(begin) > 2;
  }

  void bracket(const TimelineBracket& made) {
    if (!wide_enough(made.begin, made.end) || made.longest.empty()) return;
    const bool needs_label = row_kind_ == BracketRow::span || row_kind_ == BracketRow::half;
    const float u = input_.unit;
    const float left = std::max(layout_.x_of(made.begin), layout_.plot.x);
    const float right = std::min(layout_.x_of(made.end), layout_.plot.right()) - 1;
    const float y = row_.bottom() - 5 * u;
    const bool now = made.begin <= layout_.now && layout_.now < made.end;
    draw_bracket(painter_,
                 {left, right, y, made.longest, made.shorter, made.shortest, now, needs_label},
                 input_);
  }

  Painter& painter_;
  const SceneInput& input_;
  const TimelineIndex& index_;
  const TimelineLayout& layout_;
  int rank_ = 0;
  Box row_;
  BracketRow row_kind_ = BracketRow::span;
};

}  // namespace

void draw_timeline_brackets(Painter& painter, const SceneInput& input, const TimelineIndex& index,
                            const TimelineLayout& layout) {
  TimelineBrackets(painter, input, index, layout).draw();
}

}  // namespace zerolab
