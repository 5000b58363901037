// A Gpt::Workspace with memory of its own, where nobody counts bytes: sampling and tests.
#pragma once

#include <vector>

#include "core/device/buffer.hpp"
#include "core/model/gpt.hpp"

namespace zerolab {

class WorkspaceMemory {
 public:
  explicit WorkspaceMemory(const Gpt& gpt);
  const Gpt::Workspace& workspace() const { return workspace_; }

 private:
  std::vector<Buffer> buffers_;
  Gpt::Workspace workspace_;
};

}  // namespace zerolab
