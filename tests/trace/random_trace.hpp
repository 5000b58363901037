// Traces made of random numbers that keep every promise of trace.hpp and no other: times tie,
// slices overlap, sends lack their receives, texts hold every character.
#pragma once

#include <algorithm>
#include <random>

#include "core/trace/check.hpp"
#include "core/trace/trace.hpp"

namespace zerolab::test {

class RandomTrace {
 public:
  explicit RandomTrace(unsigned seed) : random_(seed) {}

  // Times below `last_time` (few of them: many ties).
  Trace make(std::size_t event_count, std::int64_t last_time) {
    last_time_ = last_time;
    Trace trace;
    TraceHeader& header = trace.header;
    header.world_size = up_to(1, 5);
    header.clock = "clock \"A\"\\\n\tΨ\x01\x7f/";
    header.config = {{"stage", "2"}, {"a path", "/tmp/ü \"x\""}, {"", ""}, {"stage", "again"}};
    header.units = {{"embedding", 17}, {"block 0 ∇", 0}, {"head", max_elements}};
    header.plan = "gather embedding\n  forward \"embedding\"\n\nreduce ⊕ head\n";
    for (int i = 0; i < 4; ++i) header.collectives.push_back(collective(header.world_size));
    if (up_to(0, 1) == 1) {
      for (int rank = 0; rank < header.world_size; ++rank) {
        header.predicted.push_back({up_to(0, 99), up_to(0, 99), {1, 2, 3, 4, 5}, {-1, 0, 7}});
      }
    }
    while (trace.events.size() < event_count) add_events(trace);
    std::stable_sort(trace.events.begin(), trace.events.end(), comes_before);
    return trace;
  }

 private:
  static constexpr std::size_t max_elements = 0x7fffffffffffffff;

  int up_to(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

  std::int64_t time(std::int64_t low) {
    return std::uniform_int_distribution<std::int64_t>(low, last_time_)(random_);
  }

  CollectiveInfo collective(int world_size) {
    CollectiveInfo info;
    info.purpose = up_to(0, 3) == 0 ? "" : "gradients of block 0";
    info.collective = all_collectives[static_cast<std::size_t>(up_to(0, 4))];
    info.algorithm = "ring";
    if (has_root(info.collective)) info.root = up_to(0, world_size - 1);
    info.element_count = up_to(0, 1) == 0 ? 10 : max_elements;
    info.chunk_count = up_to(4, 7);
    info.dtype = up_to(0, 1) == 0 ? DType::f32 : DType::i64;
    return info;
  }

  void set_times(Event& event) {
    event.begin = time(-last_time_);
    event.end = up_to(0, 3) == 0 ? event.begin : time(event.begin);
    event.posted = event.begin - up_to(0, 2) * std::min<std::int64_t>(last_time_ / 4, 1);
  }

  // One event, or a send and its receive.
  void add_events(Trace& trace) {
    const int world_size = trace.header.world_size;
    Event event;
    event.kind = all_event_kinds[static_cast<std::size_t>(up_to(0, 4))];
    event.rank = up_to(0, world_size - 1);
    event.train_step = up_to(-1, 2);
    event.plan_op = up_to(-1, 5);
    event.micro_step = up_to(-1, 1);
    event.unit = up_to(-1, 2);
    event.collective_id = up_to(-1, 3);
    event.step = up_to(-1, 3);
    event.chunk = up_to(-1, 3);
    event.slice = up_to(-1, 1);
    set_times(event);
    if (event.kind == EventKind::memory) {
      event.category = all_memory_categories[static_cast<std::size_t>(up_to(0, 8))];
      event.bytes = up_to(0, 4) == 0 ? max_elements : static_cast<std::size_t>(up_to(0, 1 << 30));
      event.end = event.begin;
    }
    if (event.kind == EventKind::send || event.kind == EventKind::receive) {
      event.peer = up_to(0, world_size - 1);
      event.offset = static_cast<std::size_t>(up_to(0, 5));
      event.elements = static_cast<std::size_t>(up_to(0, 5));
      event.bytes = event.elements * 4;
      if (event.kind == EventKind::receive) event.combine = Combine::add;
    }
    trace.events.push_back(event);
    if (event.kind != EventKind::send || up_to(0, 4) == 0) return;
    event.kind = EventKind::receive;
    std::swap(event.rank, event.peer);
    set_times(event);
    trace.events.push_back(event);
  }

  std::mt19937 random_;
  std::int64_t last_time_ = 0;
};

}  // namespace zerolab::test
