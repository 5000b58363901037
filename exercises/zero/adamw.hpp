// The constants of AdamW (Loshchilov and Hutter 2019, algorithm 2).
#pragma once

namespace zerolab::exercises {

struct AdamW {
  float learning_rate = 1e-2F;  // η
  float beta1 = 0.9F;           // of the momentum
  float beta2 = 0.95F;          // of the variance
  float epsilon = 1e-8F;        // ε, outside of the root
  float weight_decay = 0.1F;    // λ, decoupled: not part of the gradient
};

}  // namespace zerolab::exercises
