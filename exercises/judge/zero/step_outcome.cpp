// Exercise 9: steps of ZeRO stage 1.
#include <utility>

#include "exercises/judge/zero/results.hpp"

namespace zerolab::exercises {

namespace {

// The gradient that the owner of `element` uses in `step`: the mean over ranks.
double gradient_of(const Outcome& before, int owner, int step, std::size_t element,
                   Misstep misstep) {
  const auto of = [&](std::size_t rank) {
    return before[rank].spans[static_cast<std::size_t>(step)][element];
  };
  const auto ranks = static_cast<double>(before.size());
  const double own = of(static_cast<std::size_t>(owner));
  if (misstep == Misstep::own_gradients) return own / ranks;
  if (misstep == Misstep::own_gradients_whole) return own;
  double sum = 0;
  for (std::size_t rank = 0; rank < before.size(); ++rank) sum += of(rank);
  if (misstep == Misstep::own_divided_first) return sum - own + own / ranks;
  return misstep == Misstep::gradients_summed ? sum : sum / ranks;
}

}  // namespace

Outcome step_outcome(const Case& run, Outcome before, Misstep misstep) {
  const AdamW& adam = adamw_settings[static_cast<std::size_t>(run.setting)];
  Outcome after = before;
  const auto momentum = static_cast<std::size_t>(run.step) + 1;  // its span; the variance is next
  for (int owner = 0; owner < run.ranks; ++owner) {
    auto& own = after[static_cast<std::size_t>(owner)];
    const Range shard = shard_range(run.elements, run.ranks, owner);
    own.numbers = {static_cast<std::int64_t>(shard.size()),
                   static_cast<std::int64_t>(shard.size())};
    for (std::size_t e = shard.begin; e < shard.end; ++e) {
      const bool decays = decays_with(run, e, shard.begin, misstep);
      Moments now{before[0].spans[0][e], 0, 0};
      double others = now.weight;  // what the other ranks have of the element in the end
      for (int step = 1; step <= run.step; ++step) {
        if (misstep == Misstep::moments_forgotten) now.momentum = now.variance = 0;
        if (misstep == Misstep::gathered_too_early) others = now.weight;
        now = adamw_element(adam, step, now, gradient_of(before, owner, step, e, misstep), decays,
                            misstep);
      }
      if (misstep != Misstep::not_gathered && misstep != Misstep::gathered_too_early) {
        others = now.weight;
      }
      if (misstep == Misstep::states_exchanged) std::swap(now.momentum, now.variance);
      own.spans[momentum][e - shard.begin] = now.momentum;
      own.spans[momentum + 1][e - shard.begin] = now.variance;
      for (int rank = 0; rank < run.ranks; ++rank) {
        after[static_cast<std::size_t>(rank)].spans[0][e] = rank == owner ? now.weight : others;
      }
    }
  }
  return after;
}

}  // namespace zerolab::exercises
