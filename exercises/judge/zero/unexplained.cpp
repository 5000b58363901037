// Results that are none of the missteps': what else the record says about where they come from.
#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "exercises/judge/zero/acts.hpp"
#include "exercises/judge/zero/calls.hpp"
#include "exercises/judge/zero/judge_zero.hpp"
#include "exercises/judge/zero/nan_sent.hpp"
#include "exercises/judge/zero/outcome_difference.hpp"
#include "exercises/judge/zero/shard_words.hpp"

namespace zerolab::exercises {

namespace {

// Exercise 9: one factor by which the momentum of all elements on all ranks is wrong, as it is
// where all gradients have that factor: the momentum is linear in them.
bool gradients_have_one_factor(const RunRecord& record) {
  if (record.run.exercise != 9) return false;
  const Outcome right = outcome_of(record.run);
  const auto momentum = static_cast<std::size_t>(record.run.step) + 1;
  std::optional<double> factor;
  for (int rank = 0; rank < record.run.ranks; ++rank) {
    const RankResult& result = record.ranks[static_cast<std::size_t>(rank)];
    const Range place = spans_of(record.run, rank)[momentum];
    if (result.numbers.empty() || result.numbers[0] != static_cast<std::int64_t>(place.size())) {
      return false;
    }
    for (std::size_t i = 0; i < place.size(); ++i) {
      const double due = right[static_cast<std::size_t>(rank)].spans[momentum][i];
      const double ratio = static_cast<double>(result.block[place.begin + i]) / due;
      if (!factor) factor = ratio;
      if (!(std::abs(ratio - *factor) <= 1e-3 * std::abs(*factor))) return false;
    }
  }
  return factor && std::abs(*factor - 1) > 1e-3;
}

// Exercise 9: states of a size that is neither the shard's, nor none, nor the model's.
bool is_cut_otherwise(const RunRecord& record) {
  for (int rank = 0; rank < record.run.ranks && record.run.exercise == 9; ++rank) {
    const auto shard = shard_range(record.run.elements, record.run.ranks, rank).size();
    for (const std::int64_t kept : record.ranks[static_cast<std::size_t>(rank)].numbers) {
      const auto size = static_cast<std::size_t>(kept);
      if (size != shard && size != 0 && size != record.run.elements) return true;
    }
  }
  return false;
}

std::string act_words(const Act& act) {
  if (act.is_pass()) return "the " + words_of(act.kind) + " pass";
  return "the " + words_of(act.kind);
}

// Exercises 10 and 11: the first pass or collective that comes where another one is due.
std::optional<std::string> wrong_order(const RunRecord& record) {
  const RankActs right = acts_of(record.run, 0, right_notes(record.run, 0));
  const RankActs seen = acts_of(record.run, 0, record.ranks[0].notes);
  for (std::size_t a = 0; a < std::min(right.acts.size(), seen.acts.size()); ++a) {
    if (right.acts[a].kind == seen.acts[a].kind) continue;
    return fmt::format("{} of a unit comes where {} is due: gather, use, reduce",
                       act_words(seen.acts[a]), act_words(right.acts[a]));
  }
  return std::nullopt;
}

// Where a NaN comes from, as far as the messages tell.
std::string source_of_nan(const RunRecord& record) {
  const std::string unwritten =
      "NaN comes from memory of the arena that has not been written yet, or has been given back";
  const std::optional<NanSent> sent = first_nan_sent(record);
  if (record.run.exercise == 9) {
    return unwritten + ": momentum and variance begin as zeros, and stay taken";
  }
  if (const std::optional<std::string> order = wrong_order(record)) {
    return unwritten + ": " + *order;
  }
  if (!sent) return unwritten + ": use it first, then give it back";
  if (sent->kind == NoteKind::all_gather) {
    return unwritten +
           ": what a rank gives to the all-gather is not there yet; its shard belongs at "
           "shard(elements, N, rank).begin of the whole buffer, before the call";
  }
  return unwritten + ": it is in the gradients already when they are reduced";
}

}  // namespace

std::optional<std::string> unexplained(const RunRecord& record, const OutcomeDifference& wrong) {
  if (const std::optional<Finding> call = called_otherwise(record)) return call->nudge;
  if (record.run.exercise == 8 || record.run.exercise >= 12)
    return unexplained_shard(record, wrong);
  if (std::isnan(wrong.got)) return source_of_nan(record);
  if (is_cut_otherwise(record)) {
    return "a rank's part is not shard(elements, N, rank) of exercise 1, which is what the "
           "collectives move: the first n mod N ranks have an element more";
  }
  if (gradients_have_one_factor(record)) {
    return "the gradients that the update uses are wrong by one factor everywhere: they are the "
           "sum over ranks, divided by N, once";
  }
  return std::nullopt;
}

}  // namespace zerolab::exercises
