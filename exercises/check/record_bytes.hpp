// A RunRecord as bytes, for the way from one process of this program to another.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "exercises/judge/run_record.hpp"

namespace zerolab::exercises {

std::string to_bytes(const RunRecord& record);

// The record of `run`; none where the bytes end too early, because their writer did.
std::optional<RunRecord> parse_record(std::string_view bytes, const Case& run);

}  // namespace zerolab::exercises
