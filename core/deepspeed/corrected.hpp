// A configuration with its mistakes mended where there is one way to mend them, comments and all.
#pragma once

#include <string>
#include <vector>

#include "core/deepspeed/ds_config.hpp"

namespace zerolab {

struct Corrected {
  std::string text;                  // the whole file
  std::vector<std::string> changes;  // "line 7: contiguous_gradients: false → true"; of the old
                                     // file or, for later passes, of the text as changed so far
};

// Corrects old spellings, unknown keys that are near to one known key of the same section,
// contiguous_gradients where it silently turns reduce_scatter off, and
// use_multi_rank_bucket_allreduce where it doubles what moves. A key that is there twice, in its
// old and its new spelling, stays: which of the two is meant, only its writer knows. Throws the
// input Error of a text that those corrections cannot save.
Corrected corrected(const DsConfig& config, int ranks);

}  // namespace zerolab
