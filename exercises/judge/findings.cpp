#include "exercises/judge/findings.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "exercises/judge/endings.hpp"
#include "exercises/judge/memory.hpp"
#include "exercises/judge/messages.hpp"
#include "exercises/judge/mistake.hpp"
#include "exercises/judge/numbers.hpp"
#include "exercises/judge/traffic.hpp"
#include "exercises/judge/values.hpp"
#include "exercises/judge/zero/judge_zero.hpp"

namespace zerolab::exercises {

namespace {

// What the messages' sizes and peers say, whether or not the run ended.
std::optional<Wrong> wrong_counts(const RunRecord& record) {
  const std::vector<RightRun> rights = right_runs(record.run);
  const DecodedRun run = without_values(record);
  if (has_results(record) && counts_are_right(run, rights)) return std::nullopt;
  return wrong_traffic({run, closest(rights, run)});
}

std::optional<Wrong> wrong_numbers(const RunRecord& record) {
  return record.run.exercise == 1 ? wrong_shards(record) : wrong_volumes(record);
}

bool all_there(const RunRecord& record) {
  return record.ranks.size() == static_cast<std::size_t>(record.run.ranks);
}

// A rank that returned has its block.
bool blocks_there(const RunRecord& record) {
  for (int rank = 0; rank < record.run.ranks; ++rank) {
    const std::size_t right = block_elements(record.run, rank);
    const std::size_t size = record.ranks[static_cast<std::size_t>(rank)].block.size();
    if (size == 0 && right > 0 ? has_results(record) : size != right) return false;
  }
  return true;
}

}  // namespace

std::vector<Finding> judge(const RunRecord& record) {
  if (is_zero(record.run.exercise)) {
    require(all_there(record) && blocks_there(record),
            "a record has every rank, and the block of each that returned");
    return judge_zero(record);
  }
  std::vector<Finding> findings;
  const auto add = [&](const std::optional<Wrong>& wrong) {
    if (wrong) findings.push_back(to_finding(*wrong));
  };
  const std::optional<Wrong> end = wrong_end(record);
  if (end && aspect_of(end->mistake) == Aspect::safety) return {to_finding(*end)};
  if (!is_collective(record.run.exercise)) {
    add(end ? end : wrong_numbers(record));
    return findings;
  }
  require(all_there(record) && blocks_there(record),
          "a record has every rank, and the block of each that returned");
  // Who sends what to whom explains most of the rest.
  const std::optional<Wrong> counts =
      record.ending == Ending::threw ? std::nullopt : wrong_counts(record);
  add(counts);
  if (!counts || !has_results(record)) add(end);
  add(wrong_results(record));
  add(wrong_memory(record));
  return findings;
}

}  // namespace zerolab::exercises
