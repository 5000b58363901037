// Traces of the student's run and of the right one. Exercise 7 has a collective per bucket; its
// steps count from 0 in each.
#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "core/schedule/count.hpp"
#include "exercises/judge/causal_steps.hpp"
#include "exercises/judge/endings.hpp"
#include "exercises/judge/messages.hpp"

namespace zerolab::exercises {

namespace {

constexpr std::int64_t step_ns = 1000;

struct Moved {
  int step = 0;  // of the whole run
  int step_in_bucket = 0;
  int source = 0;
  int destination = 0;
  int slot = 0;
  Range range;
  Combine combine = Combine::copy;
};

class TraceMaker {
 public:
  TraceMaker(const DecodedRun& decoded, const RightRun& right, std::string whose)
      : run_(decoded.run) {
    TraceHeader& header = trace_.header;
    header.world_size = run_.ranks;
    header.clock = "none: a step of an exercise's run is a microsecond";
    header.config = {{"exercise", fmt::format("{}", run_.exercise)},
                     {"run", std::move(whose)},
                     {"case", describe(run_)}};
    std::vector<Traffic> predicted(static_cast<std::size_t>(run_.ranks));
    for (const RightMessage& message : right.messages) {
      const auto elements = static_cast<std::int64_t>(message.range.size());
      predicted[static_cast<std::size_t>(message.source)].sent_elements += elements;
      predicted[static_cast<std::size_t>(message.destination)].received_elements += elements;
    }
    for (const Traffic& traffic : predicted) {
      header.predicted.push_back({traffic.sent_elements, traffic.received_elements, {}, {}});
    }
    for (int bucket = 0; bucket < bucket_count(run_); ++bucket) {
      header.collectives.push_back({run_.exercise == 7 ? fmt::format("bucket {}", bucket) : "",
                                    right.schedule.collective, right.schedule.algorithm,
                                    std::nullopt, bucket_range(run_, bucket).size(), run_.ranks,
                                    DType::f32});
    }
  }

  void set_config(std::string name, std::string value) {
    trace_.header.config.emplace_back(std::move(name), std::move(value));
  }

  void add(const Moved& moved) {
    const int bucket = moved.slot / run_.ranks;
    Event event;
    event.kind = EventKind::send;
    event.rank = moved.source;
    event.peer = moved.destination;
    event.collective_id = bucket;
    event.step = moved.step_in_bucket;
    event.chunk = moved.slot % run_.ranks;
    event.slice = 0;
    event.offset = moved.range.begin - bucket_range(run_, bucket).begin;
    event.elements = moved.range.size();
    event.bytes = event.elements * sizeof(float);
    event.combine = moved.combine;
    event.posted = event.begin = moved.step * step_ns;
    event.end = event.begin + step_ns;
    trace_.events.push_back(event);
    event.kind = EventKind::receive;
    std::swap(event.rank, event.peer);
    trace_.events.push_back(event);
  }

  // With every rank's part in each collective, from its first message to its last.
  Trace finish() {
    const std::vector<Event> moves = trace_.events;
    std::int64_t end = 0;
    for (int bucket = 0; bucket < bucket_count(run_); ++bucket) {
      const std::int64_t earliest = end;
      std::int64_t begin = -1;
      end = earliest + step_ns;
      for (const Event& move : moves) {
        if (move.collective_id != bucket) continue;
        begin = begin < 0 ? move.begin : std::min(begin, move.begin);
        end = std::max(end, move.end);
      }
      for (int rank = 0; rank < run_.ranks; ++rank) {
        Event event;
        event.kind = EventKind::collective;
        event.rank = rank;
        event.collective_id = bucket;
        event.elements = bucket_range(run_, bucket).size();
        event.bytes = event.elements * sizeof(float);
        event.posted = event.begin = begin < 0 ? earliest : begin;
        event.end = end;
        trace_.events.push_back(event);
      }
    }
    std::ranges::stable_sort(trace_.events, comes_before);
    return std::move(trace_);
  }

 private:
  const Case& run_;
  Trace trace_;
};

// The slots that a message stands for: all that it covers, or else the one that it has most of.
std::vector<int> slots_covered(const std::vector<Range>& slots, const DecodedMessage& message,
                               int ranks) {
  if (message.chunk) return {slot_of(message, ranks)};
  std::vector<int> covered;
  int most = -1;
  std::size_t most_elements = 0;
  for (std::size_t slot = 0; slot < slots.size() && message.range; ++slot) {
    const Range common = intersect(slots[slot], *message.range);
    if (!common.empty() && common == slots[slot]) covered.push_back(static_cast<int>(slot));
    if (common.size() > most_elements) {
      most = static_cast<int>(slot);
      most_elements = common.size();
    }
  }
  if (covered.empty() && most >= 0) covered.push_back(most);
  return covered;
}

}  // namespace

Trace student_trace(const DecodedRun& decoded) {
  const std::vector<RightRun> rights = right_runs(decoded.run);
  const RightRun& right = closest(rights, decoded);
  TraceMaker maker(decoded, right, "yours");
  const std::vector<int> steps = causal_steps(decoded);
  const std::vector<Range> slots = slots_of(decoded.run);
  const int ranks = decoded.run.ranks;
  std::vector<int> first_step(static_cast<std::size_t>(bucket_count(decoded.run)), -1);
  std::vector<Moved> moves;
  int undecoded = 0;
  for (std::size_t m = 0; m < decoded.messages.size(); ++m) {
    const DecodedMessage& message = decoded.messages[m];
    if (!message.delivered) continue;
    const std::vector<int> covered = slots_covered(slots, message, ranks);
    undecoded += covered.empty();
    for (const int slot : covered) {
      const Range within = bucket_range(decoded.run, slot / ranks);
      const Range range = covered.size() == 1 ? intersect(*message.range, within)
                                              : slots[static_cast<std::size_t>(slot)];
      moves.push_back({steps[m], 0, message.source, message.destination, slot, range,
                       message.added.value_or(false) ? Combine::add : Combine::copy});
      int& first = first_step[static_cast<std::size_t>(slot / ranks)];
      first = first < 0 ? steps[m] : std::min(first, steps[m]);
    }
  }
  for (Moved& move : moves) {
    move.step_in_bucket = move.step - first_step[static_cast<std::size_t>(move.slot / ranks)];
    maker.add(move);
  }
  if (decoded.ending != Ending::finished && decoded.end_fault) {
    maker.set_config("ended", without_advice(decoded.end_fault->sentence));
  }
  if (undecoded > 0) maker.set_config("undecoded messages", fmt::format("{}", undecoded));
  return maker.finish();
}

Trace right_trace(const DecodedRun& decoded) {
  const std::vector<RightRun> rights = right_runs(decoded.run);
  const RightRun& right = closest(rights, decoded);
  TraceMaker maker(decoded, right, "right");
  for (const RightMessage& message : right.messages) {
    maker.add({message.step, message.step % std::max(right.steps_of_bucket, 1), message.source,
               message.destination, message.slot, message.range, message.combine});
  }
  return maker.finish();
}

}  // namespace zerolab::exercises
