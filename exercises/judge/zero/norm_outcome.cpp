// Exercise 12: the norm over all shards.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include <fmt/core.h>

#include "exercises/judge/zero/judge_zero.hpp"
#include "exercises/judge/zero/results.hpp"

namespace zerolab::exercises {

namespace {

// Of one rank's shard.
struct ShardSums {
  double squares = 0;
  double squares_padded = 0;    // with what comes after it
  double squares_of_floor = 0;  // of its first ⌊Ψ/N⌋ elements
  int whole_squares = 0;        // in an int
  double plain = 0;
  double absolute = 0;

  void add(const ShardSums& other) {
    squares += other.squares;
    squares_padded += other.squares_padded;
    squares_of_floor += other.squares_of_floor;
    whole_squares += other.whole_squares;
    plain += other.plain;
    absolute += other.absolute;
  }
};

ShardSums sums_of(const Case& run, const Outcome& before, int rank) {
  const std::vector<double>& gradients = before[static_cast<std::size_t>(rank)].spans[0];
  const std::size_t real = shard_range(run.elements, run.ranks, rank).size();
  const std::size_t floor = run.elements / static_cast<std::size_t>(run.ranks);
  ShardSums sums;
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    const double square = gradients[i] * gradients[i];
    sums.squares_padded += square;
    if (i >= real) continue;
    sums.squares += square;
    if (i < floor) sums.squares_of_floor += square;
    sums.whole_squares = static_cast<int>(sums.whole_squares + square);
    sums.plain += gradients[i];
    sums.absolute += std::abs(gradients[i]);
  }
  return sums;
}

}  // namespace

Outcome norm_outcome(const Case& run, Outcome before, Misstep misstep) {
  ShardSums all;
  double sum_of_norms = 0;
  double largest = 0;
  int whole_sum = 0;
  for (int rank = 0; rank < run.ranks; ++rank) {
    const ShardSums own = sums_of(run, before, rank);
    all.add(own);
    whole_sum = static_cast<int>(whole_sum + own.squares);
    sum_of_norms += std::sqrt(own.squares);
    largest = std::max(largest, std::sqrt(own.squares));
  }
  const auto norm = [&](int rank) {
    const auto is = [misstep](Misstep one) { return misstep == one; };
    if (is(Misstep::norm_local)) return std::sqrt(sums_of(run, before, rank).squares);
    if (is(Misstep::norm_padding)) return std::sqrt(all.squares_padded);
    if (is(Misstep::norm_of_sums)) return sum_of_norms;
    if (is(Misstep::norm_no_root)) return all.squares;
    if (is(Misstep::norm_root_too_early)) return std::sqrt(sum_of_norms);
    if (is(Misstep::norm_largest)) return largest;
    if (is(Misstep::norm_averaged)) return std::sqrt(all.squares / run.ranks);
    if (is(Misstep::norm_signed)) return std::sqrt(std::abs(all.plain));
    if (is(Misstep::norm_absolute)) return all.absolute;
    if (is(Misstep::norm_divided)) return std::sqrt(all.squares) / run.ranks;
    if (is(Misstep::norm_whole_squares)) return std::sqrt(double{1} * all.whole_squares);
    if (is(Misstep::norm_whole_sum)) return std::sqrt(double{1} * whole_sum);
    if (is(Misstep::norm_remainder_lost)) return std::sqrt(all.squares_of_floor);
    if (is(Misstep::norm_of_rank_0)) return std::sqrt(sums_of(run, before, 0).squares);
    if (is(Misstep::norm_zero) || (is(Misstep::norm_one_rank) && rank > 0)) return 0.0;
    return std::sqrt(all.squares);
  };
  for (int rank = 0; rank < run.ranks; ++rank) {
    before[static_cast<std::size_t>(rank)].spans[1][0] = norm(rank);
  }
  return before;
}

std::optional<Finding> norms_differ(const RunRecord& record) {
  if (record.run.exercise != 12) return std::nullopt;
  const auto norm = [&](int rank) {
    return record.ranks[static_cast<std::size_t>(rank)].block[spans_of(record.run, rank)[1].begin];
  };
  for (int rank = 1; rank < record.run.ranks; ++rank) {
    if (std::bit_cast<std::uint32_t>(norm(rank)) == std::bit_cast<std::uint32_t>(norm(0))) continue;
    const char* why =
        "all ranks add the gathered numbers in the same order, from rank 0 on, so that all clip by "
        "the same factor";
    return Finding{Aspect::values, rank,
                   fmt::format("the norms of ranks 0 and {} differ in their last bits, {:.9g} and "
                               "{:.9g}: {}",
                               rank, norm(0), norm(rank), why),
                   fmt::format("the ranks' norms differ in their last bits: {}", why)};
  }
  return std::nullopt;
}

}  // namespace zerolab::exercises
