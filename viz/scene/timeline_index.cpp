#include "viz/scene/timeline_index.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/trace/slice_name.hpp"

namespace zerolab {

namespace {

TimelineItem item_of_event(const Event& event) {
  TimelineItem item;
  item.kind = event.kind;
  item.rank = event.rank;
  item.peer = event.peer;
  item.train_step = event.train_step;
  item.micro_step = event.micro_step;
  item.plan_op = event.plan_op;
  item.unit = event.unit;
  item.collective_id = event.collective_id;
  item.step = event.step;
  item.chunk = event.chunk;
  item.slice = event.slice;
  item.combine = event.combine;
  item.elements = static_cast<std::int64_t>(event.elements);
  item.bytes = static_cast<std::int64_t>(event.bytes);
  item.begin_ns = event.begin;
  item.end_ns = event.end;
  return item;
}

TimelineItem item_of_beat(const Beat& beat, EventKind kind) {
  TimelineItem item;
  item.kind = kind;
  item.train_step = beat.train_step;
  item.micro_step = beat.micro_step;
  item.plan_op = beat.plan_op;
  item.unit = beat.unit;
  item.collective_id = beat.collective_id;
  item.step = beat.step;
  item.begin_ns = beat.begin_ns;
  item.end_ns = beat.end_ns;
  return item;
}

bool same_operation(const Beat& a, const Beat& b) {
  return a.train_step == b.train_step && a.plan_op == b.plan_op && a.unit == b.unit &&
         a.micro_step == b.micro_step;
}

std::int64_t logical_time_of(std::size_t beat) {
  return static_cast<std::int64_t>(beat) * logical_beat;
}

}  // namespace

std::string_view to_string(TimelineLane lane) {
  switch (lane) {
    case TimelineLane::compute: return "compute";
    case TimelineLane::send: return "send";
    case TimelineLane::receive: return "receive";
  }
  throw InvariantError("a TimelineLane without a name");
}

TimelineIndex::TimelineIndex(const Story& story)
    : story_(story), outline_(outline_of(story.header())) {
  index_events();
  index_beats();
  for (const TimelineTrack& track : measured_) measured_summaries_.emplace_back(track);
  for (const TimelineTrack& track : logical_) logical_summaries_.emplace_back(track);
  label_operations();
}

void TimelineIndex::index_events() {
  const auto& events = story_.events();
  require(events.size() <= UINT32_MAX, "a trace has fewer than 2^32 events");
  const auto ranks = static_cast<std::size_t>(story_.world_size());
  std::vector<Items> items(ranks * all_timeline_lanes.size());
  Items collectives;
  first_ns_ = story_.duration_ns();
  const auto add = [&](TimelineLane lane, std::size_t i) {
    const Event& event = events[i];
    has_[static_cast<std::size_t>(lane)] = true;
    items[measured_place(event.rank, lane)].push_back(
        {event.begin, event.end, static_cast<std::uint32_t>(i),
         lane == TimelineLane::compute ? event.plan_op : event.chunk});
  };
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    switch (event.kind) {
      case EventKind::operation: add(TimelineLane::compute, i); break;
      case EventKind::send: add(TimelineLane::send, i); break;
      case EventKind::receive: add(TimelineLane::receive, i); break;
      case EventKind::collective:
        if (event.rank == 0) {
          collectives.push_back({event.begin, event.end, static_cast<std::uint32_t>(i), -1});
        }
        break;
      case EventKind::memory: continue;  // says when a rank was set up, not what it did
    }
    first_ns_ = std::min(first_ns_, event.begin);
  }
  for (Items& track : items) measured_.emplace_back(std::move(track));
  measured_collectives_ = TimelineTrack(std::move(collectives));
}

// Operations and collectives lie on beats that are neighbours.
void TimelineIndex::index_beats() {
  const auto& beats = story_.beats();
  const auto ranks = static_cast<std::size_t>(story_.world_size());
  std::vector<Items> moves(ranks * 2);
  Items operations;
  Items collectives;
  const auto extend = [&](Items& spans, std::size_t beat, bool continues, EventKind kind) {
    if (!continues) {
      spans.push_back({logical_time_of(beat), 0, static_cast<std::uint32_t>(stations_.size()),
                       kind == EventKind::operation ? beats[beat].plan_op : -1});
      stations_.push_back(item_of_beat(beats[beat], kind));
    }
    spans.back().end = logical_time_of(beat + 1);
    TimelineItem& station = stations_[spans.back().id];
    station.end_ns = std::max(station.end_ns, beats[beat].end_ns);
  };
  for (std::size_t b = 0; b < beats.size(); ++b) {
    const Beat& beat = beats[b];
    if (beat.plan_op >= 0) {
      const bool continues = b > 0 && same_operation(beats[b - 1], beat);
      extend(operations, b, continues, EventKind::operation);
    }
    if (beat.collective_id >= 0) {
      const bool continues = b > 0 && beats[b - 1].collective_id == beat.collective_id;
      extend(collectives, b, continues, EventKind::collective);
    }
    index_moves(b, moves);
  }
  logical_.emplace_back(std::move(operations));
  for (Items& track : moves) logical_.emplace_back(std::move(track));
  logical_collectives_ = TimelineTrack(std::move(collectives));
}

