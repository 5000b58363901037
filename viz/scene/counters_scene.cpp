// The counters: what each rank has sent and received in this collective, as bars from one line, in
// elements and in Ψ, beside the formula's number. Sent and received are two numbers; a switch adds
// them up, which is where 14Ψ/8 comes from.
#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "core/base/units.hpp"
#include "core/schedule/closed_form.hpp"
#include "viz/scene/beside.hpp"
#include "viz/scene/current.hpp"
#include "viz/scene/fitting_text.hpp"

namespace zerolab {

namespace {

// One number of every rank, so far and as the formula or the prediction has it.
struct CounterColumn {
  std::string title;
  std::string formula;
  std::vector<std::int64_t> so_far;
  std::vector<std::optional<std::int64_t>> total;  // by formula; none: there is none
};

CounterColumn counter_column(const SceneInput& input, const Current& current, Direction direction) {
  const bool sent = direction == Direction::sent;
  CounterColumn column;
  column.title = sent ? "sent" : "received";
  column.formula = closed_form_text(current.definition, direction);
  for (int rank = 0; rank < input.story.world_size(); ++rank) {
    const Moved& moved = input.state.moved_in_collective[static_cast<std::size_t>(rank)];
    column.so_far.push_back(sent ? moved.sent_elements : moved.received_elements);
    const auto formula = closed_form(current.definition, current.layout, rank);
    column.total.push_back(
        formula ? std::optional(sent ? formula->sent_elements : formula->received_elements)
                : std::nullopt);
  }
  return column;
}

CounterColumn added_up(const CounterColumn& sent, const CounterColumn& received) {
  CounterColumn both;
  both.title = "sent + received";
  both.formula = fmt::format("({}) + ({})", sent.formula, received.formula);
  for (std::size_t rank = 0; rank < sent.so_far.size(); ++rank) {
    both.so_far.push_back(sent.so_far[rank] + received.so_far[rank]);
    both.total.push_back(sent.total[rank] && received.total[rank]
                             ? std::optional(*sent.total[rank] + *received.total[rank])
                             : std::nullopt);
  }
  return both;
}

class Counters {
 public:
  Counters(Painter& painter, const Box& box, const SceneInput& input, const Current& current)
      : painter_(painter),
        box_(box),
        input_(input),
        current_(current),
        u_(input.unit),
        ranks_(input.story.world_size()) {}

  void draw() {
    const CounterColumn sent = counter_column(input_, current_, Direction::sent);
    const CounterColumn received = counter_column(input_, current_, Direction::received);
    heading();
    whole_trace();
    const float label = (input_.beside == nullptr ? 86 : 112) * u_;
    if (input_.view.both_directions) {
      labels(label);
      bars({box_.x + label, box_.y, box_.width - label, box_.height}, added_up(sent, received));
    } else {
      const float half = (box_.width - label - 40 * u_) / 2;
      labels(label);
      bars({box_.x + label, box_.y, half, box_.height}, sent);
      bars({box_.x + label + half + 40 * u_, box_.y, half, box_.height}, received);
    }
  }

 private:
  float top() const { return box_.y + 122 * u_; }
  float row() const {
    return std::min(60 * u_, (box_.bottom() - 110 * u_ - top()) / static_cast<float>(ranks_));
  }
  float text_size() const { return std::max(11.0F, std::min(row() * 0.5F, 18 * u_)); }
  int every() const {
    return static_cast<int>(std::max(1.0F, std::ceil((text_size() + 1) / row())));
  }
  float middle(int rank) const { return top() + (static_cast<float>(rank) + 0.5F) * row(); }

  // "9Ψ/8 = 9,000", or the elements alone where they are no whole number of Ψ/N.
  std::string with_psi(std::int64_t elements, std::int64_t psi) const {
    const std::string parts = in_psi(elements, psi, ranks_);
    const std::string number = with_separators(elements);
    return parts == number ? number : fmt::format("{} = {}", parts, number);
  }

