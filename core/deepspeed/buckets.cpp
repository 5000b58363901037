#include "core/deepspeed/buckets.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "core/base/units.hpp"
#include "core/schedule/layout.hpp"

namespace zerolab {

namespace {

constexpr std::int64_t stage_0_bucket = 500'000'000;

std::int64_t element_bytes(const Resolved& resolved) {
  return static_cast<std::int64_t>(size_bytes(parameter_type(resolved.zero.precision)));
}

std::string product(std::int64_t count, std::int64_t elements, std::int64_t bytes) {
  const std::string times = count > 1 ? fmt::format("{} × ", count) : std::string{};
  return fmt::format("{}{} elements × {} bytes", times, with_separators(elements), bytes);
}

BucketBytes gradient_buckets(const Resolved& resolved, std::int64_t parameters) {
  const std::int64_t bytes = element_bytes(resolved);
  const std::int64_t elements = std::min(gradient_bucket(resolved), parameters);
  const std::int64_t count =
      resolved.zero.stage > 0 && resolved.overlap_comm && resolved.contiguous_gradients ? 2 : 1;
  const std::string why = resolved.zero.stage == 0
                              ? "gradients laid side by side for the all-reduce"
                          : count == 2 ? "one fills while one is reduced"
                                       : "reduce_bucket_size, at most Ψ";
  return {"gradient buckets", count * elements * bytes, true,
          product(count, elements, bytes) + ": " + why};
}

BucketBytes gathered_parameters(const Resolved& resolved, const ExplainQuestion& question,
                                std::int64_t parameters, std::int64_t gathered_units) {
  const std::int64_t bytes = element_bytes(resolved);
  const std::int64_t most = std::min(resolved.live_parameters, parameters);
  if (!question.units_known) {
    return {"gathered parameters", most * bytes, false,
            fmt::format("unknown without --units; stage3_max_live_parameters allows {}",
                        format_bytes(most * bytes))};
  }
  const std::int64_t ahead = std::min(resolved.prefetch_bucket, parameters);
  const std::int64_t elements = std::min(
      {gathered_units / bytes + ahead, std::max(most, gathered_units / bytes), parameters});
  return {"gathered parameters", elements * bytes, true,
          product(1, elements, bytes) + ": the largest unit, and what is prefetched"};
}

}  // namespace

std::int64_t bucket_count(std::int64_t elements, std::int64_t bucket) {
  return std::max<std::int64_t>(1, elements / bucket + (elements % bucket != 0 ? 1 : 0));
}

std::int64_t owner_piece_count(std::int64_t elements, std::int64_t bucket, int world_size) {
  const ChunkLayout layout{static_cast<std::size_t>(elements), world_size};
  std::int64_t pieces = bucket_count(elements, bucket);
  for (int chunk = 1; chunk < world_size; ++chunk) {
    const Range range = layout.range(chunk);
    const bool on_a_border = static_cast<std::int64_t>(range.begin) % bucket == 0;
    if (!range.empty() && !on_a_border) ++pieces;
  }
  return pieces;
}

std::int64_t gradient_bucket(const Resolved& resolved) {
  return resolved.zero.stage == 0 ? stage_0_bucket : resolved.reduce_bucket;
}

std::vector<BucketBytes> buckets_of(const Resolved& resolved, const ExplainQuestion& question,
                                    std::int64_t parameters, std::int64_t gathered_units) {
  std::vector<BucketBytes> buckets{gradient_buckets(resolved, parameters)};
  if (resolved.zero.stage == 3) {
    buckets.push_back(gathered_parameters(resolved, question, parameters, gathered_units));
  }
  return buckets;
}

std::vector<SmallCollective> small_collectives(const Resolved& resolved, std::int64_t parameters) {
  std::vector<SmallCollective> small;
  const int stage = resolved.zero.stage;
  if (resolved.trained_in == TrainedIn::fp16 && stage > 0) {
    small.push_back({"overflow flag", "1 byte", "1", "whether any rank saw an infinity (fp16)"});
  }
  if (stage == 3) {
    const std::int64_t own = (parameters + resolved.zero.world_size - 1) / resolved.zero.world_size;
    const std::int64_t groups = bucket_count(own, resolved.sub_group);
    small.push_back({"gradient norm", "1 fp64", std::to_string(groups),
                     "one per sub_group_size elements of the own part"});
    small.push_back(
        {"barrier", "1 fp32", "one per barrier", "nobody goes on before all are there"});
  } else if (stage > 0) {
    small.push_back({"gradient norm", "1 number", "one per parameter group",
                     "each rank has the squares of its own part only"});
  }
  return small;
}

}  // namespace zerolab
