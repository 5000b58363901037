#include "exercises/judge/zero/moment.hpp"

#include <algorithm>

#include "exercises/judge/endings.hpp"
#include "exercises/judge/memory.hpp"
#include "exercises/judge/zero/call_pairs.hpp"
#include "exercises/judge/zero/nan_sent.hpp"
#include "exercises/judge/zero/outcome_difference.hpp"

namespace zerolab::exercises {

namespace {

constexpr double under_way = 0.5;

// The beats in front of an act; of all acts for their number.
double beats_before(const DrawnActs& drawn, std::size_t act, int ranks) {
  int beats = 0;
  for (std::size_t a = 0; a < act; ++a) beats += beats_of(drawn.acts[a].act, ranks);
  return beats;
}

// How many steps two collectives have in common, from the first on.
int common_steps(const Act& a, const Act& b, int ranks) {
  if (a.is_pass() || b.is_pass() || a.elements != b.elements) return 0;
  const Schedule left = schedule_of(a.kind, ranks);
  const Schedule right = schedule_of(b.kind, ranks);
  const auto [l, r] = std::ranges::mismatch(left.transfers, right.transfers);
  if (l != left.transfers.end()) return l->step;
  return r == right.transfers.end() ? step_count(left) : r->step;
}

// None: both do the same, all of it.
std::optional<Moment> first_other_act(const RunRecord& record, const DrawnActs& student,
                                      const DrawnActs& right) {
  const int ranks = record.run.ranks;
  std::size_t a = 0;
  while (a < std::min(student.common, right.acts.size()) &&
         same_act(student.acts[a], right.acts[a])) {
    ++a;
  }
  if (a == right.acts.size() && a == student.acts.size()) return std::nullopt;
  Moment moment{beats_before(right, a, ranks) + under_way, record.culprit, -1, false};
  if (a < student.common && a < right.acts.size() &&
      student.acts[a].collective_id == right.acts[a].collective_id) {
    moment.time += common_steps(student.acts[a].act, right.acts[a].act, ranks);
  }
  if (const auto wrong = first_wrong_call(record)) moment.rank = wrong->rank;
  return moment;
}

// The last act that `is_it` is true for; the number of acts: none.
template <typename Predicate>
std::size_t last_act(const DrawnActs& drawn, const Predicate& is_it) {
  for (std::size_t a = drawn.acts.size(); a-- > 0;) {
    if (is_it(drawn.acts[a].act)) return a;
  }
  return drawn.acts.size();
}

Moment moment_of_nan(const RunRecord& record, const DrawnActs& student, const NanSent& nan) {
  const auto sender = static_cast<std::size_t>(nan.rank);
  const std::size_t note = seen_calls(record.ranks[sender])[nan.place].note;
  const auto& acts = student.ranks[sender].acts;
  const auto act =
      static_cast<std::size_t>(std::ranges::find(acts, note, &Act::note) - acts.begin());
  return {beats_before(student, act, record.run.ranks) + nan.step + under_way, nan.rank, -1, false};
}

Moment moment_of_result(const RunRecord& record, const DrawnActs& student,
                        const OutcomeDifference& wrong) {
  const Case& run = record.run;
  const auto end_of = [&](std::size_t act, int chunk) {
    const std::size_t after = std::min(act + 1, student.acts.size());
    return Moment{beats_before(student, after, run.ranks), wrong.rank, chunk, false};
  };
  const auto units = run.tensors.size();
  if (run.exercise == 9) {
    const NoteKind kind = wrong.span == 0 ? NoteKind::all_gather : NoteKind::reduce_scatter;
    return end_of(
        last_act(student, [&](const Act& act) { return act.kind == kind; }),
        wrong.span == 0 ? shard_owner(run.elements, run.ranks, wrong.element) : wrong.rank);
  }
  if (run.exercise == 11 && wrong.span == 2 * units) {
    const auto unit = static_cast<int>(wrong.element % units);
    const auto micro_step = static_cast<int>(wrong.element / units);
    const std::size_t pass = last_act(student, [&](const Act& act) {
      return act.kind == NoteKind::forward && act.unit == unit && act.micro_step == micro_step;
    });
    return {beats_before(student, pass, run.ranks) + under_way, wrong.rank, -1, false};
  }
  if (run.exercise == 10 || run.exercise == 11) {
    const auto unit = static_cast<int>(wrong.span % units);
    return end_of(last_act(student,
                           [&](const Act& act) {
                             return act.kind == NoteKind::reduce_scatter && act.unit == unit;
                           }),
                  wrong.rank);
  }
  return end_of(student.acts.size(), -1);
}

Moment moment_of_memory(const Case& run, const DrawnActs& student, const ArenaFault& fault) {
  const auto& acts = student.ranks[static_cast<std::size_t>(fault.finding.rank)].acts;
  std::size_t act = 0;
  while (act < acts.size() && acts[act].note < fault.note) ++act;
  const double inside = act < acts.size() ? under_way : 0;
  return {beats_before(student, act, run.ranks) + inside, fault.finding.rank, -1, true};
}

}  // namespace

Moment moment_of(const RunRecord& record, const DrawnActs& student, const DrawnActs& right) {
  if (auto moment = first_other_act(record, student, right)) return *moment;
  if (has_results(record)) {
    if (const auto wrong = first_difference(record, outcome_of(record.run))) {
      const std::optional<NanSent> nan = first_nan_sent(record);
      return nan ? moment_of_nan(record, student, *nan) : moment_of_result(record, student, *wrong);
    }
    if (const auto fault = arena_fault(record)) {
      return moment_of_memory(record.run, student, *fault);
    }
  }
  const std::optional<Wrong> outside = wrong_memory(record);
  return {beats_before(student, student.acts.size(), record.run.ranks),
          outside ? outside->rank : record.culprit, -1, false};
}

}  // namespace zerolab::exercises