  // All collectives of the trace together, beside what the plan predicted.
  void whole_trace() {
    const auto& predicted = input_.story.header().predicted;
    const int rank = input_.view.pinned_rank.value_or(0);
    if (predicted.size() != static_cast<std::size_t>(ranks_)) return;
    const RankPrediction& all = predicted[static_cast<std::size_t>(rank)];
    const Moved& moved = input_.state.moved[static_cast<std::size_t>(rank)];
    const bool equal = moved.sent_elements == all.sent_elements &&
                       moved.received_elements == all.received_elements;
    const std::string counts =
        fmt::format("sent {} of {} predicted elements, and received {} of {}{}",
                    with_separators(moved.sent_elements), with_separators(all.sent_elements),
                    with_separators(moved.received_elements),
                    with_separators(all.received_elements), equal ? "  ✓" : "");
    const TextStyle style{Face::text, legible(17, u_),
                          equal ? input_.theme.good : input_.theme.quiet_text};
    painter_.text({box_.x, box_.bottom() - 24 * u_},
                  first_fitting(painter_,
                                {fmt::format("The whole trace: rank {} has {}", rank, counts),
                                 fmt::format("Rank {}: {}", rank, counts)},
                                style, box_.width),
                  style);
  }

  void heading() {
    painter_.text({box_.x, box_.y + 22 * u_},
                  fmt::format("{} by {}: elements per rank{}", to_string(current_.info->collective),
                              current_.info->algorithm,
                              input_.view.both_directions ? ", both directions added up"
                                                          : ", each direction by itself"),
                  {Face::strong, legible(20, u_), input_.theme.text});
    const std::string note = input_.view.both_directions
                                 ? "What one rank sends another receives: added up, every element "
                                   "that moves counts twice."
                                 : "Bar: so far. Outline: the whole collective by its formula.";
    painter_.text({box_.x, box_.y + 50 * u_}, note,
                  {Face::text, legible(16, u_), input_.theme.quiet_text});
  }

  void labels(float width) {
    for (int rank = 0; rank < ranks_; rank += every()) {
      const bool pinned = input_.view.pinned_rank == rank;
      painter_.text(
          {box_.x + width - 16 * u_, middle(rank)}, fmt::format("rank {}", rank),
          {pinned ? Face::strong : Face::text, text_size(),
           pinned ? input_.theme.accent : input_.theme.text, AlignX::right, AlignY::middle});
      if (counts_differ(input_, rank)) {
        painter_.text({box_.x, middle(rank)}, sign_of(MoveSign::differs),
                      {Face::strong, text_size(), input_.theme.bad});
      }
    }
    for (int rank = 0; rank < ranks_; ++rank) {
      painter_.name({box_.x, middle(rank) - row() / 2, box_.width, row()},
                    fmt::format("rank {}", rank));
    }
  }

  // The bars' length, and where the numbers right of them end.
  struct NumberPlaces {
    float bars = 0;
    float so_far = 0;
    float total = 0;
    bool has_total = true;
  };

  // In a pane the numbers take what their text needs. Where there is no room for the formula's they
  // are left out: outlines and marks remain.
  NumberPlaces places_of(const Box& area, const CounterColumn& column) const {
    NumberPlaces places;
    places.total = area.right() - 30 * u_;
    if (input_.beside == nullptr) {
      const float numbers = std::min(430 * u_, area.width * 0.62F);
      places.bars = area.width - numbers;
      places.so_far = places.total - (numbers - 46 * u_) / 2;
      return places;
    }
    const auto psi = static_cast<std::int64_t>(current_.info->element_count);
    const TextStyle title{Face::text, legible(15, u_), {}};
    const TextStyle number{Face::number, text_size(), {}};
    float widest = painter_.text_width("by formula", title);
    for (std::size_t rank = 0; rank < column.so_far.size(); ++rank) {
      for (const std::int64_t value : {column.so_far[rank], column.total[rank].value_or(0)}) {
        widest = std::max(widest, painter_.text_width(with_psi(value, psi), number));
      }
    }
    const float gap = 16 * u_;
    const float least_bars = 0.2F * area.width;
    places.has_total = places.total - 2 * (widest + gap) >= area.x + least_bars;
    places.so_far = places.has_total ? places.total - widest - gap : places.total;
    places.bars = std::max(places.so_far - widest - gap - area.x, 0.0F);
    return places;
  }

