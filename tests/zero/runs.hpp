// Small training runs for the tests of core/zero: the nano model, whose unit sizes no N divides.
#pragma once

#include <string>

#include "core/zero/engine/train.hpp"

namespace zerolab::test {

// A few hundred bytes with some structure.
inline Corpus small_corpus() {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "rank " + std::to_string(i * 7 % 31) + " sends a chunk; ";
  return Corpus(text);
}

// Clipping on, at a norm that is exceeded in the first steps.
inline TrainOptions nano_run(int stage, int ranks, int micro_steps, int steps = 4,
                             Precision precision = Precision::f32) {
  TrainOptions options;
  options.zero = {stage, ranks, micro_steps, true, precision};
  options.model = gpt_preset("nano");
  options.batch = 2;
  options.sequence = 16;
  options.steps = steps;
  options.engine.adamw.learning_rate = 3e-3F;
  options.engine.clip_norm = 0.5F;
  options.engine.seed = 11;
  options.engine.collectives.check_order = true;
  return options;
}

}  // namespace zerolab::test
