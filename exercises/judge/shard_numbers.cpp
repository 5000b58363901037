// Exercise 1: which misconception gives just these begins and ends.
#include <functional>
#include <limits>

#include <fmt/core.h>

#include "exercises/judge/numbers.hpp"
#include "exercises/judge/partition.hpp"
#include "exercises/judge/traffic.hpp"

namespace zerolab::exercises {

namespace {

using Answers = std::vector<std::vector<std::int64_t>>;  // [rank]: begin, end

Answers answers_for(const std::vector<Range>& chunks) {
  Answers answers;
  for (const Range chunk : chunks) {
    answers.push_back(
        {static_cast<std::int64_t>(chunk.begin), static_cast<std::int64_t>(chunk.end)});
  }
  return answers;
}

// What a rank with an empty shard answers is free but for its size: [5, 5) is as empty as [10, 10).
bool same(const Answers& a, const Answers& b) {
  for (std::size_t r = 0; r < a.size(); ++r) {
    const bool both_empty = a[r][0] == a[r][1] && b[r][0] == b[r][1];
    if (a[r] != b[r] && !both_empty) return false;
  }
  return true;
}

Answers changed(Answers answers, const std::function<void(std::vector<std::int64_t>&)>& change) {
  for (std::vector<std::int64_t>& answer : answers) change(answer);
  return answers;
}

std::string shard_words(const std::vector<std::int64_t>& answer) {
  return fmt::format("[{}, {})", answer[0], answer[1]);
}

struct ShardReason {
  Mistake mistake;
  std::string words;
};

ShardReason reason_of(const Case& run, const Answers& got, const Answers& right, std::size_t rank) {
  for (const Cut kind : mistaken_cuts) {
    if (!same(got, answers_for(cut(kind, run.elements, run.ranks)))) continue;
    return {Mistake::shard_cut, fmt::format("that is a cut into {}; it should be into {}",
                                            describe(kind), describe(Cut::balanced))};
  }
  if (got == changed(right, [](auto& a) { a[1] -= a[0]; })) {
    return {Mistake::shard_size_not_end, "the second number is the shard's size, not its end"};
  }
  if (got == changed(right, [](auto& a) { a[1] -= 1; })) {
    return {Mistake::shard_end_inclusive,
            "the end is one past the shard's last element, not the last element"};
  }
  for (std::size_t other = 0; other < right.size(); ++other) {
    if (got[rank] != right[other] || got[rank][0] == got[rank][1]) continue;
    return {Mistake::shard_of_another_rank, fmt::format("that is rank {}'s shard", other)};
  }
  if (run.elements > std::numeric_limits<int>::max()) {
    return {Mistake::shard_overflow,
            fmt::format("an int ends at {}: count elements in std::size_t all the way",
                        std::numeric_limits<int>::max())};
  }
  std::int64_t end = 0;
  for (std::size_t r = 0; r < got.size(); ++r) {
    if (got[r][0] != end) {
      return {Mistake::shard_gap, fmt::format("rank {} begins at {}, where rank {} ended at {}: "
                                              "shards must meet",
                                              r, got[r][0], static_cast<int>(r) - 1, end)};
    }
    end = got[r][1];
  }
  if (end != static_cast<std::int64_t>(run.elements)) {
    return {Mistake::shard_gap,
            fmt::format("the last shard ends at {}, the buffer at {}", end, run.elements)};
  }
  return {Mistake::numbers_wrong,
          fmt::format("the buffer is cut into {}", describe(Cut::balanced))};
}

}  // namespace

std::optional<Wrong> wrong_shards(const RunRecord& record) {
  const Case& run = record.run;
  const Answers got = answers_of(record);
  const Answers right = right_answers(run);
  for (std::size_t rank = 0; rank < right.size(); ++rank) {
    if (got[rank] == right[rank]) continue;
    const ShardReason why = reason_of(run, got, right, rank);
    return Wrong{why.mistake, -1, static_cast<int>(rank),
                 fmt::format("{} over {} ranks: rank {} gets {}, should get {}; {}",
                             count_words(run.elements), run.ranks, rank, shard_words(got[rank]),
                             shard_words(right[rank]), why.words)};
  }
  return std::nullopt;
}

}  // namespace zerolab::exercises
