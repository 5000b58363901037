// Random traces that tell a consistent story: operations with and without collectives, whose steps
// move random chunks in random slices, and memory that changes. Times of transfers are random too:
// what depends on each other overlaps or runs backwards, as with clocks that disagree.
#pragma once

#include <algorithm>
#include <random>
#include <set>
#include <tuple>

#include "core/trace/trace.hpp"

namespace zerolab::test {

class RandomStory {
 public:
  explicit RandomStory(unsigned seed) : random_(seed) {}

  Trace make(int operation_count) {
    trace_ = {};
    const int n = up_to(1, 6);
    trace_.header.world_size = n;
    trace_.header.units = {{"embedding", 10}, {"block 0", 20}};
    clock_.assign(static_cast<std::size_t>(n), 0);
    label_ = {};
    for (int i = 0; i < operation_count; ++i) {
      label_.train_step = i / 5;
      label_.plan_op = i % 5;
      label_.micro_step = up_to(-1, 0);
      label_.unit = up_to(-1, 1);
      add_operation();
    }
    std::stable_sort(trace_.events.begin(), trace_.events.end(), comes_before);
    return trace_;
  }

 private:
  int up_to(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

  std::int64_t& now(int rank) { return clock_[static_cast<std::size_t>(rank)]; }

  // An event of the operation, from the rank's clock on, which moves to its begin.
  Event event(EventKind kind, int rank) {
    Event made = label_;
    made.kind = kind;
    made.rank = rank;
    made.posted = made.begin = made.end = now(rank) += up_to(1, 5);
    return made;
  }

  void add_memory(int rank) {
    Event memory = event(EventKind::memory, rank);
    memory.category = all_memory_categories[static_cast<std::size_t>(up_to(0, 8))];
    memory.bytes = static_cast<std::size_t>(up_to(0, 1000));
    trace_.events.push_back(memory);
  }

  void add_operation() {
    const int n = trace_.header.world_size;
    std::vector<Event> operations;
    for (int rank = 0; rank < n; ++rank) {
      operations.push_back(event(EventKind::operation, rank));
      for (int i = up_to(0, 2); i > 0; --i) add_memory(rank);
    }
    for (int i = up_to(-1, 2); i > 0; --i) add_collective();
    for (int rank = 0; rank < n; ++rank) {
      for (int i = up_to(0, 2); i > 0; --i) add_memory(rank);
      Event& operation = operations[static_cast<std::size_t>(rank)];
      operation.end = now(rank) += 1;
      trace_.events.push_back(operation);
    }
  }

  void add_collective() {
    const int n = trace_.header.world_size;
    CollectiveInfo info;
    info.collective = all_collectives[static_cast<std::size_t>(up_to(0, 4))];
    info.algorithm = "random";
    info.chunk_count = n * up_to(1, 2);
    info.element_count = 100 * static_cast<std::size_t>(info.chunk_count);
    if (has_root(info.collective)) info.root = up_to(0, n - 1);
    const int id = static_cast<int>(trace_.header.collectives.size());
    trace_.header.collectives.push_back(info);

    std::vector<Event> collectives;
    for (int rank = 0; rank < n; ++rank) {
      collectives.push_back(event(EventKind::collective, rank));
      collectives.back().collective_id = id;
    }
    const int steps = up_to(0, 5);
    for (int step = 0; n > 1 && step < steps; ++step) {
      add_moves(id, info.chunk_count, step);
      for (int rank = 0; rank < n; ++rank) {
        if (up_to(0, 3) == 0) add_memory(rank);
      }
    }
    for (int rank = 0; rank < n; ++rank) {
      Event& collective = collectives[static_cast<std::size_t>(rank)];
      collective.end = now(rank) += up_to(20, 60);
      trace_.events.push_back(collective);
    }
  }

  void add_moves(int id, int chunk_count, int step) {
    const int n = trace_.header.world_size;
    std::set<std::tuple<int, int, int>> moves;  // source, destination, chunk
    for (int i = up_to(0, 2 * n); i > 0; --i) {
      const int source = up_to(0, n - 1);
      const int destination = (source + up_to(1, n - 1)) % n;
      moves.insert({source, destination, up_to(0, chunk_count - 1)});
    }
    for (const auto& [source, destination, chunk] : moves) {
      const Combine combine = up_to(0, 1) == 0 ? Combine::copy : Combine::add;
      const int slices = up_to(1, 3);
      for (int slice = 0; slice < slices; ++slice) {
        Event send = event(EventKind::send, source);
        send.peer = destination;
        send.collective_id = id;
        send.step = step;
        send.chunk = chunk;
        send.slice = slice;
        send.elements = static_cast<std::size_t>(up_to(0, 9));
        send.bytes = 4 * send.elements;
        send.combine = combine;
        Event receive = send;
        receive.kind = EventKind::receive;
        std::swap(receive.rank, receive.peer);
        receive.posted = receive.begin = now(destination) + up_to(0, 9);
        send.end = send.begin + up_to(0, 30);
        receive.end = receive.begin + up_to(0, 30);
        trace_.events.push_back(send);
        trace_.events.push_back(receive);
      }
    }
  }

  std::mt19937 random_;
  Trace trace_;
  Event label_;
  std::vector<std::int64_t> clock_;  // [rank]
};

}  // namespace zerolab::test
