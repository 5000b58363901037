#include "exercises/judge/zero/outcome_difference.hpp"

#include <cmath>

#include <fmt/core.h>

#include "core/base/units.hpp"

namespace zerolab::exercises {

namespace {

bool same_result(double got, double right, Tolerance tolerance) {
  if (std::isnan(got) || std::isnan(right)) return std::isnan(got) && std::isnan(right);
  return std::abs(got - right) <= tolerance.absolute + tolerance.relative * std::abs(right);
}

std::optional<OutcomeDifference> wrong_number(const RankResult& result, int rank,
                                              const RankOutcome& right) {
  std::vector<std::int64_t> got = result.numbers;
  got.resize(right.numbers.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (got[i] == right.numbers[i]) continue;
    return OutcomeDifference{
        rank, i, 0, true, static_cast<double>(got[i]), static_cast<double>(right.numbers[i])};
  }
  return std::nullopt;
}

// Exercise 9: a state that is not as long as the shard.
bool has_other_size(const Case& run, const RankResult& result, std::size_t span,
                    std::size_t elements) {
  const auto momentum = static_cast<std::size_t>(run.step) + 1;
  if (run.exercise != 9 || span < momentum || span - momentum >= result.numbers.size()) {
    return false;
  }
  return result.numbers[span - momentum] != static_cast<std::int64_t>(elements);
}

std::optional<OutcomeDifference> wrong_element(const Case& run, const RankResult& result, int rank,
                                               const RankOutcome& right, double rounding) {
  const std::vector<ZeroSpan> spans = zero_spans(run, rank);
  const std::vector<Range> places = spans_of(run, rank);
  for (std::size_t s = 0; s < spans.size(); ++s) {
    if (spans[s].use != SpanUse::result) continue;
    if (has_other_size(run, result, s, spans[s].elements)) continue;
    Tolerance tolerance = tolerance_of(run, s);
    tolerance.relative += rounding;
    for (std::size_t i = 0; i < spans[s].elements; ++i) {
      const auto got = static_cast<double>(result.block[places[s].begin + i]);
      if (same_result(got, right.spans[s][i], tolerance)) continue;
      return OutcomeDifference{rank, s, i, false, got, right.spans[s][i]};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<OutcomeDifference> first_difference(const RunRecord& record, const Outcome& expected,
                                                  double rounding) {
  for (int rank = 0; rank < record.run.ranks; ++rank) {
    const RankResult& result = record.ranks[static_cast<std::size_t>(rank)];
    const RankOutcome& right = expected[static_cast<std::size_t>(rank)];
    std::optional<OutcomeDifference> wrong;
    if (record.run.exercise == 13) wrong = wrong_number(result, rank, right);
    if (!wrong) wrong = wrong_element(record.run, result, rank, right, rounding);
    if (wrong) return wrong;
  }
  return std::nullopt;
}

std::string difference_words(const Case& run, const OutcomeDifference& wrong) {
  if (wrong.number) {
    return fmt::format("rank {}: {} take {} bytes, not {}", wrong.rank, memory_names[wrong.span],
                       with_separators(static_cast<std::int64_t>(wrong.right)),
                       with_separators(static_cast<std::int64_t>(wrong.got)));
  }
  const ZeroSpan span = zero_spans(run, wrong.rank)[wrong.span];
  const std::string element =
      span.elements == 1 ? "" : fmt::format(", element {} of {}", wrong.element, span.elements);
  const std::string got = std::isnan(wrong.got) ? "NaN" : fmt::format("{:.9g}", wrong.got);
  return fmt::format("rank {}: {}{}: {}, should be {:.9g}", wrong.rank, span.name, element, got,
                     wrong.right);
}

}  // namespace zerolab::exercises
