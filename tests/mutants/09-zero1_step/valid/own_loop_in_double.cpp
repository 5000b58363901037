// Valid: the update written out, in double.
#include <algorithm>
#include <cmath>

#include "exercises/01-shard/shard.hpp"
#include "exercises/09-zero1_step/zero1_step.hpp"

void zero1_step(Collectives& collectives, Arena& arena, std::span<float> parameters,
                std::span<float> gradients, OptimizerState& state, std::span<const Range> undecayed,
                const AdamW& adam, int step) {
  const auto [begin, end] = shard(parameters.size(), collectives.size(), collectives.rank());
  const Range own{begin, end};
  if (step == 1) {
    state.momentum = arena.allocate(own.size());
    state.variance = arena.allocate(own.size());
    std::fill(state.momentum.begin(), state.momentum.end(), 0.0F);
    std::fill(state.variance.begin(), state.variance.end(), 0.0F);
  }
  collectives.reduce_scatter(gradients);
  const double rate = adam.learning_rate;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const std::size_t e = own.begin + i;
    bool decays = true;
    for (const Range& range : undecayed) decays = decays && (e < range.begin || e >= range.end);
    const double g = static_cast<double>(gradients[e]) / collectives.size();
    const double m = adam.beta1 * double(state.momentum[i]) + (1 - double(adam.beta1)) * g;
    const double v = adam.beta2 * double(state.variance[i]) + (1 - double(adam.beta2)) * g * g;
    const double mean = m / (1 - std::pow(double(adam.beta1), step));
    const double root = std::sqrt(v / (1 - std::pow(double(adam.beta2), step)));
    double w = parameters[e];
    if (decays) w *= 1 - rate * adam.weight_decay;
    parameters[e] = static_cast<float>(w - rate * mean / (root + adam.epsilon));
    state.momentum[i] = static_cast<float>(m);
    state.variance[i] = static_cast<float>(v);
  }
  collectives.all_gather(parameters);
}
