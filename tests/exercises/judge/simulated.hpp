// Runs programs of N ranks against Comm without any of the real transports: a thread per rank, and
// one lock around a table of what each waits for. Deadlocks are found at once.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "exercises/comm/comm.hpp"
#include "exercises/judge/run_record.hpp"

namespace zerolab::exercises {

// What a student would write: `spans` are those of case.hpp.
using Program =
    std::function<void(Comm& comm, const Case& run, const std::vector<std::span<float>>& spans)>;

RunRecord simulate(const Case& run, const Program& program);

class SimulatedRunner : public Runner {
 public:
  explicit SimulatedRunner(Program program) : program_(std::move(program)) {}
  RunRecord run(const Case& run) override {
    ++runs;
    return simulate(run, program_);
  }
  int runs = 0;

 private:
  Program program_;
};

}  // namespace zerolab::exercises
