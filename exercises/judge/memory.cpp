#include "exercises/judge/memory.hpp"

#include <bit>

#include <fmt/core.h>

#include "core/base/units.hpp"
#include "exercises/judge/traffic.hpp"
#include "exercises/judge/zero/layout.hpp"

namespace zerolab::exercises {

namespace {

bool same_bits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

std::string span_name(const Case& run, int rank, std::size_t span) {
  if (is_zero(run.exercise)) return zero_spans(run, rank)[span].name;
  if (run.exercise == 2) return span == 0 ? "`mine`" : "`from_left`";
  if (run.exercise == 7) return fmt::format("tensor {}", span);
  return "the buffer";
}

// The first word outside the spans that has changed. Between two spans it belongs to the one whose
// end is nearer.
std::optional<Wrong> wrong_guard(const Case& run, int rank, const std::vector<float>& before,
                                 const std::vector<float>& after) {
  const std::vector<Range> spans = spans_of(run, rank);
  if (spans.empty()) return std::nullopt;
  std::size_t begin = 0;
  for (std::size_t s = 0; s <= spans.size(); ++s) {
    const std::size_t end = s < spans.size() ? spans[s].begin : after.size();
    std::size_t changed = 0;
    std::size_t first = end;
    std::size_t last = begin;
    for (std::size_t i = begin; i < end; ++i) {
      if (same_bits(before[i], after[i])) continue;
      ++changed;
      first = std::min(first, i);
      last = i;
    }
    if (changed > 0) {
      const bool past_end = s > 0 && (s == spans.size() || first - begin <= end - 1 - last);
      const std::string where =
          past_end ? fmt::format("past the end of {}", span_name(run, rank, s - 1))
                   : fmt::format("before the beginning of {}", span_name(run, rank, s));
      return Wrong{Mistake::written_outside, -1, rank,
                   fmt::format("rank {} wrote {} {}", rank, count_words(changed), where)};
    }
    if (s < spans.size()) begin = spans[s].end;
  }
  return std::nullopt;
}

// Exercise 2: `mine` is const; exercises 8 to 14: what they say.
std::optional<Wrong> wrong_input(const Case& run, int rank, const std::vector<float>& before,
                                 const std::vector<float>& after) {
  const std::vector<Range> spans = spans_of(run, rank);
  const std::vector<ZeroSpan> uses = zero_spans(run, rank);  // none of exercises 1 to 7
  for (std::size_t s = 0; s < spans.size(); ++s) {
    const bool constant =
        is_zero(run.exercise) ? uses[s].use == SpanUse::constant : run.exercise == 2 && s == 0;
    for (std::size_t i = spans[s].begin; i < spans[s].end && constant; ++i) {
      if (same_bits(before[i], after[i])) continue;
      return Wrong{Mistake::input_changed, -1, rank,
                   fmt::format("rank {} changed element {} of {}, which must stay as it is", rank,
                               i - spans[s].begin, span_name(run, rank, s))};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Wrong> wrong_memory(const RunRecord& record) {
  for (int rank = 0; rank < static_cast<int>(record.ranks.size()); ++rank) {
    const std::vector<float>& after = record.ranks[static_cast<std::size_t>(rank)].block;
    if (after.empty()) continue;
    const std::vector<float> before = input_block(record.run, rank);
    std::optional<Wrong> wrong = wrong_guard(record.run, rank, before, after);
    if (!wrong) wrong = wrong_input(record.run, rank, before, after);
    if (wrong) return wrong;
  }
  return std::nullopt;
}

std::optional<Wrong> wrong_peak(const RunRecord& record, std::int64_t limit_bytes) {
  for (std::size_t rank = 0; rank < record.ranks.size(); ++rank) {
    const std::optional<std::int64_t> peak = record.ranks[rank].peak_bytes;
    if (!peak || *peak <= limit_bytes) continue;
    const auto buffer = static_cast<std::int64_t>(record.run.elements * sizeof(float));
    return Wrong{
        Mistake::peak_too_high, -1, static_cast<int>(rank),
        fmt::format("rank {} needed {} more at its peak, with a buffer of {}; {} is allowed: "
                    "a ring needs room for a chunk, not for several buffers",
                    rank, format_bytes(*peak), format_bytes(buffer), format_bytes(limit_bytes))};
  }
  return std::nullopt;
}

}  // namespace zerolab::exercises
