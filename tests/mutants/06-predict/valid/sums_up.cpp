// Valid: walks the schedule and adds up the chunks.
#include "exercises/01-shard/shard.hpp"
#include "exercises/06-predict/predict.hpp"

Volume predict(Collective collective, std::size_t elements, int ranks, int rank) {
  const auto chunk = [&](int c) {
    const Shard s = shard(elements, ranks, (c + 2 * ranks) % ranks);
    return s.end - s.begin;
  };
  const bool scatters =
      collective == Collective::reduce_scatter || collective == Collective::all_reduce;
  const bool gathers = collective == Collective::all_gather || collective == Collective::all_reduce;
  Volume volume{0, 0};
  for (int step = 0; step < ranks - 1; ++step) {
    if (scatters) volume.sent += chunk(rank - 1 - step);
    if (scatters) volume.received += chunk(rank - 2 - step);
    if (gathers) volume.sent += chunk(rank - step);
    if (gathers) volume.received += chunk(rank - 1 - step);
    // Hop `step` of a chain with root 0.
    if (collective == Collective::broadcast && rank == step) volume.sent += elements;
    if (collective == Collective::broadcast && rank == step + 1) volume.received += elements;
    if (collective == Collective::reduce && rank == step + 1) volume.sent += elements;
    if (collective == Collective::reduce && rank == (step + 2) % ranks) volume.received += elements;
  }
  return volume;
}
