// Exercise 8: the shard's four spans.
#include "exercises/08-adamw_shard/adamw_shard.hpp"
#include "exercises/judge/entry.hpp"
#include "exercises/judge/zero/layout.hpp"

namespace zerolab::exercises {

std::vector<std::int64_t> call_student(Comm&, int rank, const Case& run, std::span<float> block) {
  const std::vector<std::span<float>> spans = spans_in(run, rank, block);
  const AdamShard shard{shard_range(run.elements, run.ranks, rank), spans[0], spans[1], spans[2],
                        spans[3]};
  adamw_shard(shard, undecayed_ranges(run), adamw_settings[static_cast<std::size_t>(run.setting)],
              run.step);
  return {};
}

}  // namespace zerolab::exercises
