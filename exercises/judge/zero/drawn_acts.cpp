#include "exercises/judge/zero/drawn_acts.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "core/schedule/schedule.hpp"
#include "exercises/judge/zero/call_pairs.hpp"

namespace zerolab::exercises {

namespace {

// Exercise 9 as a plan has one unit: the whole buffer.
int plan_unit(const Case& run, const Act& act) {
  return run.exercise == 9 ? 0 : act.unit;
}

StepOp op_of(const Case& run, const Act& act) {
  const int unit = plan_unit(run, act);
  switch (act.kind) {
    case NoteKind::reduce_scatter: return {OpKind::reduce_scatter_gradients, unit, -1};
    case NoteKind::all_reduce: return {OpKind::all_reduce_gradients, unit, -1};
    case NoteKind::forward: return {OpKind::forward, unit, act.micro_step};
    case NoteKind::backward: return {OpKind::backward, unit, act.micro_step};
    case NoteKind::all_gather:
    case NoteKind::allocate:
    case NoteKind::release: break;
  }
  return {run.exercise == 9 ? OpKind::all_gather_parameters : OpKind::gather_parameters, unit, -1};
}

// The operations of the stage around what an act of the right run is: those that the exercise has,
// though no note tells of them, so that the plan reads as the training core's.
void add_to_plan(const Case& run, const Act& act, std::vector<StepOp>& plan) {
  const int unit = plan_unit(run, act);
  if (act.kind == NoteKind::backward) plan.push_back({OpKind::open_bucket, unit, -1});
  plan.push_back(op_of(run, act));
  const bool gathered = run.exercise == 11;
  if (act.is_pass() && gathered) plan.push_back({OpKind::release_parameters, unit, -1});
  if (act.kind != NoteKind::reduce_scatter) return;
  if (run.exercise == 9) {
    plan.push_back({OpKind::update, unit, -1});
    return;
  }
  plan.push_back({OpKind::accumulate_shard, unit, -1});
  plan.push_back({OpKind::close_bucket, unit, -1});
}

bool alike(const Act& a, const Act& b) {
  return a.kind == b.kind && a.elements == b.elements && (!a.is_pass() || a.unit == b.unit);
}

// How many acts all ranks have in common.
std::size_t common_acts(const std::vector<RankActs>& ranks) {
  std::size_t common = 0;
  while (std::ranges::all_of(ranks, [&](const RankActs& rank) {
    return common < rank.acts.size() && alike(rank.acts[common], ranks[0].acts[common]);
  })) {
    ++common;
  }
  return common;
}

// The collectives of the student's run, which find their numbers.
class StudentActs {
 public:
  StudentActs(const RunRecord& record, const DrawnActs& right)
      : record_(record), run_(record.run), right_(right), calls_(right_calls(record.run)) {
    for (int rank = 0; rank < run_.ranks; ++rank) {
      const RankResult& result = record.ranks[static_cast<std::size_t>(rank)];
      drawn_.ranks.push_back(acts_of(run_, rank, result.notes));
    }
    drawn_.plan = right.plan;
    drawn_.common = common_acts(drawn_.ranks);
    next_id_ = static_cast<int>(calls_.size());
  }

  DrawnActs make() {
    pair_calls();
    for (std::size_t a = 0; a < drawn_.common; ++a) {
      DrawnAct drawn = numbered_act(drawn_.ranks[0].acts[a]);
      for (int rank = 0; rank < run_.ranks; ++rank) take_part(drawn, rank, a);
      drawn_.acts.push_back(std::move(drawn));
    }
    add_parting();
    return std::move(drawn_);
  }

 private:
  static constexpr std::size_t too_much = static_cast<std::size_t>(-1);

  // Which right call each of the common collectives stands for.
  void pair_calls() {
    std::vector<SeenCall> seen;
    for (std::size_t a = 0; a < drawn_.common; ++a) {
      const Act& act = drawn_.ranks[0].acts[a];
      if (!act.is_pass()) seen.push_back({act.kind, act.elements, 0, 0});
    }
    stands_for_.assign(seen.size(), too_much);
    for (const CallPair& pair : paired_calls(calls_, seen)) {
      if (pair.seen && pair.right) stands_for_[*pair.seen] = *pair.right;
      if (pair.seen && pair.right) next_right_ = *pair.right + 1;
    }
  }

  DrawnAct numbered_act(const Act& act) {
    if (act.is_pass()) return number_pass(act);
    return number_collective(act, stands_for_[taken_++]);
  }

  DrawnAct number_pass(const Act& act) {
    DrawnAct drawn = blank(act);
    const StepOp op = op_of(run_, act);
    const auto found = std::ranges::find(right_.plan, op);
    drawn.plan_op = found == right_.plan.end() ? beyond_plan(op)
                                               : static_cast<int>(found - right_.plan.begin());
    return drawn;
  }

