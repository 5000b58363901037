#include "core/model/workspace_memory.hpp"

namespace zerolab {

WorkspaceMemory::WorkspaceMemory(const Gpt& gpt) {
  Device& cpu = device("cpu");
  for (int unit = 0; unit < static_cast<int>(gpt.units().size()); ++unit) {
    buffers_.emplace_back(cpu, gpt.activation_elements(unit) * sizeof(float));
    workspace_.activations.push_back(buffers_.back().as<float>());
  }
  buffers_.emplace_back(cpu, gpt.scratch_elements() * sizeof(float));
  workspace_.scratch = buffers_.back().as<float>();
}

}  // namespace zerolab
