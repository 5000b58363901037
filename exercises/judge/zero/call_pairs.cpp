#include "exercises/judge/zero/call_pairs.hpp"

#include <algorithm>
#include <limits>

#include "exercises/judge/endings.hpp"

namespace zerolab::exercises {

namespace {

// Beyond that many the rest is too much anyway.
constexpr std::size_t most_seen_calls = 1000;

bool same_call(const RightCall& right, const SeenCall& seen) {
  return right.kind == seen.kind && right.elements == seen.elements;
}

// Costs of the edit distance. A call that stands for another one is a smaller difference than one
// that is left out, an all-reduce rather for the reduction than for the gather; one that has
// neither kind nor size is nearly as large as both.
constexpr int cost_alone = 2;
int cost_of_pair(const RightCall& right, const SeenCall& seen) {
  if (same_call(right, seen)) return 0;
  if (right.kind != seen.kind && right.elements != seen.elements) return 3;
  return right.kind == NoteKind::all_gather && seen.kind == NoteKind::all_reduce ? 2 : 1;
}

// costs[r][s]: the least cost of pairing what comes from right call r and seen call s on.
using Costs = std::vector<std::vector<int>>;

Costs costs_of(const std::vector<RightCall>& right, const std::vector<SeenCall>& seen,
               std::size_t count) {
  Costs costs(right.size() + 1, std::vector<int>(count + 1));
  for (std::size_t r = right.size() + 1; r-- > 0;) {
    for (std::size_t s = count + 1; s-- > 0;) {
      if (r == right.size() && s == count) continue;
      int least = std::numeric_limits<int>::max();
      if (r < right.size() && s < count) {
        least = costs[r + 1][s + 1] + cost_of_pair(right[r], seen[s]);
      }
      if (r < right.size()) least = std::min(least, costs[r + 1][s] + cost_alone);
      if (s < count) least = std::min(least, costs[r][s + 1] + cost_alone);
      costs[r][s] = least;
    }
  }
  return costs;
}

}  // namespace

std::vector<CallPair> paired_calls(const std::vector<RightCall>& right,
                                   const std::vector<SeenCall>& seen) {
  const std::size_t count = std::min(seen.size(), most_seen_calls);
  const Costs costs = costs_of(right, seen, count);
  std::vector<CallPair> pairs;
  std::size_t r = 0;
  std::size_t s = 0;
  while (r < right.size() || s < count) {
    const int cost = costs[r][s];
    if (r < right.size() && s < count &&
        cost == costs[r + 1][s + 1] + cost_of_pair(right[r], seen[s])) {
      pairs.push_back({r, s, same_call(right[r], seen[s])});
      ++r;
      ++s;
    } else if (r < right.size() && cost == costs[r + 1][s] + cost_alone) {
      pairs.push_back({r, std::nullopt, false});
      ++r;
    } else {
      pairs.push_back({std::nullopt, s, false});
      ++s;
    }
  }
  for (; s < seen.size(); ++s) pairs.push_back({std::nullopt, s, false});
  return pairs;
}

bool was_stopped(const RunRecord& record, int rank) {
  return !has_results(record) && record.ranks[static_cast<std::size_t>(rank)].block.empty();
}

std::optional<WrongCall> first_wrong_call(const RunRecord& record) {
  const std::vector<RightCall> right = right_calls(record.run);
  std::optional<WrongCall> first;
  for (int rank = 0; rank < static_cast<int>(record.ranks.size()); ++rank) {
    const auto seen = seen_calls(record.ranks[static_cast<std::size_t>(rank)]);
    std::size_t place = 0;
    std::size_t taken = 0;
    for (const CallPair& pair : paired_calls(right, seen)) {
      const bool still_to_come = taken == seen.size() && was_stopped(record, rank);
      if (!pair.same && !still_to_come) {
        if (!first || place < first->place) first = WrongCall{place, rank, pair};
        break;
      }
      place += pair.right.has_value() ? 1 : 0;
      taken += pair.seen.has_value() ? 1 : 0;
    }
  }
  return first;
}

}  // namespace zerolab::exercises