  void bars(const Box& area, const CounterColumn& column) {
    const Theme& theme = input_.theme;
    const auto psi = static_cast<std::int64_t>(current_.info->element_count);
    const NumberPlaces places = places_of(area, column);
    std::int64_t most = 1;
    for (std::size_t rank = 0; rank < column.so_far.size(); ++rank) {
      most = std::max({most, column.so_far[rank], column.total[rank].value_or(0)});
    }
    const float scale = places.bars / static_cast<float>(most);
    painter_.text({area.x, top() - 26 * u_}, column.title,
                  {Face::strong, legible(17, u_), theme.text});
    const TextStyle quiet_title{Face::text, legible(15, u_), theme.quiet_text, AlignX::right,
                                AlignY::middle};
    painter_.text({places.so_far, top() - 26 * u_}, "so far", quiet_title);
    if (places.has_total) {
      painter_.text({places.total, top() - 26 * u_}, "by formula", quiet_title);
    }
    const bool done =
        current_.steps_done(input_.state) == current_.steps() && input_.state.fraction == 0;
    for (int rank = 0; rank < ranks_; ++rank) {
      const auto r = static_cast<std::size_t>(rank);
      const std::int64_t value = column.so_far[r];
      const float y = middle(rank);
      const float height = std::max(2.0F, row() * 0.5F);
      const bool other = input_.view.pinned_rank && *input_.view.pinned_rank != rank;
      const float share = other ? 0.3F : 1;
      const bool wrong =
          column.total[r] && (value > *column.total[r] || (done && value != *column.total[r]));
      painter_.box({area.x, y - height / 2, static_cast<float>(value) * scale, height},
                   (wrong ? theme.bad : colour(0x56B4E9)).with_alpha(share));
      if (column.total[r]) {
        painter_.box({area.x, y - height / 2, static_cast<float>(*column.total[r]) * scale, height},
                     Colour{0, 0, 0, 0}, {theme.outline.with_alpha(share), 1.2F * u_});
      }
      if (rank % every() != 0) continue;
      const TextStyle number{Face::number, text_size(), theme.text.with_alpha(share), AlignX::right,
                             AlignY::middle};
      painter_.text({places.so_far, y}, with_psi(value, psi), number);
      if (!column.total[r]) continue;
      TextStyle quiet = number;
      quiet.colour = theme.quiet_text.with_alpha(share);
      if (places.has_total) {
        painter_.text({places.total, y}, with_psi(*column.total[r], psi), quiet);
      }
      if (!done && !wrong) continue;
      TextStyle mark{Face::strong, text_size(), (wrong ? theme.bad : theme.good).with_alpha(share),
                     AlignX::right, AlignY::middle};
      painter_.text({area.right(), y}, wrong ? "✗" : "✓", mark);
    }
    const float below = top() + row() * static_cast<float>(ranks_) + 26 * u_;
    TextStyle formula{Face::number, legible(16, u_), theme.quiet_text};
    const std::string words = fmt::format("formula, rank r: {}", column.formula);
    const float width = painter_.text_width(words, formula);
    if (width > area.width) formula.size = std::max(11.0F, formula.size * area.width / width);
    painter_.text({area.x, below}, words, formula);
  }

  Painter& painter_;
  Box box_;
  const SceneInput& input_;
  const Current& current_;
  float u_;
  int ranks_;
};

}  // namespace

void draw_counters(Painter& painter, const Box& box, const SceneInput& input) {
  const Current current = current_of(input.story, input.state);
  if (current.info == nullptr) {
    painter.text(box.centre(), "No collective has begun: nothing has been sent.",
                 {Face::text, legible(17, input.unit), input.theme.quiet_text, AlignX::centre,
                  AlignY::middle});
    return;
  }
  Counters(painter, box, input, current).draw();
}

}  // namespace zerolab
