// Runs a submission's program: one process per rank in the sandbox, every message through this
// process, which alone says what happened.
#pragma once

#include <chrono>
#include <filesystem>

#include "exercises/catalog/catalog.hpp"
#include "exercises/grader/protections.hpp"
#include "exercises/judge/run_record.hpp"

namespace zerolab::exercises {

struct RunnerOptions {
  Protections protections;
  bool static_program = true;               // toolchain.hpp
  double cpu_seconds = 5;                   // of one rank in one run
  std::int64_t memory_bytes = 256'000'000;  // of one rank, addresses, beyond its buffer
  // No limit of a run: ranks that compute have a limit of computing time, and ranks of which none
  // computes are found. After it nothing more is started.
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

class FabricRunner final : public Runner {
 public:
  FabricRunner(std::filesystem::path program, RunnerOptions options)
      : program_(std::move(program)), options_(std::move(options)) {}

  // When it returns, no process of the run is left. Throws a failure where no run can be started.
  RunRecord run(const Case& run) override;

  bool is_out_of_time() const override;

  int processes_started() const { return processes_started_; }

 private:
  std::filesystem::path program_;
  RunnerOptions options_;
  int processes_started_ = 0;
};

}  // namespace zerolab::exercises
