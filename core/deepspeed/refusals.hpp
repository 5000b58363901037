// What a configuration asks for that zerolab explains but does not run.
#pragma once

#include <string>
#include <vector>

#include "core/deepspeed/resolve.hpp"

namespace zerolab {

struct Refusal {
  std::string key;  // its path
  int line = 0;
  std::string reason;   // "fp16.enabled = true (line 4): train has no fp16"
  std::string way_out;  // "use bf16, which needs no loss scaling"
};

// In the file's order. A key that has no effect here is none.
std::vector<Refusal> refusals_of(const DsConfig& config, const Resolved& resolved);

}  // namespace zerolab
