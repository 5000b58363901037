// A run of exercises 9 to 12 as pictures show it, the student's and the right one alike: what all
// ranks did together, in order, with the numbers by which the two runs stand beside each other.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/zero/plan/step_plan.hpp"
#include "exercises/judge/run_record.hpp"
#include "exercises/judge/zero/acts.hpp"

namespace zerolab::exercises {

// A collective that stands for a right one has its number, and a pass of a unit the right one's
// place in the plan; what is too much has numbers beyond those.
struct DrawnAct {
  Act act;
  std::string purpose;             // of a collective
  int collective_id = -1;          // -1: a pass
  int plan_op = -1;                // -1: none
  int train_step = -1;             // from 0
  std::vector<bool> takes_part{};  // [rank]
  std::vector<int> steps_done{};   // [rank]; of a collective
};

struct DrawnActs {
  std::vector<DrawnAct> acts;
  // How many of them all ranks have in common. Those after it are the ones in which they part, at
  // one time.
  std::size_t common = 0;
  std::vector<RankActs> ranks;  // [rank]: their memory, by common acts
  std::vector<StepOp> plan;     // that plan_op counts; empty: none
};

DrawnActs right_drawn(const Case& run);

// `right` is right_drawn of the same case.
DrawnActs student_drawn(const RunRecord& record, const DrawnActs& right);

// How many steps of a trace an act is: those of the collective's schedule, or one.
int beats_of(const Act& act, int ranks);

// Whether both are the same, and are called for the same.
bool same_act(const DrawnAct& a, const DrawnAct& b);

}  // namespace zerolab::exercises
