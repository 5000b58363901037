// The first NaN that a collective of a run carries. The memory that an answer takes holds NaN until
// it is written and again when it is given back, so this is where a wrong run first shows.
#pragma once

#include <cstddef>
#include <optional>

#include "exercises/judge/run_record.hpp"

namespace zerolab::exercises {

struct NanSent {
  std::size_t place = 0;  // which of the rank's collectives
  NoteKind kind = NoteKind::all_gather;
  int step = 0;  // of the collective
  int rank = 0;  // that sends it
};

// By place, then step, then rank; none: no message of a collective has a NaN in it.
std::optional<NanSent> first_nan_sent(const RunRecord& record);

}  // namespace zerolab::exercises
