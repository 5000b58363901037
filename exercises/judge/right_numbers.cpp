// The right answers of exercises 1 and 6, from core's layout and schedules.
#include "core/base/error.hpp"
#include "core/schedule/chain.hpp"
#include "core/schedule/count.hpp"
#include "core/schedule/layout.hpp"
#include "core/schedule/ring.hpp"
#include "exercises/judge/findings.hpp"
#include "exercises/judge/numbers.hpp"

namespace zerolab::exercises {

namespace {

Schedule schedule_of(Collective collective, int ranks) {
  switch (collective) {
    case Collective::reduce_scatter: return ring_reduce_scatter(ranks);
    case Collective::all_gather: return ring_all_gather(ranks);
    case Collective::all_reduce: return ring_all_reduce(ranks);
    case Collective::broadcast: return chain_broadcast(ranks, 0, 1);
    case Collective::reduce: return chain_reduce(ranks, 0, 1);
  }
  throw InvariantError("a Collective without a schedule");
}

}  // namespace

std::vector<std::int64_t> right_numbers(const Case& run, int rank) {
  if (run.exercise == 1) {
    const Range range = ChunkLayout{run.elements, run.ranks}.range(rank);
    return {static_cast<std::int64_t>(range.begin), static_cast<std::int64_t>(range.end)};
  }
  if (run.exercise != 6) {
    throw input_error("exercise {}: only 1 and 6 are answered with numbers", run.exercise);
  }
  const Schedule schedule = schedule_of(run.collective, run.ranks);
  const Traffic traffic = count_per_rank(
      schedule, {run.elements, schedule.chunk_count})[static_cast<std::size_t>(rank)];
  return {traffic.sent_elements, traffic.received_elements};
}

std::vector<std::vector<std::int64_t>> right_answers(const Case& run) {
  std::vector<std::vector<std::int64_t>> answers;
  for (int rank = 0; rank < run.ranks; ++rank) answers.push_back(right_numbers(run, rank));
  return answers;
}

std::vector<std::vector<std::int64_t>> answers_of(const RunRecord& record) {
  std::vector<std::vector<std::int64_t>> answers;
  for (const RankResult& rank : record.ranks) {
    answers.push_back(rank.numbers);
    answers.back().resize(2);
  }
  answers.resize(static_cast<std::size_t>(record.run.ranks), {0, 0});
  return answers;
}

}  // namespace zerolab::exercises
