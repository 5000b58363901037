#include "viz/scene/timeline_bars.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "viz/scene/fitting_text.hpp"

namespace zerolab {

namespace {

constexpr float unpinned_strength = 0.2F;  // of what is not pinned
constexpr int busy_levels = 8;

class TimelineLanePicture {
 public:
  TimelineLanePicture(Painter& painter, const SceneInput& input, const TimelineIndex& index,
                      const TimelineLayout& layout, int rank, TimelineLane lane,
                      TimelineDrawn& drawn)
      : painter_(painter),
        input_(input),
        theme_(input.theme),
        index_(index),
        layout_(layout),
        rank_(rank),
        lane_(lane),
        drawn_(drawn),
        track_(index.track(layout.axis, rank, lane)),
        summary_(index.summary(layout.axis, rank, lane)),
        sweep_(track_),
        box_(layout.lane_box(rank, lane)),
        detailed_(has_detailed_lanes(layout)),
        cell_time_(double{timeline_fold} * static_cast<double>(layout.to - layout.from) /
                   std::max(double{layout.plot.width}, 1.0)) {
    const auto& pinned_rank = input.view.pinned_rank;
    if (pinned_rank && *pinned_rank != rank) row_strength_ = unpinned_strength;
    number_ = {Face::number, layout.number_size, {}, AlignX::centre};
    word_ = {Face::text, std::min(layout.number_size, legible(15, input.unit)), {}, AlignX::centre};
    run_colours_.fill(colour(0).with_alpha(0));
    if (layout.number_size > 0) digit_width_ = painter.text_width("0", number_);
  }

  void draw() {
    const bool by_chunk = input_.view.pinned_chunk && lane_ != TimelineLane::compute;
    lane_strength_ = by_chunk ? unpinned_strength : 1;
    const std::size_t first = track_.first_ending_after(layout_.from);
    if (summary_.resolves(cell_time_)) {
      draw_summary(first);
    } else {
      draw_items(first, layout_.to);
    }
    finish_run();
    if (by_chunk) draw_pinned_chunk();
  }

 private:
  struct Run {
    std::int64_t first = 0;
    std::int64_t last = -1;  // cells, both included; empty: last < first
    int level = 0;
    bool past = false;
  };

  float left(const TimelineTrack::Item& item) const {
    return std::max(layout_.x_of(item.begin), layout_.plot.x);
  }
  float right(const TimelineTrack::Item& item) const {
    return std::min(layout_.x_of(item.end), layout_.plot.right());
  }
  bool wide(const TimelineTrack::Item& item) const {
    return static_cast<double>(item.end - item.begin) >= cell_time_;
  }

  std::int64_t time_of_cell(std::int64_t cell) const {
    return layout_.from + static_cast<std::int64_t>(static_cast<double>(cell) * cell_time_);
  }

  // Item i and those that begin after it and before `to`.
  void draw_items(std::size_t i, std::int64_t to) {
    while (i < track_.size() && track_[i].begin < to) {
      if (!wide(track_[i])) {
        i = fold(i);
      } else if (lane_strength_ < 1 && track_[i].chunk == *input_.view.pinned_chunk) {
        covered_to_ = std::max(covered_to_, track_[i].end);
        ++i;  // comes at the end, in full strength
      } else {
        i = draw_bar(i, lane_strength_);
      }
    }
  }

  // Cell by cell from the summary; items are looked at only where a wide one begins.
  void draw_summary(std::size_t first) {
    draw_items(first, std::min(layout_.from + 1, layout_.to));
    const auto cells = static_cast<std::int64_t>(layout_.plot.width / timeline_fold) + 1;
    std::size_t mark = summary_.nearest_mark(layout_.from);
    for (std::int64_t cell = 0; cell < cells; ++cell) {
      const std::size_t from = mark;
      mark = std::max(summary_.nearest_mark(time_of_cell(cell + 1)), from);
      if (mark == from || summary_.busy(from, mark) == 0) continue;
      if (static_cast<double>(summary_.longest(from, mark)) >= cell_time_) {
        const std::size_t begin = std::max<std::size_t>(summary_.first_item(from), first);
        if (begin < summary_.first_item(mark))
          draw_items(begin, track_[summary_.first_item(mark) - 1].begin + 1);
      } else if (time_of_cell(cell) >= covered_to_) {
        const double stretch = static_cast<double>(summary_.span(from, mark));
        add_cell(cell, static_cast<double>(summary_.busy(from, mark)) / stretch);
      }
    }
  }

