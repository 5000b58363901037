// Collectives that really ran, on threads, with the trace that they left.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/clock.hpp"
#include "core/execute/collectives.hpp"
#include "core/schedule/build.hpp"
#include "core/transport/registry.hpp"

namespace zerolab::test {

struct ExecutedRun {
  std::vector<std::vector<long>> buffers;  // [rank], after the last collective
  Trace trace;
};

// Each collective of `repetitions` on a fresh buffer: rank r's elements are 4^r where it has input
// of them, else 0. Exact for up to 31 ranks, each counted up to three times.
inline ExecutedRun executed(Collective collective, const std::string& algorithm, int n, int root,
                            std::size_t elements, std::size_t slice_bytes, int repetitions = 1) {
  ExecutedRun result{std::vector<std::vector<long>>(static_cast<std::size_t>(n)), {}};
  const int chunk_count = build_schedule(collective, algorithm, n,
                                         has_root(collective) ? std::optional(root) : std::nullopt)
                              .chunk_count;
  const std::int64_t start = now_ns();
  std::vector<Recorder> recorders;
  for (int rank = 0; rank < n; ++rank) recorders.emplace_back(rank, start);
  run_ranks("threads", n, [&](Transport& transport) {
    const int rank = transport.rank();
    recorders[static_cast<std::size_t>(rank)].set_recording(true);
    Collectives collectives(transport, &recorders[static_cast<std::size_t>(rank)],
                            {{{collective, algorithm}}, slice_bytes});
    std::vector<long>& buffer = result.buffers[static_cast<std::size_t>(rank)];
    for (int i = 0; i < repetitions; ++i) {
      const long own = 1L << (2 * rank);
      const bool everywhere = collective != Collective::all_gather &&
                              (collective != Collective::broadcast || rank == root);
      buffer.assign(elements, everywhere ? own : 0L);
      const std::span<long> all(buffer);
      for (int chunk = 0; collective == Collective::all_gather && chunk < chunk_count; ++chunk) {
        if (chunk * n / chunk_count != rank) continue;
        const Range range = ChunkLayout{elements, chunk_count}.range(chunk);
        std::ranges::fill(all.subspan(range.begin, range.size()), own);
      }
      switch (collective) {
        case Collective::reduce_scatter: collectives.reduce_scatter(all); break;
        case Collective::all_gather: collectives.all_gather(all); break;
        case Collective::all_reduce: collectives.all_reduce(all); break;
        case Collective::broadcast: collectives.broadcast(all, root); break;
        case Collective::reduce: collectives.reduce(all, root); break;
      }
    }
  });
  std::vector<const Recorder*> pointers;
  for (const Recorder& recorder : recorders) pointers.push_back(&recorder);
  TraceHeader header;
  header.world_size = n;
  result.trace = merge(header, pointers);
  return result;
}

}  // namespace zerolab::test
