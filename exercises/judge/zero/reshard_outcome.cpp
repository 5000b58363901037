// Exercise 14: the same flat buffers, cut for another number of ranks.
#include <cstdlib>

#include "exercises/judge/zero/results.hpp"

namespace zerolab::exercises {

namespace {

constexpr std::size_t states = 3;

// Of the whole buffer: what a rank takes for its shard.
Range cut(const Case& run, int ranks, int rank, Misstep misstep) {
  const Range shard = shard_range(run.elements, ranks, rank);
  if (misstep != Misstep::reshard_begin_by_length) return shard;
  const std::size_t begin = static_cast<std::size_t>(rank) * shard.size();
  return {begin, begin + shard.size()};
}

// Of the elements in which the old shard of `from` and the new one of `to` meet, those that arrive.
Range arriving(const Case& run, int from, int to, Misstep misstep) {
  const Range after = cut(run, run.to_ranks, to, misstep);
  Range piece = intersect(cut(run, run.from_ranks, from, misstep), after);
  const bool lost = (misstep == Misstep::reshard_own_only && from != to) ||
                    (misstep == Misstep::reshard_own_lost && from == to) ||
                    (misstep == Misstep::reshard_neighbours_only && std::abs(from - to) > 1) ||
                    (misstep == Misstep::reshard_first_piece_only && piece.begin > after.begin) ||
                    (misstep == Misstep::reshard_new_ranks_empty && to >= run.from_ranks);
  if (lost) piece.end = piece.begin;
  if (misstep == Misstep::reshard_last_element_lost && !piece.empty()) --piece.end;
  return piece;
}

// One state: the pieces of the old shards, in the order of their ranks.
void fill(const Case& run, const std::vector<double>& whole, int to, Misstep misstep,
          std::vector<double>& shard) {
  const std::size_t begin = cut(run, run.to_ranks, to, misstep).begin;
  for (int from = 0; from < run.from_ranks; ++from) {
    const Range piece = arriving(run, from, to, misstep);
    std::size_t source = shard_range(run.elements, run.from_ranks, from).begin;
    if (misstep != Misstep::reshard_source_lost) {
      source += piece.begin - cut(run, run.from_ranks, from, misstep).begin;
    }
    // Every piece at the beginning: the last to arrive, of the highest rank, stays on top.
    const std::size_t place = misstep == Misstep::reshard_place_lost ? 0 : piece.begin - begin;
    for (std::size_t i = 0; i < piece.size(); ++i) shard[place + i] = whole[source + i];
  }
}

// Cut for the old number of ranks: what a rank gets begins where its old shard began.
void fill_by_old_cut(const Case& run, const std::vector<double>& whole, int to,
                     std::vector<double>& shard) {
  if (to >= run.from_ranks) return;
  const std::size_t begin = shard_range(run.elements, run.from_ranks, to).begin;
  for (std::size_t i = 0; i < shard.size() && begin + i < whole.size(); ++i) {
    shard[i] = whole[begin + i];
  }
}

}  // namespace

Outcome reshard_outcome(const Case& run, Outcome before, Misstep misstep) {
  for (std::size_t state = 0; state < states; ++state) {
    std::vector<double> whole;
    for (const RankOutcome& rank : before) {
      whole.insert(whole.end(), rank.spans[state].begin(), rank.spans[state].end());
    }
    const std::size_t target =
        states + (misstep == Misstep::reshard_states_mixed ? (state + 1) % states : state);
    if (misstep == Misstep::reshard_parameters_only && state > 0) continue;
    for (int rank = 0; rank < run.to_ranks; ++rank) {
      std::vector<double>& shard = before[static_cast<std::size_t>(rank)].spans[target];
      if (misstep == Misstep::reshard_old_cut) {
        fill_by_old_cut(run, whole, rank, shard);
      } else {
        fill(run, whole, rank, misstep, shard);
      }
    }
  }
  return before;
}

}  // namespace zerolab::exercises
