// In slices a collective moves the same elements in the same messages, and leaves the same bits.
#include <map>
#include <tuple>
#include <utility>

#include "core/base/clock.hpp"
#include "core/execute/collectives.hpp"
#include "core/schedule/build.hpp"
#include "core/transport/registry.hpp"
#include "tests/catch.hpp"

using namespace zerolab;

namespace {

struct TracedRun {
  std::vector<std::vector<float>> buffers;  // [rank]
  std::vector<Counters> counters;           // [rank]
  Trace trace;
};

// Values whose sums depend on the order of additions.
float inexact_input(int rank, std::size_t index) {
  return 1.0F / static_cast<float>(3 + 7 * rank + static_cast<int>(index));
}

TracedRun traced_run(Collective collective, const std::string& algorithm, int n,
                     std::size_t elements, std::size_t slice_bytes) {
  TracedRun result{std::vector<std::vector<float>>(static_cast<std::size_t>(n)),
                   std::vector<Counters>(static_cast<std::size_t>(n)),
                   {}};
  const std::int64_t start = now_ns();
  std::vector<Recorder> recorders;
  for (int rank = 0; rank < n; ++rank) recorders.emplace_back(rank, start);
  run_ranks("threads", n, [&](Transport& transport) {
    const auto rank = static_cast<std::size_t>(transport.rank());
    recorders[rank].set_recording(true);
    std::vector<float>& buffer = result.buffers[rank];
    for (std::size_t i = 0; i < elements; ++i) buffer.push_back(inexact_input(transport.rank(), i));
    Collectives collectives(transport, &recorders[rank], {{{collective, algorithm}}, slice_bytes});
    const std::span<float> all(buffer);
    switch (collective) {
      case Collective::reduce_scatter: collectives.reduce_scatter(all); break;
      case Collective::all_gather: collectives.all_gather(all); break;
      case Collective::all_reduce: collectives.all_reduce(all); break;
      case Collective::broadcast: collectives.broadcast(all, n - 1); break;
      case Collective::reduce: collectives.reduce(all, n - 1); break;
    }
    result.counters[rank] = transport.counters();
  });
  std::vector<const Recorder*> pointers;
  for (const Recorder& recorder : recorders) pointers.push_back(&recorder);
  TraceHeader header;
  header.world_size = n;
  result.trace = merge(header, pointers);
  return result;
}

// The slices of each transfer, on each side, follow one another, none is longer than asked, and
// together they are the chunk.
void check_slices(const TracedRun& got, const Schedule& schedule, std::size_t elements,
                  std::size_t slice_elements) {
  using Key = std::tuple<EventKind, int, int, int, int>;  // kind, step, rank, peer, chunk
  std::map<Key, std::vector<const Event*>> transfers;
  for (const Event& event : got.trace.events) {
    if (event.kind != EventKind::send && event.kind != EventKind::receive) continue;
    transfers[{event.kind, event.step, event.rank, event.peer, event.chunk}].push_back(&event);
  }
  REQUIRE(transfers.size() == 2 * schedule.transfers.size());
  for (const auto& [key, slices] : transfers) {
    const Range chunk = ChunkLayout{elements, schedule.chunk_count}.range(slices.front()->chunk);
    std::size_t begin = chunk.begin;
    for (std::size_t i = 0; i < slices.size(); ++i) {
      CHECK(slices[i]->slice == static_cast<int>(i));
      CHECK(slices[i]->offset == begin);
      CHECK(slices[i]->elements <= slice_elements);
      CHECK((slices[i]->elements > 0 || chunk.empty()));
      begin += slices[i]->elements;
    }
    CHECK(begin == chunk.end);
  }
}

}  // namespace

TEST_CASE("slices leave the bits and the counts of whole chunks") {
  for (const Collective collective : all_collectives) {
    for (const std::string_view name : algorithms_for(collective)) {
      const std::string algorithm(name);
      for (const int n : {1, 2, 3, 4, 8}) {
        if (algorithm == "hierarchical" && n % 4 != 0) continue;
        const auto root = has_root(collective) ? std::optional(n - 1) : std::nullopt;
        const Schedule schedule = build_schedule(collective, algorithm, n, root);
        for (const std::size_t elements : {0UL, 1UL, 7UL, 203UL}) {
          const TracedRun whole = traced_run(collective, algorithm, n, elements, 0);
          for (const std::size_t slice_elements : {1UL, 5UL, 64UL}) {
            INFO(to_string(collective) << " by " << algorithm << ", N = " << n << ", " << elements
                                       << " elements in slices of " << slice_elements);
            const TracedRun sliced =
                traced_run(collective, algorithm, n, elements, 4 * slice_elements);
            CHECK(sliced.buffers == whole.buffers);
            CHECK(sliced.counters == whole.counters);
            check_slices(sliced, schedule, elements, slice_elements);
          }
        }
      }
    }
  }
}

TEST_CASE("a slice is at least one element") {
  const TracedRun whole = traced_run(Collective::all_reduce, "ring", 3, 10, 0);
  const TracedRun sliced = traced_run(Collective::all_reduce, "ring", 3, 10, 1);
  CHECK(sliced.buffers == whole.buffers);
  CHECK(sliced.counters == whole.counters);
}

TEST_CASE("the default slice shrinks with the world, between 32 and 256 KiB") {
  CHECK(default_slice_bytes(1) == 256 * 1024);
  CHECK(default_slice_bytes(4) == 256 * 1024);
  CHECK(default_slice_bytes(8) == 128 * 1024);
  CHECK(default_slice_bytes(256) == 32 * 1024);
}
