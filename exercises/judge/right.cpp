#include "exercises/judge/right.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/schedule/definition.hpp"
#include "core/schedule/layout.hpp"
#include "core/schedule/ring.hpp"
#include "exercises/judge/findings.hpp"
#include "exercises/judge/input.hpp"

namespace zerolab::exercises {

namespace {

// Every rank passes its own buffer, "chunk" r of N, to the right.
Schedule ring_shift(int ranks) {
  Schedule shift = empty_schedule(Collective::all_gather, "ring", ranks, ranks);
  for (int rank = 0; rank < ranks && ranks > 1; ++rank) {
    shift.transfers.push_back({0, rank, wrap(rank + 1, ranks), rank, Combine::copy});
  }
  return shift;
}

// The numbering in which chunk r+1 is complete on rank r half-way.
Schedule shifted(Schedule schedule) {
  for (Transfer& transfer : schedule.transfers) {
    transfer.chunk = wrap(transfer.chunk + 1, schedule.chunk_count);
  }
  return schedule;
}

bool is_promised(const Case& run, const Schedule& schedule, int rank, int chunk) {
  if (run.exercise == 2) return chunk == wrap(rank - 1, run.ranks);
  return zerolab::is_promised(schedule, rank, chunk);
}

using Held = std::vector<std::vector<Origins>>;  // [rank][slot]

Held at_the_start(const Case& run, const Schedule& schedule) {
  const auto ranks = static_cast<std::size_t>(run.ranks);
  const auto slots = ranks * static_cast<std::size_t>(bucket_count(run));
  Held held(ranks, std::vector<Origins>(slots, Origins(ranks)));
  for (int rank = 0; rank < run.ranks; ++rank) {
    for (std::size_t slot = 0; slot < slots; ++slot) {
      if (!has_input(schedule, rank, static_cast<int>(slot % ranks))) continue;
      held[static_cast<std::size_t>(rank)][slot][static_cast<std::size_t>(rank)] = 1;
    }
  }
  return held;
}

void receive(const RightMessage& message, Held& held) {
  Origins& target =
      held[static_cast<std::size_t>(message.destination)][static_cast<std::size_t>(message.slot)];
  for (std::size_t i = 0; i < target.size(); ++i) {
    target[i] = message.origins[i] + (message.combine == Combine::add ? target[i] : 0);
  }
}

RightRun right_run(const Case& run, Schedule schedule) {
  RightRun right;
  right.steps_of_bucket = step_count(schedule);
  right.held = at_the_start(run, schedule);
  const std::vector<Range> slots = slots_of(run);
  for (int bucket = 0; bucket < bucket_count(run); ++bucket) {
    // Round a ring no chunk is received in the step in which it is sent, so one after the other is
    // as good as all of a step at once.
    for (const Transfer& transfer : schedule.transfers) {
      const int slot = bucket * run.ranks + transfer.chunk;
      right.messages.push_back(
          {bucket * right.steps_of_bucket + transfer.step, transfer.source, transfer.destination,
           slot, slots[static_cast<std::size_t>(slot)], transfer.combine,
           right.held[static_cast<std::size_t>(transfer.source)][static_cast<std::size_t>(slot)]});
      receive(right.messages.back(), right.held);
    }
  }
  for (int rank = 0; rank < run.ranks; ++rank) {
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
      if (is_promised(run, schedule, rank, static_cast<int>(slot) % run.ranks)) continue;
      right.held[static_cast<std::size_t>(rank)][slot].clear();
    }
  }
  std::ranges::stable_sort(right.messages, [](const RightMessage& a, const RightMessage& b) {
    return std::pair(a.step, a.source) < std::pair(b.step, b.source);
  });
  right.schedule = std::move(schedule);
  return right;
}

}  // namespace

int bucket_count(const Case& run) {
  if (run.exercise != 7) return 1;
  return static_cast<int>((run.elements + run.bucket_elements - 1) / run.bucket_elements);
}

Range bucket_range(const Case& run, int bucket) {
  if (run.exercise != 7) return {0, buffer_elements(run)};
  const std::size_t begin = static_cast<std::size_t>(bucket) * run.bucket_elements;
  return {begin, std::min(begin + run.bucket_elements, run.elements)};
}

std::vector<Range> slots_of(const Case& run) {
  std::vector<Range> slots;
  for (int bucket = 0; bucket < bucket_count(run); ++bucket) {
    const Range range = bucket_range(run, bucket);
    const ChunkLayout layout{range.size(), run.ranks};
    for (int chunk = 0; chunk < run.ranks; ++chunk) {
      const Range within = layout.range(chunk);
      slots.push_back({range.begin + within.begin, range.begin + within.end});
    }
  }
  return slots;
}

std::vector<Schedule> right_schedules(const Case& run) {
  switch (run.exercise) {
    case 1: return {};
    case 2: return {ring_shift(run.ranks)};
    case 3: return {ring_reduce_scatter(run.ranks)};
    case 4: return {ring_all_gather(run.ranks)};
    case 5:
    case 7: return {ring_all_reduce(run.ranks), shifted(ring_all_reduce(run.ranks))};
    case 6: return {};
    default:
      throw input_error("exercise {}: the exercises with schedules are 1 to 7", run.exercise);
  }
}

const RightMessage* RightRun::at(int source, int step) const {
  // One message per rank and step.
  const auto index =
      static_cast<std::size_t>(step) * static_cast<std::size_t>(schedule.world_size) +
      static_cast<std::size_t>(source);
  if (step < 0 || index >= messages.size()) return nullptr;
  return &messages[index];
}

int RightRun::steps() const {
  return messages.empty() ? 0 : messages.back().step + 1;
}

std::vector<RightRun> right_runs(const Case& run) {
  std::vector<RightRun> runs;
  for (Schedule& schedule : right_schedules(run)) {
    runs.push_back(right_run(run, std::move(schedule)));
  }
  return runs;
}

std::vector<std::vector<float>> right_results(const Case& run, const RightRun& right) {
  std::vector<std::vector<float>> buffers;
  for (int rank = 0; rank < run.ranks; ++rank) buffers.push_back(input_buffer(run, rank));
  for (const RightMessage& message : right.messages) {
    const std::vector<float>& source = buffers[static_cast<std::size_t>(message.source)];
    std::vector<float>& target = buffers[static_cast<std::size_t>(message.destination)];
    for (std::size_t i = message.range.begin; i < message.range.end; ++i) {
      target[i] = message.combine == Combine::add ? target[i] + source[i] : source[i];
    }
  }
  const std::vector<Range> slots = slots_of(run);
  for (std::size_t rank = 0; rank < buffers.size(); ++rank) {
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
      const bool promised = !right.held[rank][slot].empty();
      for (std::size_t i = slots[slot].begin; i < slots[slot].end; ++i) {
        buffers[rank][i] = promised ? buffers[rank][i] / input_scale(run) : unreadable();
      }
    }
  }
  return buffers;
}

}  // namespace zerolab::exercises