  // Merges item i and all that begin in its cell; returns the next item to draw.
  std::size_t fold(std::size_t i) {
    const auto since =
        static_cast<double>(std::max(track_[i].begin - layout_.from, std::int64_t{0}));
    const auto cell = static_cast<std::int64_t>(since / cell_time_);
    const std::int64_t from = time_of_cell(cell);
    const std::int64_t to = time_of_cell(cell + 1);
    const double busy = static_cast<double>(sweep_.busy(from, to));
    const double share = to > from ? busy / static_cast<double>(to - from) : 1;
    add_cell(cell, share);
    // A wide item that begins in the cell outlasts it, so it is among the last ones there.
    std::size_t next = std::max(sweep_.next(), i + 1);
    while (next > i + 1 && wide(track_[next - 1])) --next;
    return next;
  }

  void add_cell(std::int64_t cell, double share) {
    drawn_.folded = true;
    const int level = std::clamp(static_cast<int>(std::ceil(share * busy_levels)), 1, busy_levels);
    const bool past = time_of_cell(cell) < layout_.now;
    if (run_.last < run_.first || cell != run_.last + 1 || level != run_.level ||
        past != run_.past) {
      finish_run();
      run_ = {cell, cell, level, past};
    }
    run_.last = cell;
  }

  void finish_run() {
    if (run_.last < run_.first) return;
    const float x = layout_.plot.x + static_cast<float>(run_.first) * timeline_fold;
    const float end = std::min(layout_.plot.x + static_cast<float>(run_.last + 1) * timeline_fold,
                               layout_.plot.right());
    Box bar{x, box_.y, end - x, box_.height};
    if (detailed_) {
      const float share = static_cast<float>(run_.level) / busy_levels;
      bar.y += bar.height * (1 - share);
      bar.height *= share;
    }
    painter_.box(bar, run_colour());
    run_.last = run_.first - 1;
  }

  Colour run_colour() {
    Colour& known = run_colours_[static_cast<std::size_t>(run_.level * 2 + (run_.past ? 1 : 0))];
    if (known.alpha == 0) {
      const float share = static_cast<float>(run_.level) / busy_levels;
      const float by_share = detailed_ ? 1 : 0.3F + 0.7F * share;
      const float strength = (run_.past ? 0.85F : 0.4F) * lane_strength_ * row_strength_ * by_share;
      known = mixed(detailed_ ? theme_.panel : theme_.ground, theme_.quiet_text, strength);
    }
    return known;
  }

  // Draws item i as a bar of its own; returns the next item.
  std::size_t draw_bar(std::size_t i, float strength) {
    finish_run();
    const TimelineTrack::Item item = track_[i];
    covered_to_ = std::max(covered_to_, item.end);
    const float x = left(item);
    const float gap = detailed_ && right(item) - x > 6 ? 1 : 0;
    const Box bar{x, box_.y, right(item) - x - gap, box_.height};
    strength *= row_strength_;
    if (lane_ == TimelineLane::compute) {
      draw_operation(bar, item, strength);
    } else {
      draw_message(bar, item, strength);
    }
    if (drawn_.bars.size() < most_named_bars) drawn_.bars.push_back({bar, lane_, item.id, rank_});
    return i + 1;
  }

  // What is done is filled, what is to come outlined; the bar under way is both.
  Colour draw_shape(const Box& bar, const TimelineTrack::Item& item, Colour fill, float strength) {
    const Colour ground = detailed_ ? theme_.panel : theme_.ground;
    const Colour strong = mixed(ground, fill, strength);
    const float now = std::clamp(layout_.x_of(layout_.now), bar.x, bar.right());
    const bool outlined = detailed_ && bar.width >= 6;
    const float done = item.begin >= layout_.now ? 0
                       : item.end <= layout_.now ? bar.width
                                                 : now - bar.x;
    if (!outlined) {
      painter_.box(bar, done > 0 ? strong : mixed(ground, fill, 0.3F * strength));
      return done > 0 ? strong : ground;
    }
    if (done > 0) painter_.box({bar.x, bar.y, done, bar.height}, strong);
    const Colour edge = mixed(ground, theme_.outline, strength);
    drawn_.outlined = true;
    painter_.box(bar.inset(0.5F), colour(0).with_alpha(0), {edge, 1});
    return done > bar.width * 0.5F ? strong : ground;
  }

  void draw_message(const Box& bar, const TimelineTrack::Item& item, float strength) {
    const Colour under = draw_shape(bar, item, chunk_colour(theme_, item.chunk), strength);
    if (hatched(item.chunk) && detailed_ && bar.width >= 6) {
      painter_.hatch(bar.inset(1),
                     {mixed(under, number_on(under), 0.45F * strength), 1.2F * input_.unit},
                     6 * input_.unit);
    }
    if (item.chunk < 0 || layout_.number_size == 0 || bar.x < labelled_to_) return;
    const fmt::format_int digits(item.chunk);
    const std::string_view text(digits.data(), digits.size());
    const float width = digit_width_ * static_cast<float>(text.size());
    if (bar.width < width + 4) return;
    number_.colour = mixed(under, number_on(under), std::max(strength, 0.4F));
    write(bar, width, text, number_, under, hatched(item.chunk));
    drawn_.numbered = true;
  }