  DrawnAct number_collective(const Act& act, std::size_t place) {
    DrawnAct drawn = blank(act);
    if (place == too_much) {
      drawn.collective_id = next_id_++;
      drawn.purpose = "not asked for";
      if (!right_.plan.empty()) drawn.plan_op = beyond_plan(op_of(run_, act));
      return drawn;
    }
    const DrawnAct& due = right_collective(place);
    drawn.collective_id = static_cast<int>(place);
    drawn.purpose = due.purpose;
    drawn.act.unit = due.act.unit;
    drawn.act.micro_step = due.act.micro_step;
    drawn.train_step = train_step_ = due.train_step;
    if (right_.plan.empty()) return drawn;
    const bool as_asked = alike(act, due.act);
    drawn.plan_op = as_asked ? due.plan_op : beyond_plan(op_of(run_, drawn.act));
    return drawn;
  }

  const DrawnAct& right_collective(std::size_t place) const {
    return *std::ranges::find(right_.acts, static_cast<int>(place), &DrawnAct::collective_id);
  }

  DrawnAct blank(const Act& act) const {
    DrawnAct drawn;
    drawn.act = act;
    drawn.train_step = train_step_;
    drawn.takes_part.assign(static_cast<std::size_t>(run_.ranks), false);
    drawn.steps_done.assign(static_cast<std::size_t>(run_.ranks), 0);
    return drawn;
  }

  // A line of its own. -1 where nobody knows of which unit it is.
  int beyond_plan(const StepOp& op) {
    if (op.unit < 0) return -1;
    drawn_.plan.push_back(op);
    return static_cast<int>(drawn_.plan.size()) - 1;
  }

  void take_part(DrawnAct& drawn, int rank, std::size_t a) const {
    const auto r = static_cast<std::size_t>(rank);
    drawn.takes_part[r] = true;
    const RankResult& result = record_.ranks[r];
    const std::size_t note = drawn_.ranks[r].acts[a].note;
    for (const SeenCall& call : seen_calls(result)) {
      if (call.note != note) continue;
      for (std::size_t c = call.first; c < call.end; ++c) {
        drawn.steps_done[r] += result.calls[c].finished ? 1 : 0;
      }
    }
  }

  // Behind what is common: each rank's next act, of those that are alike one.
  void add_parting() {
    const std::size_t a = drawn_.common;
    for (int rank = 0; rank < run_.ranks; ++rank) {
      const RankActs& of_rank = drawn_.ranks[static_cast<std::size_t>(rank)];
      if (a >= of_rank.acts.size()) continue;
      const Act& act = of_rank.acts[a];
      const auto begin = drawn_.acts.begin() + static_cast<std::ptrdiff_t>(a);
      auto found = std::find_if(begin, drawn_.acts.end(),
                                [&](const DrawnAct& drawn) { return alike(drawn.act, act); });
      if (found == drawn_.acts.end()) {
        const bool due = next_right_ < calls_.size() && calls_[next_right_].kind == act.kind &&
                         calls_[next_right_].elements == act.elements;
        drawn_.acts.push_back(act.is_pass() ? number_pass(act)
                                            : number_collective(act, due ? next_right_ : too_much));
        found = std::prev(drawn_.acts.end());
      }
      take_part(*found, rank, a);
    }
  }

  const RunRecord& record_;
  const Case& run_;
  const DrawnActs& right_;
  std::vector<RightCall> calls_;
  std::vector<std::size_t> stands_for_;  // [common collective]: a right call, or too_much
  std::size_t taken_ = 0;
  std::size_t next_right_ = 0;
  int next_id_ = 0;
  int train_step_ = 0;
  DrawnActs drawn_;
};

}  // namespace

DrawnActs right_drawn(const Case& run) {
  DrawnActs drawn;
  for (int rank = 0; rank < run.ranks; ++rank) {
    drawn.ranks.push_back(acts_of(run, rank, right_notes(run, rank)));
  }
  const std::vector<RightCall> calls = right_calls(run);
  const auto ranks = static_cast<std::size_t>(run.ranks);
  std::size_t call = 0;
  for (const Act& act : drawn.ranks[0].acts) {
    DrawnAct of_all;
    of_all.act = act;
    of_all.takes_part.assign(ranks, true);
    of_all.train_step = run.exercise == 9 ? static_cast<int>(call / 2) : 0;
    if (run.exercise != 12 && of_all.train_step == 0) {
      add_to_plan(run, act, drawn.plan);
      const auto place = std::ranges::find(drawn.plan.rbegin(), drawn.plan.rend(), op_of(run, act));
      of_all.plan_op = static_cast<int>(drawn.plan.rend() - place) - 1;
    } else if (run.exercise == 9) {
      of_all.plan_op = drawn.acts[call % 2].plan_op;
    }
    if (!act.is_pass()) {
      of_all.collective_id = static_cast<int>(call);
      of_all.purpose = calls[call].words;
      of_all.steps_done.assign(ranks, step_count(schedule_of(act.kind, run.ranks)));
      ++call;
    }
    drawn.acts.push_back(std::move(of_all));
  }
  drawn.common = drawn.acts.size();
  return drawn;
}

DrawnActs student_drawn(const RunRecord& record, const DrawnActs& right) {
  return StudentActs(record, right).make();
}

int beats_of(const Act& act, int ranks) {
  return act.is_pass() ? 1 : std::max(step_count(schedule_of(act.kind, ranks)), 1);
}

bool same_act(const DrawnAct& a, const DrawnAct& b) {
  return alike(a.act, b.act) && a.collective_id == b.collective_id;
}

}  // namespace zerolab::exercises
