// Exercise 8, and what 9 has of it: AdamW on shards (Loshchilov and Hutter 2019, algorithm 2).
#include <cmath>

#include "exercises/judge/zero/results.hpp"

namespace zerolab::exercises {

namespace {

// The number of the step that the bias correction takes.
int corrected_step(int step, Misstep misstep) {
  if (misstep == Misstep::step_from_zero) return step - 1;
  if (misstep == Misstep::step_always_one) return 1;
  return misstep == Misstep::step_too_late ? step + 1 : step;
}

// (m/(1-β₁ᵗ)) / (√(v/(1-β₂ᵗ)) + ε)
double direction(const AdamW& adam, int step, double momentum, double variance, Misstep misstep) {
  const bool none = misstep == Misstep::no_correction;
  const int t = corrected_step(step, misstep);
  const double beta1 = misstep == Misstep::betas_swapped ? adam.beta2 : adam.beta1;
  const double beta2 = misstep == Misstep::betas_swapped ? adam.beta1 : adam.beta2;
  const double epsilon = misstep == Misstep::no_epsilon ? 0 : adam.epsilon;
  const auto power = [&](double beta) {
    return misstep == Misstep::power_as_product ? beta * t : std::pow(beta, t);
  };
  if (!none && misstep != Misstep::no_momentum_correction) momentum /= 1 - power(beta1);
  const double correction =
      none || misstep == Misstep::no_variance_correction ? 1 : 1 - power(beta2);
  if (misstep == Misstep::epsilon_inside) {
    return momentum / std::sqrt(variance / correction + epsilon);
  }
  if (misstep == Misstep::epsilon_before_correction) {
    return momentum / ((std::sqrt(variance) + epsilon) / std::sqrt(correction));
  }
  if (misstep == Misstep::no_root) return momentum / (variance / correction + epsilon);
  return momentum / (std::sqrt(variance / correction) + epsilon);
}

}  // namespace

Moments adamw_element(const AdamW& adam, int step, Moments before, double gradient, bool decays,
                      Misstep misstep) {
  const double beta1 = misstep == Misstep::betas_swapped ? adam.beta2 : adam.beta1;
  const double beta2 = misstep == Misstep::betas_swapped ? adam.beta1 : adam.beta2;
  const double rate = adam.learning_rate;
  const double decay = decays ? static_cast<double>(adam.weight_decay) : 0;
  if (misstep == Misstep::decay_in_gradient) gradient += decay * before.weight;
  const bool in_full = misstep == Misstep::gradient_in_full;
  const double square = misstep == Misstep::variance_not_squared ? gradient : gradient * gradient;
  Moments after;
  after.momentum = beta1 * before.momentum + (in_full ? 1 : 1 - beta1) * gradient;
  after.variance = beta2 * before.variance + (in_full ? 1 : 1 - beta2) * square;
  const bool old = misstep == Misstep::old_moments;
  double update = direction(adam, step, old ? before.momentum : after.momentum,
                            old ? before.variance : after.variance, misstep);
  if (misstep == Misstep::climbs) update = -update;
  after.weight = before.weight - rate * update;
  double lost = rate * decay * before.weight;
  if (misstep == Misstep::decay_in_gradient) lost = 0;
  if (misstep == Misstep::decay_without_rate) lost = decay * before.weight;
  if (misstep == Misstep::decay_after_update) lost = rate * decay * after.weight;
  if (misstep == Misstep::decay_raises) lost = -lost;
  after.weight -= lost;
  const bool nothing = misstep == Misstep::nothing_kept;
  if (nothing || misstep == Misstep::weights_not_kept) after.weight = before.weight;
  if (nothing || misstep == Misstep::moments_not_kept) {
    after.momentum = before.momentum;
    after.variance = before.variance;
  }
  if (misstep == Misstep::corrected_kept) {
    after.momentum /= 1 - std::pow(beta1, step);
    after.variance /= 1 - std::pow(beta2, step);
  }
  return after;
}

bool decays_with(const Case& run, std::size_t element, std::size_t shard_begin, Misstep misstep) {
  if (misstep == Misstep::decay_everywhere) return true;
  if (misstep == Misstep::decay_nowhere) return false;
  std::size_t place = element;
  if (misstep == Misstep::decay_of_local_places) place = element - shard_begin;
  if (misstep == Misstep::decay_asked_once) place = shard_begin;
  bool decays = true;
  for (const Range& range : undecayed_ranges(run)) {
    const bool missed = misstep == Misstep::decay_range_from_outside && range.begin < shard_begin;
    const std::size_t end = range.end + (misstep == Misstep::decay_end_inclusive ? 1 : 0);
    if (range.begin <= place && place < end && !missed) decays = false;
    if (misstep == Misstep::decay_first_range_only) break;
  }
  return misstep == Misstep::decay_inverted ? !decays : decays;
}

Outcome adamw_outcome(const Case& run, Outcome before, Misstep misstep) {
  const AdamW adam = misstep == Misstep::default_constants
                         ? AdamW{}
                         : adamw_settings[static_cast<std::size_t>(run.setting)];
  const std::size_t left = misstep == Misstep::last_element_left ? 1 : 0;
  for (int rank = 0; rank < run.ranks; ++rank) {
    auto& spans = before[static_cast<std::size_t>(rank)].spans;
    const Range shard = shard_range(run.elements, run.ranks, rank);
    if (misstep == Misstep::spans_by_place && rank > 0) continue;
    for (std::size_t i = 0; i + left < shard.size(); ++i) {
      const bool decays = decays_with(run, shard.begin + i, shard.begin, misstep);
      const Moments after = adamw_element(adam, run.step, {spans[0][i], spans[2][i], spans[3][i]},
                                          spans[1][i], decays, misstep);
      spans[0][i] = after.weight;
      spans[2][i] = after.momentum;
      spans[3][i] = after.variance;
    }
  }
  return before;
}

}  // namespace zerolab::exercises
