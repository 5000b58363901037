// Exercises 10 and 11: gradients in shards, summed over ranks and micro-steps.
#include <algorithm>

#include "core/schedule/schedule.hpp"
#include "exercises/judge/zero/results.hpp"
#include "exercises/zero/unit.hpp"

namespace zerolab::exercises {

namespace {

class Pass {
 public:
  Pass(const Case& run, const Outcome& before) : run_(run), before_(before) {}

  std::size_t units() const { return run_.tensors.size(); }
  bool gathers() const { return run_.exercise == 11; }
  std::size_t gradient_span(std::size_t unit) const { return gathers() ? units() + unit : unit; }

  // A unit's parameters, whole: exercise 11. Where every rank puts its shard at the beginning of a
  // buffer of zeros, only rank 0's is found where the all-gather looks for it.
  std::vector<double> parameters(std::size_t unit, Misstep misstep) const {
    std::vector<double> whole;
    for (const RankOutcome& rank : before_) {
      whole.insert(whole.end(), rank.spans[unit].begin(), rank.spans[unit].end());
      if (misstep == Misstep::parameters_at_zero) break;
    }
    whole.resize(run_.tensors[unit]);
    return whole;
  }

  // What backward makes of one element on one rank in one micro-step.
  double gradient(const std::vector<double>& parameters, std::size_t unit, int rank, int micro_step,
                  std::size_t element) const {
    const std::size_t first = gathers() ? 2 * units() + 1 : units();
    const std::size_t span = first + static_cast<std::size_t>(micro_step) * units() + unit;
    return before_[static_cast<std::size_t>(rank)].spans[span][element] +
           (gathers() ? parameters[element] : 0);
  }

  // What `owner` adds up for one element of its shard, taken from element `element` of the unit.
  double shard_value(const std::vector<double>& parameters, std::size_t unit, int owner,
                     std::size_t element, Misstep misstep) const {
    double sum = 0;
    for (int micro_step = 0; micro_step < run_.micro_steps; ++micro_step) {
      if (misstep == Misstep::shard_overwritten) sum = 0;
      for (int rank = 0; rank < run_.ranks; ++rank) {
        const bool counted = misstep == Misstep::shard_own_only
                                 ? rank == owner
                                 : has_arrived(rank, owner, unit, element);
        if (counted) sum += gradient(parameters, unit, rank, micro_step, element);
      }
    }
    return misstep == Misstep::shard_divided ? sum / run_.ranks : sum;
  }

 private:
  // Whether `rank`'s gradient is in what `owner` holds of the element after a ring reduce-scatter:
  // chunk c starts on rank c+1 and ends, complete, on rank c.
  bool has_arrived(int rank, int owner, std::size_t unit, std::size_t element) const {
    const int chunk = shard_owner(run_.tensors[unit], run_.ranks, element);
    const auto hops = [&](int to) { return wrap(to - chunk - 1, run_.ranks); };
    return hops(rank) <= hops(owner);
  }

  const Case& run_;
  const Outcome& before_;
};

// The element of the unit that the answer takes for element `i` of the owner's shard.
std::size_t taken(const Case& run, std::size_t unit, int owner, std::size_t i, Misstep misstep) {
  const std::size_t elements = run.tensors[unit];
  const Range own = shard_range(elements, run.ranks, owner);
  if (misstep == Misstep::shard_begins_at_zero) return i;
  const auto ranks = static_cast<std::size_t>(run.ranks);
  const auto rank = static_cast<std::size_t>(owner);
  if (misstep == Misstep::shard_begin_rounded_down) return rank * (elements / ranks) + i;
  if (misstep == Misstep::shard_begin_rounded_up) {
    return std::min(rank * ((elements + ranks - 1) / ranks) + i, elements - 1);
  }
  if (misstep != Misstep::shard_of_neighbour) return own.begin + i;
  const Range other = shard_range(elements, run.ranks, (owner + 1) % run.ranks);
  return std::min(other.begin + i, elements - 1);
}

}  // namespace

Outcome pass_outcome(const Case& run, Outcome before, Misstep misstep) {
  const Pass pass(run, before);
  Outcome after = before;
  for (std::size_t unit = 0; unit < pass.units(); ++unit) {
    const std::vector<double> parameters =
        pass.gathers() ? pass.parameters(unit, misstep) : std::vector<double>{};
    const std::vector<double> of_backward = misstep == Misstep::parameters_left_out
                                                ? std::vector<double>(run.tensors[unit])
                                                : parameters;
    for (int owner = 0; owner < run.ranks && misstep != Misstep::shard_empty; ++owner) {
      auto& shard = after[static_cast<std::size_t>(owner)].spans[pass.gradient_span(unit)];
      for (std::size_t i = 0; i < shard.size(); ++i) {
        shard[i] = pass.shard_value(of_backward, unit, owner, taken(run, unit, owner, i, misstep),
                                    misstep);
      }
    }
    if (!pass.gathers()) continue;
    const std::vector<float> floats(parameters.begin(), parameters.end());
    const double output = forward_output(floats);
    for (RankOutcome& rank : after) {
      for (int micro_step = 0; micro_step < run.micro_steps; ++micro_step) {
        rank.spans[2 * pass.units()][static_cast<std::size_t>(micro_step) * pass.units() + unit] =
            output;
      }
    }
  }
  return after;
}

}  // namespace zerolab::exercises
