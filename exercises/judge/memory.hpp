// Guard words, inputs that must stay, and peak memory.
#pragma once

#include <cstdint>
#include <optional>

#include "exercises/judge/mistake.hpp"
#include "exercises/judge/run_record.hpp"

namespace zerolab::exercises {

// Of any rank that returned.
std::optional<Wrong> wrong_memory(const RunRecord& record);

// A rank whose peak rose by more; none where nobody looked.
std::optional<Wrong> wrong_peak(const RunRecord& record, std::int64_t limit_bytes);

}  // namespace zerolab::exercises
