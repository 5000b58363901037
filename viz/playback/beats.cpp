#include "viz/playback/beats.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "core/base/error.hpp"
#include "viz/playback/fold.hpp"

namespace zerolab {

namespace {

constexpr std::size_t no_event = std::numeric_limits<std::size_t>::max();

using OperationLabel = std::array<int, 3>;  // train step, micro-step, plan operation

OperationLabel operation_label(const Event& event) {
  return {event.train_step, event.micro_step, event.plan_op};
}

struct Operation {
  OperationLabel label;
  int rank;
  std::size_t event;  // the trace's order is the rank's order

  friend auto operator<=>(const Operation&, const Operation&) = default;
};

// Something that rank 0 issued. What lies in an operation takes the operation's place.
struct Issue {
  std::ptrdiff_t place;  // the event's number in the trace: of the operation, else its own
  std::ptrdiff_t own_place;
  int collective_id;  // -1: an operation

  friend auto operator<=>(const Issue&, const Issue&) = default;
};

// The events of one collective.
struct Occurrence {
  bool occurs = false;
  std::size_t issue = no_event;  // rank 0's collective event
  std::size_t label = no_event;  // any event that bears its labels
  std::int64_t begin_ns = 0;     // of its collective events on all ranks
  std::int64_t end_ns = 0;
  std::size_t first_move = 0;  // among the folded moves
  std::size_t last_move = 0;
};

void cover(Beat& beat, std::int64_t begin_ns, std::int64_t end_ns) {
  beat.begin_ns = std::min(beat.begin_ns, begin_ns);
  beat.end_ns = std::max(beat.end_ns, end_ns);
}

class BeatMaker {
 public:
  explicit BeatMaker(const Trace& trace)
      : trace_(trace),
        folded_(fold_slices(trace.events)),
        occurrences_(trace.header.collectives.size()),
        beat_of_operation_(trace.events.size(), no_event) {}

  BeatList make() {
    read_operations();
    read_collectives();
    for (const Issue& issue : issues()) {
      if (issue.collective_id < 0) {
        add_operation(static_cast<std::size_t>(issue.place));
      } else {
        add_collective(issue.collective_id);
      }
    }
    cover_other_ranks();
    return std::move(list_);
  }

 private:
  void read_operations() {
    for (std::size_t i = 0; i < trace_.events.size(); ++i) {
      const Event& event = trace_.events[i];
      if (event.kind != EventKind::operation) continue;
      operations_.push_back({operation_label(event), event.rank, i});
    }
    std::sort(operations_.begin(), operations_.end());
  }

  void read_collectives() {
    for (std::size_t i = 0; i < trace_.events.size(); ++i) {
      const Event& event = trace_.events[i];
      if (event.kind != EventKind::collective) continue;
      if (event.collective_id < 0) {
        throw input_error("a collective's event on rank {} does not say which collective it is",
                          event.rank);
      }
      Occurrence& found = occurrences_[static_cast<std::size_t>(event.collective_id)];
      found.begin_ns = found.occurs ? std::min(found.begin_ns, event.begin) : event.begin;
      found.end_ns = found.occurs ? std::max(found.end_ns, event.end) : event.end;
      found.occurs = true;
      if (found.label == no_event) found.label = i;
      if (event.rank != 0) continue;
      if (found.issue != no_event) {
        throw input_error("collective {}: rank 0 issues it twice", event.collective_id);
      }
      found.issue = found.label = i;
    }
    for (std::size_t i = 0; i < folded_.size(); ++i) {
      Occurrence& found = occurrences_[static_cast<std::size_t>(folded_[i].collective_id)];
      found.occurs = true;
      if (found.label == no_event) found.label = folded_[i].event;
      if (found.last_move == 0) found.first_move = i;
      found.last_move = i + 1;
    }
  }

  // Rank 0's operation around its collective event, or no_event.
  std::size_t operation_around(std::size_t issue) const {
    const Event& inner = trace_.events[issue];
    const Operation first{operation_label(inner), 0, 0};
    const Operation last{operation_label(inner), 0, no_event};
    const auto begin = std::lower_bound(operations_.begin(), operations_.end(), first);
    const auto end = std::upper_bound(begin, operations_.end(), last);
    const auto later = std::upper_bound(begin, end, inner.begin,
                                        [&](std::int64_t time, const Operation& operation) {
                                          return time < trace_.events[operation.event].begin;
                                        });
    if (later == begin || trace_.events[std::prev(later)->event].end < inner.end) return no_event;
    return std::prev(later)->event;
  }

