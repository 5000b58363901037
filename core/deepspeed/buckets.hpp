// DeepSpeed's buckets: how many collectives they make, and what they take.
#pragma once

#include <vector>

#include "core/deepspeed/explanation.hpp"

namespace zerolab {

// Pieces of `elements` cut at every multiple of `bucket`; and at the borders of N chunks as well,
// where every owner gets a collective of its own. At least 1 each.
std::int64_t bucket_count(std::int64_t elements, std::int64_t bucket);
std::int64_t owner_piece_count(std::int64_t elements, std::int64_t bucket, int world_size);

// Elements that one collective of gradients carries: reduce_bucket_size; in stage 0, where that
// does nothing, 500,000,000.
std::int64_t gradient_bucket(const Resolved& resolved);

// Transient memory of a step, at most. `gathered_units`: the plan's own peak of gathered
// parameters, in bytes.
std::vector<BucketBytes> buckets_of(const Resolved& resolved, const ExplainQuestion& question,
                                    std::int64_t parameters, std::int64_t gathered_units);

// Those that show up in a profile beside the large ones.
std::vector<SmallCollective> small_collectives(const Resolved& resolved, std::int64_t parameters);

}  // namespace zerolab
