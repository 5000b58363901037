// The reference version of exercise 6: the transfers of core's schedules, counted.
#include "core/schedule/chain.hpp"
#include "core/schedule/count.hpp"
#include "core/schedule/ring.hpp"
#include "exercises/06-predict/predict.hpp"

namespace {

zerolab::Schedule schedule_of(Collective collective, int ranks) {
  switch (collective) {
    case Collective::reduce_scatter: return zerolab::ring_reduce_scatter(ranks);
    case Collective::all_gather: return zerolab::ring_all_gather(ranks);
    case Collective::all_reduce: return zerolab::ring_all_reduce(ranks);
    case Collective::broadcast: return zerolab::chain_broadcast(ranks, 0, 1);
    case Collective::reduce: return zerolab::chain_reduce(ranks, 0, 1);
  }
  return {};
}

}  // namespace

Volume predict(Collective collective, std::size_t elements, int ranks, int rank) {
  const zerolab::Schedule schedule = schedule_of(collective, ranks);
  const zerolab::Traffic traffic = zerolab::count_per_rank(
      schedule, {elements, schedule.chunk_count})[static_cast<std::size_t>(rank)];
  return {static_cast<std::size_t>(traffic.sent_elements),
          static_cast<std::size_t>(traffic.received_elements)};
}
