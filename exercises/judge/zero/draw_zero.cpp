// Traces of exercises 9 to 12: what all ranks do together, an act after the other. A step of a
// collective takes a microsecond, and so does the pass of a unit; memory changes between them.
#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "core/schedule/count.hpp"
#include "core/schedule/layout.hpp"
#include "core/zero/plan/text_plan.hpp"
#include "exercises/judge/endings.hpp"
#include "exercises/judge/zero/calls.hpp"
#include "exercises/judge/zero/drawn_acts.hpp"
#include "exercises/judge/zero/moment.hpp"

namespace zerolab::exercises {

namespace {

constexpr std::int64_t act_step_ns = 1000;

class ZeroTraceMaker {
 public:
  ZeroTraceMaker(const Case& run, const DrawnActs& right, const DrawnActs& drawn, std::string whose)
      : run_(run), drawn_(drawn) {
    TraceHeader& header = trace_.header;
    header.world_size = run.ranks;
    header.clock = "none: a step of a collective is a microsecond, and so is a pass of a unit";
    header.config = {{"exercise", fmt::format("{}", run.exercise)},
                     {"run", std::move(whose)},
                     {"case", describe(run)}};
    if (run.exercise == 9) header.units.push_back({"the model", run.elements});
    for (std::size_t unit = 0; unit < run.tensors.size() && run.exercise != 9; ++unit) {
      header.units.push_back({fmt::format("unit {}", unit), run.tensors[unit]});
    }
    for (const StepOp& op : drawn.plan) header.plan += to_text(op) + "\n";
    predict(right);
    add_collectives(right.acts);
    add_collectives(drawn.acts);
  }

  Trace make() {
    std::vector<std::int64_t> begins;  // [common act]; the parting; the end
    std::int64_t now = 0;
    for (std::size_t a = 0; a < drawn_.common; ++a) {
      begins.push_back(now);
      now += add(drawn_.acts[a], now);
    }
    begins.push_back(now);
    for (std::size_t a = drawn_.common; a < drawn_.acts.size(); ++a) add(drawn_.acts[a], now);
    for (int rank = 0; rank < run_.ranks; ++rank) add_memory(rank, begins);
    std::ranges::stable_sort(trace_.events, comes_before);
    return std::move(trace_);
  }

 private:
  void predict(const DrawnActs& right) {
    std::vector<RankPrediction>& predicted = trace_.header.predicted;
    predicted.resize(static_cast<std::size_t>(run_.ranks));
    for (const auto& [link, traffic] : right_links(run_)) {
      const auto elements = static_cast<std::int64_t>(traffic.elements);
      predicted[static_cast<std::size_t>(link.first)].sent_elements += elements;
      predicted[static_cast<std::size_t>(link.second)].received_elements += elements;
    }
    for (int rank = 0; rank < run_.ranks; ++rank) {
      const auto r = static_cast<std::size_t>(rank);
      predicted[r].at_rest_bytes = bytes_at_rest(run_, rank);
      predicted[r].peak_bytes = right.ranks[r].peak;
    }
  }

  // Later ones of the same number replace earlier ones.
  void add_collectives(const std::vector<DrawnAct>& acts) {
    std::vector<CollectiveInfo>& all = trace_.header.collectives;
    for (const DrawnAct& drawn : acts) {
      if (drawn.collective_id < 0) continue;
      const Schedule schedule = schedule_of(drawn.act.kind, run_.ranks);
      const auto id = static_cast<std::size_t>(drawn.collective_id);
      if (id >= all.size()) all.resize(id + 1);
      all[id] = {drawn.purpose,      schedule.collective,  schedule.algorithm, std::nullopt,
                 drawn.act.elements, schedule.chunk_count, DType::f32};
    }
  }