  // In order. A collective that rank 0 has no event of follows the one with the next smaller id.
  std::vector<Issue> issues() const {
    std::vector<Issue> all;
    std::vector<bool> has_collective(trace_.events.size());
    Issue before{-1, -1, -1};
    for (std::size_t id = 0; id < occurrences_.size(); ++id) {
      const Occurrence& found = occurrences_[id];
      if (!found.occurs) continue;
      Issue issue = before;
      issue.collective_id = static_cast<int>(id);
      if (found.issue != no_event) {
        const std::size_t operation = operation_around(found.issue);
        if (operation != no_event) has_collective[operation] = true;
        issue.own_place = static_cast<std::ptrdiff_t>(found.issue);
        issue.place =
            operation == no_event ? issue.own_place : static_cast<std::ptrdiff_t>(operation);
      }
      all.push_back(issue);
      before = issue;
    }
    for (const Operation& operation : operations_) {
      if (operation.rank != 0 || has_collective[operation.event]) continue;
      const auto place = static_cast<std::ptrdiff_t>(operation.event);
      all.push_back({place, place, -1});
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  Beat beat_like(const Event& event) const {
    Beat beat;
    beat.train_step = event.train_step;
    beat.micro_step = event.micro_step;
    beat.plan_op = event.plan_op;
    beat.unit = event.unit;
    beat.first_move = list_.moves.size();
    return beat;
  }

  void add_operation(std::size_t index) {
    const Event& event = trace_.events[index];
    Beat beat = beat_like(event);
    beat.kind = Beat::Kind::operation;
    beat.begin_ns = event.begin;
    beat.end_ns = event.end;
    beat_of_operation_[index] = list_.beats.size();
    list_.beats.push_back(beat);
  }

  void add_collective(int id) {
    const Occurrence& found = occurrences_[static_cast<std::size_t>(id)];
    const std::size_t first_beat = list_.beats.size();
    for (std::size_t i = found.first_move; i < found.last_move; ++i) {
      const FoldedMove& folded = folded_[i];
      if (i == found.first_move || folded.step != folded_[i - 1].step) {
        Beat beat = beat_like(trace_.events[found.label]);
        beat.collective_id = id;
        beat.step = folded.step;
        beat.begin_ns = folded.begin_ns;
        beat.end_ns = folded.end_ns;
        list_.beats.push_back(beat);
      }
      Beat& beat = list_.beats.back();
      cover(beat, folded.begin_ns, folded.end_ns);
      ++beat.move_count;
      list_.moves.push_back(folded.move);
    }
    if (found.first_move == found.last_move) {
      Beat beat = beat_like(trace_.events[found.label]);
      beat.kind = Beat::Kind::operation;
      beat.collective_id = id;
      beat.begin_ns = found.begin_ns;
      beat.end_ns = found.end_ns;
      list_.beats.push_back(beat);
    }
    list_.collective_beats.resize(occurrences_.size());
    list_.collective_beats[static_cast<std::size_t>(id)] = {first_beat, list_.beats.size()};
  }

  // The k-th operation of a label is the same one on all ranks.
  void cover_other_ranks() {
    auto leaders = operations_.begin();  // rank 0's of the label
    auto followers = leaders;            // one rank's of the label
    for (auto it = operations_.begin(); it != operations_.end(); ++it) {
      if (it->label != leaders->label) leaders = it;
      if (it->label != followers->label || it->rank != followers->rank) followers = it;
      const auto leader = leaders + (it - followers);
      if (leader >= operations_.end() || leader->rank != 0 || leader->label != it->label) continue;
      const std::size_t beat = beat_of_operation_[leader->event];
      if (beat == no_event) continue;
      const Event& event = trace_.events[it->event];
      cover(list_.beats[beat], event.begin, event.end);
    }
  }

  const Trace& trace_;
  std::vector<FoldedMove> folded_;
  std::vector<Occurrence> occurrences_;         // by collective id
  std::vector<Operation> operations_;           // of all ranks, sorted
  std::vector<std::size_t> beat_of_operation_;  // by event
  BeatList list_;
};

}  // namespace

BeatList make_beats(const Trace& trace) {
  BeatList list = BeatMaker(trace).make();
  list.collective_beats.resize(trace.header.collectives.size());
  return list;
}

}  // namespace zerolab
