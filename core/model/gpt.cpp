#include "core/model/gpt.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/model/block.hpp"
#include "core/model/embedding.hpp"
#include "core/model/head.hpp"

namespace zerolab {

namespace {

Shape shape_of(const Gpt& gpt) {
  return {gpt.batch(), gpt.sequence(), gpt.config().width, gpt.config().heads};
}

// What all units share, then what each uses alone.
struct ScratchPlaces {
  explicit ScratchPlaces(const Shape& shape) {
    Places places;
    d_residual = places.add(shape.elements(shape.width));
    temporaries = places.add(std::max(BlockScratch(shape).total, HeadScratch(shape).total));
    total = places.total();
  }
  std::size_t d_residual, temporaries;
  std::size_t total;
};

std::size_t embedding_activation_elements(const Shape& shape) {
  Places places;
  places.add(shape.elements(shape.width));
  return places.total();
}

// The output of the unit before `unit`: all of the embedding's activations, the last of a block's.
float* input_of(const Gpt& gpt, int unit, const Gpt::Workspace& workspace) {
  float* const before = workspace.activations[static_cast<std::size_t>(unit - 1)].data();
  return unit == 1 ? before : before + BlockActivations(shape_of(gpt)).output;
}

}  // namespace

Gpt::Gpt(GptConfig config, int batch, int sequence)
    : config_(config), batch_(batch), sequence_(sequence), units_(gpt_units(config)) {
  if (batch < 1) throw input_error("batch {}: give at least 1 sequence", batch);
  if (sequence < 1) throw input_error("sequence length {}: give at least 1 byte", sequence);
  if (sequence > config.context) {
    throw input_error(
        "sequence length {} is longer than the model's context {}; shorten the sequence or take "
        "a larger model",
        sequence, config.context);
  }
}

std::size_t Gpt::activation_elements(int unit) const {
  require(unit >= 0 && unit <= config_.layers + 1, "the model has this unit");
  const Shape shape = shape_of(*this);
  if (unit == 0) return embedding_activation_elements(shape);
  if (unit <= config_.layers) return BlockActivations(shape).total;
  return HeadActivations(shape).total;
}

std::size_t Gpt::scratch_elements() const {
  return ScratchPlaces(shape_of(*this)).total;
}

void Gpt::check_call(int unit, std::size_t parameter_elements, const Batch& batch,
                     const Workspace& workspace) const {
  require(unit >= 0 && unit <= config_.layers + 1, "the model has this unit");
  const auto u = static_cast<std::size_t>(unit);
  require(parameter_elements == units_[u].elements, "the parameters are the whole unit's");
  require(batch.sequences == batch_ && batch.length == sequence_,
          "the batch has the model's shape");
  const std::size_t bytes = shape_of(*this).elements(1);
  require(batch.inputs.size() == bytes && batch.targets.size() == bytes,
          "the batch holds sequences times length bytes");
  require(workspace.activations.size() == units_.size(), "one span of activations per unit");
  require(workspace.activations[u].size() >= activation_elements(unit),
          "the unit's activations fit");
  require(unit == 0 || workspace.activations[u - 1].size() >= activation_elements(unit - 1),
          "the output of the unit before is there");
}

float Gpt::forward(int unit, std::span<const float> parameters, const Batch& batch,
                   const Workspace& workspace) const {
  check_call(unit, parameters.size(), batch, workspace);
  const Shape shape = shape_of(*this);
  float* const activations = workspace.activations[static_cast<std::size_t>(unit)].data();
  if (unit == 0) {
    embedding_forward(shape, parameters.data(), batch.inputs, activations);
    return 0;
  }
  const float* const x = input_of(*this, unit, workspace);
  if (unit <= config_.layers) {
    block_forward(shape, parameters.data(), x, activations);
    return 0;
  }
  return head_forward(shape, parameters.data(), x, batch.targets, activations);
}

void Gpt::backward(int unit, std::span<const float> parameters, std::span<float> gradients,
                   const Batch& batch, const Workspace& workspace) const {
  check_call(unit, parameters.size(), batch, workspace);
  require(gradients.size() == parameters.size(), "the gradients are the whole unit's");
  require(workspace.scratch.size() >= scratch_elements(), "the scratch memory fits");
  const Shape shape = shape_of(*this);
  const ScratchPlaces at(shape);
  float* const d_residual = workspace.scratch.data() + at.d_residual;
  float* const temporaries = workspace.scratch.data() + at.temporaries;
  if (unit == 0) {
    embedding_backward(shape, gradients.data(), batch.inputs, d_residual);
    return;
  }
  const float* const activations = workspace.activations[static_cast<std::size_t>(unit)].data();
  const float* const x = input_of(*this, unit, workspace);
  if (unit <= config_.layers) {
    block_backward(shape, parameters.data(), gradients.data(), x, activations, d_residual,
                   temporaries);
  } else {
    head_backward(shape, parameters.data(), gradients.data(), x, batch.targets, activations,
                  d_residual, temporaries);
  }
}

std::span<const float> Gpt::logits(const Workspace& workspace) const {
  const Shape shape = shape_of(*this);
  require(workspace.activations.size() == units_.size() &&
              workspace.activations.back().size() >= HeadActivations(shape).total,
          "the head's activations are there");
  return workspace.activations.back().subspan(HeadActivations(shape).logits,
                                              shape.elements(GptConfig::vocabulary));
}

}  // namespace zerolab
