// Exercise 1: the answer is where the shard begins and where it ends.
#include "exercises/01-shard/shard.hpp"
#include "exercises/judge/entry.hpp"

namespace zerolab::exercises {

std::vector<std::int64_t> call_student(Comm&, int rank, const Case& run, std::span<float>) {
  const Shard answer = shard(run.elements, run.ranks, rank);
  return {static_cast<std::int64_t>(answer.begin), static_cast<std::int64_t>(answer.end)};
}

}  // namespace zerolab::exercises