  // In the bar's middle; on a ground of its own where hatching or the cursor would cross it.
  void write(const Box& bar, float width, std::string_view text, const TextStyle& style,
             Colour ground, bool on_hatching) {
    const Point c = bar.centre();
    const float height = std::min(style.size * 1.1F, bar.height - 2);
    const Box chip{c.x - width / 2 - 2, c.y - height / 2, width + 4, height};
    labelled_to_ = bar.right();
    const float now = layout_.x_of(layout_.now);
    if (now > bar.x && now < bar.right()) {
      drawn_.over_cursor.push_back({chip, ground, c, std::string(text), style});
      return;
    }
    if (on_hatching) painter_.box(chip, ground);
    painter_.text(c, text, style);
  }

  void draw_operation(const Box& bar, const TimelineTrack::Item& item, float strength) {
    const OpLabel* label = index_.label(item.chunk);
    const bool waits = label != nullptr && collective_of(label->kind).has_value();
    const Colour fill = mixed(theme_.panel, theme_.text, waits ? 0.16F : 0.3F);
    const Colour under = draw_shape(bar, item, fill, strength);
    if (waits && detailed_ && bar.width >= 4) {
      drawn_.hatched = true;
      painter_.hatch(bar.inset(1), {mixed(under, theme_.outline, 0.45F * strength), 1},
                     6 * input_.unit);
    }
    if (label == nullptr || layout_.number_size == 0 || bar.x < labelled_to_) return;
    // A letter wants as much room as any other, so that of two like bars both have one or none.
    const bool letter = bar.width >= painter_.text_width("M", word_) + 2;
    const std::string_view text =
        first_fitting(painter_, {label->words, label->word}, word_, bar.width - 8 * input_.unit);
    const std::string_view shown = text.empty() && letter ? std::string_view(label->letter) : text;
    if (shown.empty()) return;
    if (text.empty()) drawn_.by_letter.insert(label->kind);
    word_.colour = mixed(under, theme_.text, std::max(strength, 0.4F));
    write(bar, painter_.text_width(shown, word_), shown, word_, under, waits);
  }

  // The pinned chunk's bars over the faded lane, none thinner than what is folded.
  void draw_pinned_chunk() {
    labelled_to_ = layout_.plot.x;
    const int chunk = *input_.view.pinned_chunk;
    const Colour fill = mixed(theme_.ground, chunk_colour(theme_, chunk), row_strength_);
    float painted_to = layout_.plot.x;
    for (const TimelineTrack::OfChunk& item : track_.of_chunk(chunk)) {
      if (item.begin >= layout_.to) break;
      if (static_cast<double>(item.length) >= cell_time_) {
        if (track_[item.position].end > layout_.from) draw_bar(item.position, 1);
        continue;
      }
      const float x = layout_.x_of(item.begin);
      if (x < painted_to) continue;
      painter_.box({x, box_.y, timeline_fold, box_.height}, fill);
      painted_to = x + timeline_fold;
    }
  }

  Painter& painter_;
  const SceneInput& input_;
  const Theme& theme_;
  const TimelineIndex& index_;
  const TimelineLayout& layout_;
  int rank_;
  TimelineLane lane_;
  TimelineDrawn& drawn_;
  const TimelineTrack& track_;
  const TimelineSummary& summary_;
  TimelineTrack::Sweep sweep_;
  Box box_;
  bool detailed_;     // tall enough for outlines and hatching
  double cell_time_;  // that timeline_fold pixels stand for
  float row_strength_ = 1;
  float lane_strength_ = 1;              // less where another chunk is pinned
  std::int64_t covered_to_ = INT64_MIN;  // by the last wide bar
  Run run_;
  std::array<Colour, 2 * (busy_levels + 1)> run_colours_;  // alpha 0: not mixed yet
  TextStyle number_;
  TextStyle word_;
  float digit_width_ = 0;
  float labelled_to_ = 0;  // texts of overlapping bars must not meet
};

}  // namespace

bool has_detailed_lanes(const TimelineLayout& layout) {
  constexpr float least = 8;
  return layout.lane_height >= least;
}

void draw_timeline_lane(Painter& painter, const SceneInput& input, const TimelineIndex& index,
                        const TimelineLayout& layout, int rank, TimelineLane lane,
                        TimelineDrawn& drawn) {
  TimelineLanePicture(painter, input, index, layout, rank, lane, drawn).draw();
}

}  // namespace zerolab
