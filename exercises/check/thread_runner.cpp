#include "exercises/check/thread_runner.hpp"

#include <limits>
#include <new>

#include "core/base/error.hpp"
#include "core/transport/registry.hpp"
#include "exercises/check/watched_transport.hpp"
#include "exercises/comm/comm.hpp"
#include "exercises/comm/not_written.hpp"
#include "exercises/judge/entry.hpp"

namespace zerolab::exercises {

namespace {

// Far above a root that gathers everything from all ranks, and buckets of one element.
TrafficLimit limit_for(const Case& run) {
  const auto elements = static_cast<std::int64_t>(run.elements);
  return {10'000 + 200 * elements, 10'000 + 1'000 * elements};
}

// One call of the function, on the thread of the rank. Throws what stopped it, once noted.
void call(Transport& transport, int rank, const Case& run, RankStates* states, Trouble& trouble,
          RankResult& result) {
  WatchedRank watched(states, rank);
  WatchedTransport watched_transport(transport, watched, trouble, limit_for(run));
  MessageLog log;
  try {
    Comm comm(watched_transport, &log);
    std::vector<float> block = input_block(run, rank);
    result.numbers = call_student(comm, rank, run, block);
    result.block = std::move(block);
    result.calls = log.take();
    result.notes = log.take_notes();
    return;
  } catch (const NotWritten& handed_out) {
    trouble.note(Ending::unwritten, -1, handed_out.what());
  } catch (const std::bad_alloc&) {
    trouble.note(Ending::out_of_memory, rank, "std::bad_alloc");
  } catch (const std::exception& error) {
    trouble.note(Ending::threw, rank, error.what());
  } catch (...) {
    trouble.note(Ending::threw, rank, "something that is not a std::exception");
  }
  result.calls = log.take();
  result.notes = log.take_notes();
  throw failure("rank {} was stopped", rank);
}

}  // namespace

RunRecord ThreadRunner::run(const Case& run) {
  RunRecord record;
  record.run = run;
  record.ranks.resize(static_cast<std::size_t>(run.ranks));
  const auto result = [&](int rank) -> RankResult& {
    return record.ranks[static_cast<std::size_t>(rank)];
  };
  RunOptions options;
  options.threads = thread_per_rank;  // a rank that computes for ever must not keep others waiting
  if (run.delivery == Delivery::buffered) {
    options.eager_bytes = std::numeric_limits<std::size_t>::max();
  }
  Trouble trouble;
  try {
    if (is_collective(run.exercise)) {
      run_ranks(
          "threads", run.ranks,
          [&](Transport& transport) {
            const int rank = transport.rank();
            call(transport, rank, run, states_, trouble, result(rank));
          },
          options);
    } else {
      run_ranks(
          "threads", 1,
          [&](Transport& transport) {
            for (int rank = 0; rank < run.ranks; ++rank) {
              call(transport, rank, run, states_, trouble, result(rank));
            }
          },
          options);
    }
  } catch (const Error& error) {
    // All ranks have returned, and only the transport knows what is wrong.
    trouble.note(Ending::unreceived, -1, error.what());
  }
  trouble.write_to(record);
  return record;
}

}  // namespace zerolab::exercises
