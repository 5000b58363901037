// Runs a student's function with every rank as a thread of this process.
//
// A crash or an endless loop is this process's own: see isolated_runner.hpp.
#pragma once

#include "exercises/check/rank_states.hpp"
#include "exercises/judge/run_record.hpp"

namespace zerolab::exercises {

class ThreadRunner final : public Runner {
 public:
  // `states`, where given, outlives this object and always says what each rank does.
  explicit ThreadRunner(RankStates* states = nullptr) : states_(states) {}

  RunRecord run(const Case& run) override;

 private:
  RankStates* states_;
};

}  // namespace zerolab::exercises
