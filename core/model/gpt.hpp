// A byte-level GPT with hand-written forward and backward passes in fp32, one unit at a time.
//
//   embedding  x = table[byte] + positions[t]
//   block      x = x + projection(attention(norm1(x)));  x = x + down(gelu(up(norm2(x))))
//   head       logits = output(norm(x));  loss = mean cross-entropy with the next byte
//
// It works on spans that the caller owns: it keeps no state, allocates nothing of size (Eigen packs
// its operands into a cache-sized buffer of its own), knows nothing of ranks, and may be used from
// many threads at once. Order of calls: forward(0) … forward(L+1), backward(L+1) … backward(0),
// each with that unit's whole parameters, which need not be there at any other time.
//
// The same inputs give the same bits on every thread, as long as each buffer is 64-byte aligned.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/model/gpt_config.hpp"
#include "core/model/parameters.hpp"

namespace zerolab {

// targets[i] is the byte that follows inputs[i]. Both hold sequences·length bytes.
struct Batch {
  int sequences = 0;
  int length = 0;
  std::span<const unsigned char> inputs;
  std::span<const unsigned char> targets;
};

class Gpt {
 public:
  // Every batch is of `batch` sequences of `sequence` bytes. Throws an input Error with both
  // numbers where the sequence is longer than the context, or batch or sequence is below 1.
  Gpt(GptConfig config, int batch, int sequence);

  const GptConfig& config() const { return config_; }
  int batch() const { return batch_; }
  int sequence() const { return sequence_; }
  const std::vector<UnitSpec>& units() const { return units_; }

  // Floats that forward(unit) leaves for backward(unit), its output included. backward(unit) also
  // reads the output of the unit before.
  std::size_t activation_elements(int unit) const;

  // Floats that the units share during backward: the gradient of the residual stream, which one
  // backward leaves for the next, and temporaries. Forward does not touch them.
  std::size_t scratch_elements() const;

  struct Workspace {
    std::vector<std::span<float>> activations;  // per unit, activation_elements(unit)
    std::span<float> scratch;                   // scratch_elements()
  };

  // Runs one unit on the output of the unit before. Returns the mean cross-entropy in nats per
  // byte for the head, 0 for the others.
  float forward(int unit, std::span<const float> parameters, const Batch& batch,
                const Workspace& workspace) const;

  // Adds the gradient of the mean loss to `gradients`, the whole unit's.
  void backward(int unit, std::span<const float> parameters, std::span<float> gradients,
                const Batch& batch, const Workspace& workspace) const;

  // After forward of the head: batch·sequence rows of 256 logits for the next byte.
  std::span<const float> logits(const Workspace& workspace) const;

 private:
  void check_call(int unit, std::size_t parameter_elements, const Batch& batch,
                  const Workspace& workspace) const;

  GptConfig config_;
  int batch_;
  int sequence_;
  std::vector<UnitSpec> units_;
};

}  // namespace zerolab
