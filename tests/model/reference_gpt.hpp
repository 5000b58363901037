// The same GPT once more, for comparison: in double, one number at a time, with tensors found by
// name. It shares no code with core/model but the list of tensors. Also a Gpt to try it on.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/model/gpt.hpp"
#include "core/model/workspace_memory.hpp"

namespace zerolab::test {

using Doubles = std::vector<double>;

class ReferenceGpt {
 public:
  ReferenceGpt(GptConfig config, std::vector<UnitSpec> units, std::vector<Doubles> parameters)
      : config_(config), units_(std::move(units)), parameters_(std::move(parameters)) {}

  std::vector<Doubles>& parameters() { return parameters_; }  // per unit

  // Logits of one sequence: a row of 256 per byte.
  std::vector<Doubles> logits(std::span<const unsigned char> inputs) const;

  double loss(const Batch& batch) const;

 private:
  std::size_t width() const { return static_cast<std::size_t>(config_.width); }
  const TensorSpec* find(std::size_t unit, const std::string& name) const;
  const double* tensor(std::size_t unit, const std::string& name) const;
  std::vector<Doubles> linear(std::size_t unit, const std::string& name,
                              const std::vector<Doubles>& x) const;
  std::vector<Doubles> norm(std::size_t unit, const std::string& name,
                            std::vector<Doubles> x) const;
  std::vector<Doubles> attention(const std::vector<Doubles>& qkv) const;

  GptConfig config_;
  std::vector<UnitSpec> units_;
  std::vector<Doubles> parameters_;
};

// A Gpt with everything it works on: aligned parameters and gradients, a random batch, a workspace.
// The parameters are far from their usual start, so that no term is too small to see: normal with
// deviation 0.3, round 1 for the weights of LayerNorm and round 0 elsewhere.
class Trial {
 public:
  Trial(GptConfig config, int sequences, int length, unsigned seed);

  Batch batch() const { return {gpt.batch(), gpt.sequence(), inputs, targets}; }
  float forward() const;  // all units; the loss
  void backward() const;
  ReferenceGpt reference() const;  // with the same parameters

  Gpt gpt;
  WorkspaceMemory memory;
  std::vector<std::span<float>> parameters;  // per unit
  std::vector<std::span<float>> gradients;
  std::vector<unsigned char> inputs;
  std::vector<unsigned char> targets;

 private:
  std::vector<Buffer> buffers_;
};

}  // namespace zerolab::test