// k transfers of one rank in one beat take 1/k of its width each.
void TimelineIndex::index_moves(std::size_t b, std::vector<Items>& items) const {
  const Beat& beat = story_.beats()[b];
  const auto moves = story_.moves_of(beat);
  const auto track_of = [&](const ChunkMove& move, TimelineLane lane) -> Items& {
    return lane == TimelineLane::send ? items[static_cast<std::size_t>(move.source) * 2]
                                      : items[static_cast<std::size_t>(move.destination) * 2 + 1];
  };
  for (const TimelineLane lane : {TimelineLane::send, TimelineLane::receive}) {
    for (std::size_t i = 0; i < moves.size(); ++i) {
      track_of(moves[i], lane)
          .push_back({logical_time_of(b), logical_time_of(b + 1),
                      static_cast<std::uint32_t>(beat.first_move + i), moves[i].chunk});
    }
    for (const ChunkMove& move : moves) {
      Items& track = track_of(move, lane);
      std::size_t first = track.size();
      while (first > 0 && track[first - 1].begin == logical_time_of(b)) --first;
      const auto count = static_cast<std::int64_t>(track.size() - first);
      for (std::int64_t j = 0; j < count && count > 1; ++j) {
        auto& item = track[first + static_cast<std::size_t>(j)];
        item.begin = logical_time_of(b) + logical_beat * j / count;
        item.end = logical_time_of(b) + logical_beat * (j + 1) / count;
      }
    }
  }
}

void TimelineIndex::label_operations() {
  for (const StepOp& op : outline_.ops) {
    labels_.push_back({op_in_words(op, story_.header()), std::string(op_word(op.kind)),
                       std::string(op_letter(op.kind)), op.kind});
  }
}

std::size_t TimelineIndex::measured_place(int rank, TimelineLane lane) {
  return static_cast<std::size_t>(rank) * all_timeline_lanes.size() +
         static_cast<std::size_t>(lane);
}

// All ranks have the same operations on the same beats.
std::size_t TimelineIndex::logical_place(int rank, TimelineLane lane) {
  if (lane == TimelineLane::compute) return 0;
  return static_cast<std::size_t>(rank) * 2 + static_cast<std::size_t>(lane);
}

const TimelineTrack& TimelineIndex::track(TimeAxis axis, int rank, TimelineLane lane) const {
  return axis == TimeAxis::measured ? measured_[measured_place(rank, lane)]
                                    : logical_[logical_place(rank, lane)];
}

const TimelineSummary& TimelineIndex::summary(TimeAxis axis, int rank, TimelineLane lane) const {
  return axis == TimeAxis::measured ? measured_summaries_[measured_place(rank, lane)]
                                    : logical_summaries_[logical_place(rank, lane)];
}

const TimelineTrack& TimelineIndex::spans(TimeAxis axis, int rank) const {
  if (has(TimelineLane::compute)) return track(axis, rank, TimelineLane::compute);
  return axis == TimeAxis::measured ? measured_collectives_ : logical_collectives_;
}

TimelineItem TimelineIndex::item(TimeAxis axis, int rank, TimelineLane lane,
                                 std::uint32_t id) const {
  if (axis == TimeAxis::measured) return item_of_event(story_.events()[id]);
  if (lane == TimelineLane::compute) {
    TimelineItem station = stations_[id];
    station.rank = rank;
    return station;
  }
  const ChunkMove& move = story_.moves()[id];
  const auto& beats = story_.beats();
  const auto after = std::ranges::upper_bound(beats, id, {}, &Beat::first_move);
  TimelineItem item =
      item_of_beat(*(after - 1), lane == TimelineLane::send ? EventKind::send : EventKind::receive);
  item.rank = rank;
  item.peer = lane == TimelineLane::send ? move.destination : move.source;
  item.chunk = move.chunk;
  item.slices = move.slices;
  item.combine = move.combine;
  item.elements = move.elements;
  item.bytes = move.bytes;
  item.begin_ns = move.begin_ns;
  item.end_ns = move.end_ns;
  return item;
}

TimelineIndex::Extent TimelineIndex::extent(TimeAxis axis) const {
  if (axis == TimeAxis::logical) return {0, logical_time_of(story_.beats().size())};
  return {std::min(first_ns_, story_.duration_ns()), story_.duration_ns()};
}

TimelineIndex::Extent TimelineIndex::logical_extent(Extent measured) const {
  const auto& beats = story_.beats();
  std::size_t first = beats.size();
  std::size_t last = 0;
  for (std::size_t b = 0; b < beats.size(); ++b) {
    if (beats[b].end_ns <= measured.from || beats[b].begin_ns >= measured.to) continue;
    first = std::min(first, b);
    last = b + 1;
  }
  if (first >= last) return extent(TimeAxis::logical);
  return {logical_time_of(first), logical_time_of(last)};
}

const OpLabel* TimelineIndex::label(int plan_op) const {
  const bool known = plan_op >= 0 && plan_op < static_cast<int>(labels_.size());
  return known ? &labels_[static_cast<std::size_t>(plan_op)] : nullptr;
}

}  // namespace zerolab
