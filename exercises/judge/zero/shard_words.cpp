#include "exercises/judge/zero/shard_words.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "exercises/judge/endings.hpp"

namespace zerolab::exercises {

namespace {

float before_the_call(const Case& run, const OutcomeDifference& wrong) {
  const Range place = spans_of(run, wrong.rank)[wrong.span];
  return input_block(run, wrong.rank)[place.begin + wrong.element];
}

bool holds(const Case& run, std::size_t span, double value) {
  for (int rank = 0; rank < run.from_ranks; ++rank) {
    const Range place = spans_of(run, rank)[span];
    const std::vector<float> block = input_block(run, rank);
    const auto begin = block.begin() + static_cast<std::ptrdiff_t>(place.begin);
    const auto end = block.begin() + static_cast<std::ptrdiff_t>(place.end);
    if (std::find(begin, end, static_cast<float>(value)) != end) return true;
  }
  return false;
}

// Whether all is right but the weights.
bool moments_are_right(const RunRecord& record) {
  Outcome expected = outcome_of(record.run);
  for (int rank = 0; rank < record.run.ranks; ++rank) {
    const auto at = static_cast<std::size_t>(rank);
    const Range weights = spans_of(record.run, rank)[0];
    const std::vector<float>& block = record.ranks[at].block;
    expected[at].spans[0].assign(block.begin() + static_cast<std::ptrdiff_t>(weights.begin),
                                 block.begin() + static_cast<std::ptrdiff_t>(weights.end));
  }
  return !first_difference(record, expected);
}

std::optional<std::string> adamw_words(const RunRecord& record, const OutcomeDifference& wrong) {
  if (std::isnan(wrong.got)) {
    return "a result is NaN: look for a division by 0, and for the root of a negative number";
  }
  if (static_cast<float>(wrong.got) == before_the_call(record.run, wrong)) {
    return "an element is as before the step: does the loop reach all of the shard?";
  }
  if (moments_are_right(record)) {
    return "momentum and variance are right, and the weights are not: look at the update";
  }
  return "look at momentum and variance first, which are wrong already";
}

// What a rank gives to its first collective; none: it sends nothing.
std::optional<double> number_given(const RankResult& rank) {
  if (rank.calls.empty() || rank.calls.front().sends.empty()) return std::nullopt;
  const std::vector<float>& values = rank.calls.front().sends.front().values;
  if (values.empty()) return std::nullopt;
  return static_cast<double>(values.front());
}

std::optional<std::string> norm_words(const RunRecord& record, const OutcomeDifference& wrong) {
  if (std::isnan(wrong.got)) {
    return "the norm is NaN: look for numbers that are used before they are written, and for the "
           "root of a negative number";
  }
  const Outcome norms = outcome_of(record.run, Misstep::norm_local);
  for (std::size_t rank = 0; rank < record.ranks.size(); ++rank) {
    const std::optional<double> given = number_given(record.ranks[rank]);
    if (!given) return std::nullopt;
    const double norm = norms[rank].spans[1][0];
    const auto is = [&](double right) { return std::abs(*given - right) <= 1e-5 * right; };
    if (is(norm * norm) || is(norm)) continue;
    return "a rank gives a wrong number to the all-gather: it is to be the sum of the squares of "
           "the rank's shard";
  }
  return "each rank gives the right number to the all-gather: look at what becomes of the N "
         "numbers after it";
}

// Whether the numbers of all ranks are wrong by one factor.
bool wrong_by_one_factor(const RunRecord& record, std::size_t number) {
  const Outcome right = outcome_of(record.run);
  const auto got = [&](std::size_t rank) { return record.ranks[rank].numbers[number]; };
  const auto due = [&](std::size_t rank) { return right[rank].numbers[number]; };
  for (std::size_t rank = 0; rank < right.size(); ++rank) {
    if (got(rank) * due(0) != got(0) * due(rank)) return false;
  }
  return true;
}

std::optional<std::string> memory_words(const RunRecord& record, const OutcomeDifference& wrong) {
  const std::string what = std::string("the bytes of ") + memory_names[wrong.span] + " are wrong";
  if (wrong_by_one_factor(record, wrong.span)) {
    return what +
           " by one factor on all ranks: how many does one parameter take in this "
           "precision, and is all of the model counted, or the rank's shards?";
  }
  return what + ": a rank's elements are the sum of its shards of the units";
}

// Where the number is from, which is in the wrong place.
std::optional<std::string> reshard_words(const Case& run, const OutcomeDifference& wrong) {
  constexpr std::size_t states = 3;
  if (std::isnan(wrong.got)) {
    return "a part of a new shard has not been written: every old shard that meets it has a part "
           "of it";
  }
  for (std::size_t state = 0; state < states; ++state) {
    if (!holds(run, state, wrong.got)) continue;
    return state + states == wrong.span
               ? "it is another element of this state: a range [begin, end) of the whole lies at "
                 "begin - shard.begin in the span of either shard"
               : "it is an element of another state: each message carries one, and both sides have "
                 "to count them in the same order";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> unexplained_shard(const RunRecord& record,
                                             const OutcomeDifference& wrong) {
  switch (record.run.exercise) {
    case 8: return adamw_words(record, wrong);
    case 12: return norm_words(record, wrong);
    case 13: return memory_words(record, wrong);
    case 14: return reshard_words(record.run, wrong);
    default: return std::nullopt;
  }
}

Finding finding_of_end(const RunRecord& record, const Wrong& end) {
  Finding finding = to_finding(end);
  if (record.run.exercise != 14) return finding;
  // The general advice is about rings.
  const auto says = [&](const std::string& what, const std::string& why) {
    std::string& sentence = finding.sentence;
    for (const std::string general : {": each message needs", " ('message')"}) {
      const std::size_t at = sentence.find(general);
      if (at == std::string::npos) continue;
      sentence.erase(at, general.front() == ':' ? std::string::npos : general.size());
    }
    sentence += "; " + why;
    finding.nudge = what + ": " + why;
  };
  if (end.mistake == Mistake::no_such_rank) {
    says("a message to a rank that does not exist, or to the rank itself",
         "what stays on a rank is copied, not sent");
  } else if (end.mistake == Mistake::waits_for_nothing) {
    says("a rank waits for another that has already returned",
         "one without an old shard has to receive, and one without a new shard has to send");
  } else if (end.mistake == Mistake::sizes_disagree) {
    says("a receive expects another number of elements than its message has",
         "sender and receiver need the same elements, those in which the old shard of the one and "
         "the new shard of the other meet");
  }
  return finding;
}

}  // namespace zerolab::exercises