  // Returns how long it takes.
  std::int64_t add(const DrawnAct& drawn, std::int64_t begin) {
    const std::int64_t duration = beats_of(drawn.act, run_.ranks) * act_step_ns;
    for (int rank = 0; rank < run_.ranks; ++rank) {
      if (!drawn.takes_part[static_cast<std::size_t>(rank)]) continue;
      Event event = event_of(EventKind::operation, rank, drawn);
      event.posted = event.begin = begin;
      event.end = begin + duration;
      if (drawn.plan_op >= 0) trace_.events.push_back(event);
      if (drawn.collective_id < 0) continue;
      event.kind = EventKind::collective;
      event.collective_id = drawn.collective_id;
      event.elements = drawn.act.elements;
      event.bytes = drawn.act.elements * sizeof(float);
      trace_.events.push_back(event);
    }
    if (drawn.collective_id >= 0) add_transfers(drawn, begin);
    return duration;
  }

  // Those whose two sides got past that step.
  void add_transfers(const DrawnAct& drawn, std::int64_t begin) {
    const Schedule schedule = schedule_of(drawn.act.kind, run_.ranks);
    const ChunkLayout layout{drawn.act.elements, schedule.chunk_count};
    for (const Transfer& transfer : schedule.transfers) {
      const auto done = [&](int rank) {
        return drawn.steps_done[static_cast<std::size_t>(rank)] > transfer.step;
      };
      if (!done(transfer.source) || !done(transfer.destination)) continue;
      const Range range = layout.range(transfer.chunk);
      Event event = event_of(EventKind::send, transfer.source, drawn);
      event.collective_id = drawn.collective_id;
      event.peer = transfer.destination;
      event.step = transfer.step;
      event.chunk = transfer.chunk;
      event.slice = 0;
      event.offset = range.begin;
      event.elements = range.size();
      event.bytes = range.size() * sizeof(float);
      event.combine = transfer.combine;
      event.posted = event.begin = begin + transfer.step * act_step_ns;
      event.end = event.begin + act_step_ns;
      trace_.events.push_back(event);
      event.kind = EventKind::receive;
      std::swap(event.rank, event.peer);
      trace_.events.push_back(event);
    }
  }

  // With the labels of the act that it comes before; at the end of the one that it comes after.
  void add_memory(int rank, const std::vector<std::int64_t>& begins) {
    if (drawn_.acts.empty()) return;
    for (const Holding& holding : drawn_.ranks[static_cast<std::size_t>(rank)].holdings) {
      if (holding.act > drawn_.common) break;  // of what is not drawn
      const std::size_t act = std::min(holding.act, drawn_.acts.size() - 1);
      Event event = event_of(EventKind::memory, rank, drawn_.acts[act]);
      event.unit = -1;
      event.category = holding.category;
      event.bytes = holding.bytes;
      event.posted = event.begin = event.end = begins[holding.act];
      trace_.events.push_back(event);
    }
  }

  static Event event_of(EventKind kind, int rank, const DrawnAct& drawn) {
    Event event;
    event.kind = kind;
    event.rank = rank;
    event.train_step = drawn.train_step;
    event.plan_op = drawn.plan_op;
    event.micro_step = drawn.act.micro_step;
    event.unit = drawn.act.unit;
    return event;
  }

  const Case& run_;
  const DrawnActs& drawn_;
  Trace trace_;
};

}  // namespace

std::optional<DrawnRun> draw_zero(const RunRecord& record) {
  const Case& run = record.run;
  if (run.ranks < 2 || right_calls(run).empty()) return std::nullopt;
  const DrawnActs right = right_drawn(run);
  const DrawnActs student = student_drawn(record, right);
  const Moment moment = moment_of(record, student, right);
  Trace yours = ZeroTraceMaker(run, right, student, "yours").make();
  if (const std::optional<Wrong> end = wrong_end(record)) {
    yours.header.config.emplace_back("ended", without_advice(end->sentence));
  }
  return DrawnRun{std::move(yours), ZeroTraceMaker(run, right, right, "right").make(),
                  moment.time,      moment.rank,
                  moment.chunk,     moment.memory};
}

std::string at_text(const DrawnRun& drawn) {
  std::string text = fmt::format("time={:g}", drawn.time);
  if (drawn.memory) text = "scene=memory " + text;
  if (drawn.rank >= 0) text += fmt::format(" pin-rank={}", drawn.rank);
  if (drawn.chunk >= 0) text += fmt::format(" pin-chunk={}", drawn.chunk);
  return text;
}

}  // namespace zerolab::exercises
