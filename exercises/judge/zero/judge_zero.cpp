#include "exercises/judge/zero/judge_zero.hpp"

#include <fmt/core.h>

#include "core/base/units.hpp"
#include "exercises/judge/endings.hpp"
#include "exercises/judge/memory.hpp"
#include "exercises/judge/mistake.hpp"
#include "exercises/judge/zero/shard_words.hpp"

namespace zerolab::exercises {

std::vector<Finding> judge_zero(const RunRecord& record) {
  std::vector<Finding> findings;
  const auto add = [&](const std::optional<Finding>& finding) {
    if (finding) findings.push_back(*finding);
  };
  const std::optional<Wrong> end = wrong_end(record);
  if (end && aspect_of(end->mistake) == Aspect::safety) return {to_finding(*end)};
  std::optional<Finding> counts;
  if (is_collective(record.run.exercise) && record.ending != Ending::threw) {
    counts = record.run.exercise == 14 ? wrong_pieces(record) : wrong_calls(record);
    add(counts);
  }
  const std::optional<Finding> disagreement =
      has_results(record) ? std::nullopt : ranks_disagree(record);
  add(disagreement);
  if (end && !disagreement && (!counts || !has_results(record))) {
    Finding ending = finding_of_end(record, *end);
    if (const std::optional<std::string> nudge = thrown_nudge(record)) ending.nudge = *nudge;
    add(ending);
  }
  if (has_results(record)) {
    const std::optional<Finding> outcome = wrong_outcome(record);
    add(outcome ? outcome : norms_differ(record));
  }
  if (const std::optional<Wrong> memory = wrong_memory(record)) add(to_finding(*memory));
  if (has_results(record)) add(wrong_arena(record));
  return findings;
}

std::optional<Finding> zero_peak(const RunRecord& record, std::int64_t limit_bytes) {
  for (std::size_t rank = 0; rank < record.ranks.size(); ++rank) {
    const std::optional<std::int64_t> peak = record.ranks[rank].peak_bytes;
    if (!peak || *peak <= limit_bytes) continue;
    const char* enough = record.run.exercise == 9
                             ? "besides the parameters and gradients that it is given, a rank "
                               "holds momentum and variance of its shard"
                             : "a rank holds its shards, and of whole units one at a time";
    return Finding{
        Aspect::memory, static_cast<int>(rank),
        fmt::format("rank {} needed {} more at its peak, with a model of {}; {} is allowed: {}",
                    rank, format_bytes(*peak),
                    format_bytes(static_cast<std::int64_t>(record.run.elements * sizeof(float))),
                    format_bytes(limit_bytes), enough),
        fmt::format("the peak of the memory at a large size is too high: {}", enough)};
  }
  return std::nullopt;
}

}  // namespace zerolab::exercises
