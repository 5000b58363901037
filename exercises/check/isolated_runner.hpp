// Runs a student's function on threads of a process of its own, one process per run: a crash or an
// endless loop ends that run, and is told like any other ending.
//
// The limits keep a mistake from taking the machine with it; they are no defence against somebody
// who means harm (exercises/grader is). The caller must have no other threads.
#pragma once

#include <cstdint>

#include "exercises/judge/run_record.hpp"

namespace zerolab::exercises {

struct IsolationLimits {
  int cpu_seconds = 10;  // of all ranks together; a rank that waits uses none
  std::int64_t memory_bytes = std::int64_t{4} << 30;  // of address space, beyond what there is
};

class IsolatedRunner final : public Runner {
 public:
  explicit IsolatedRunner(IsolationLimits limits = {}) : limits_(limits) {}

  RunRecord run(const Case& run) override;

 private:
  IsolationLimits limits_;
};

}  // namespace zerolab::exercises
