// Training steps that nobody ran, told as a trace: the plan's operations on every rank, a
// microsecond each, their collectives by ring, and the memory that the plan's verbs ask for.
// Deterministic, of any stage and world size.
#pragma once

#include <algorithm>

#include "core/schedule/build.hpp"
#include "core/schedule/layout.hpp"
#include "core/trace/trace.hpp"
#include "core/zero/plan/memory_plan.hpp"
#include "core/zero/plan/step_plan.hpp"
#include "core/zero/plan/text_plan.hpp"

namespace zerolab::test {

class TrainingTrace {
 public:
  TrainingTrace(const ZeroConfig& config, std::vector<std::size_t> unit_elements)
      : plan_(make_plan(config, std::move(unit_elements))) {}

  Trace make(int train_steps) {
    TraceHeader& header = trace_.header;
    header.world_size = plan_.config.world_size;
    header.config = {{"stage", std::to_string(plan_.config.stage)}};
    for (std::size_t unit = 0; unit < plan_.unit_elements.size(); ++unit) {
      const bool first = unit == 0;
      const bool last = unit + 1 == plan_.unit_elements.size();
      const std::string block = "block " + std::to_string(unit - 1);
      header.units.push_back({first  ? "embedding"
                              : last ? "head"
                                     : block,
                              plan_.unit_elements[unit]});
    }
    header.plan = to_text(plan_);
    for (int rank = 0; rank < header.world_size; ++rank) {
      const RankMemory memory = memory_of(plan_, rank, workspace);
      header.predicted.push_back({0, 0, memory.at_rest, memory.peak});
      for (const MemoryCategory category : all_memory_categories) {
        const bool lasts = is_at_rest(category) || category == MemoryCategory::activations ||
                           category == MemoryCategory::scratch;
        if (lasts) remember(rank, category, bytes_of(memory.peak, category));
      }
    }
    clock_ = 100;
    for (int step = 0; step < train_steps; ++step) {
      for (std::size_t op = 0; op < plan_.ops.size(); ++op) operation(step, op);
    }
    std::stable_sort(trace_.events.begin(), trace_.events.end(), comes_before);
    return trace_;
  }

 private:
  static constexpr WorkspaceBytes workspace{4000, 1000};
  static constexpr std::int64_t op_ns = 1000;

  void remember(int rank, MemoryCategory category, std::int64_t bytes) {
    Event event = context_;
    event.kind = EventKind::memory;
    event.rank = rank;
    event.category = category;
    event.bytes = static_cast<std::size_t>(bytes);
    event.posted = event.begin = event.end = clock_ + rank;
    trace_.events.push_back(event);
  }

  void operation(int train_step, std::size_t index) {
    const StepOp& op = plan_.ops[index];
    context_ = {};
    context_.train_step = train_step;
    context_.plan_op = static_cast<int>(index);
    context_.micro_step = op.micro_step;
    context_.unit = op.unit;
    for (int rank = 0; rank < plan_.config.world_size; ++rank) {
      Event event = context_;
      event.rank = rank;
      event.posted = event.begin = clock_ + rank;
      event.end = event.begin + op_ns;
      trace_.events.push_back(event);
      change_memory(op, rank);
    }
    if (const auto kind = collective_of(op.kind)) collective(*kind, op);
    clock_ += op_ns + plan_.config.world_size;
  }

  void change_memory(const StepOp& op, int rank) {
    if (op.unit < 0) return;
    const auto whole =
        static_cast<std::int64_t>(plan_.unit_elements[static_cast<std::size_t>(op.unit)]) * 4;
    const bool gathered =
        op.kind == OpKind::gather_parameters || op.kind == OpKind::release_parameters;
    const bool bucket = op.kind == OpKind::open_bucket || op.kind == OpKind::close_bucket;
    const bool grows = op.kind == OpKind::gather_parameters || op.kind == OpKind::open_bucket;
    if (gathered) remember(rank, MemoryCategory::gathered_parameters, grows ? whole : 0);
    if (bucket) remember(rank, MemoryCategory::buckets, grows ? whole : 0);
  }

  void collective(Collective kind, const StepOp& op) {
    const int n = plan_.config.world_size;
    const Schedule schedule = build_schedule(kind, n);
    const bool of_unit = op.unit >= 0;
    const std::size_t elements = of_unit ? plan_.unit_elements[static_cast<std::size_t>(op.unit)]
                                         : static_cast<std::size_t>(n);
    const ChunkLayout layout{elements, schedule.chunk_count};
    context_.collective_id = static_cast<int>(trace_.header.collectives.size());
    const std::string purpose =
        of_unit ? "of " + trace_.header.units[static_cast<std::size_t>(op.unit)].name : "norm";
    trace_.header.collectives.push_back({purpose, kind, schedule.algorithm, std::nullopt, elements,
                                         schedule.chunk_count, DType::f32});
    int steps = 1;
    for (const Transfer& transfer : schedule.transfers) steps = std::max(steps, transfer.step + 1);
    const std::int64_t step_ns = (op_ns - 100) / steps;
    for (int rank = 0; rank < n; ++rank) {
      Event event = context_;
      event.kind = EventKind::collective;
      event.rank = rank;
      event.posted = event.begin = clock_ + rank;
      event.end = event.begin + op_ns;
      trace_.events.push_back(event);
    }
    for (const Transfer& transfer : schedule.transfers) {
      Event event = context_;
      event.step = transfer.step;
      event.chunk = transfer.chunk;
      event.slice = 0;
      event.combine = transfer.combine;
      event.elements = layout.range(transfer.chunk).size();
      event.bytes = event.elements * 4;
      event.begin = clock_ + n + step_ns * transfer.step;
      event.end = event.begin + step_ns;
      event.posted = event.begin;
      event.kind = EventKind::send;
      event.rank = transfer.source;
      event.peer = transfer.destination;
      trace_.events.push_back(event);
      event.kind = EventKind::receive;
      std::swap(event.rank, event.peer);
      trace_.events.push_back(event);
    }
    context_.collective_id = -1;
  }

  StepPlan plan_;
  Trace trace_;
  Event context_;
  std::int64_t clock_ = 0;
};

inline Trace training_trace(int stage, int ranks, int micro_steps = 1, int train_steps = 1) {
  ZeroConfig config;
  config.stage = stage;
  config.world_size = ranks;
  config.micro_steps = micro_steps;
  return TrainingTrace(config, {310, 200, 200, 130}).make(train_steps);
}

}  // namespace zerolab::test
