// What a check leaves for other programs: a report as JSON, and traces of the first failure.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "exercises/judge/exam.hpp"

namespace zerolab::exercises {

// {"schema": "zerolab/1", "command": "check", "config": {"exercise": 3, "fresh_seed": null},
//  "ranks": [], "passed": false, "points": 60, "max_points": 100, "ending": "finished",
//  "detail": "", "groups": [{"group": "values", "points": 40, "max_points": 40, "passed": 3,
//  "failed": 0, "skipped": 0, "case": null, "findings": [{"aspect", "rank", "sentence"}]}, …],
//  "first_wrong": {"step": 1, "rank": 2, "sentence": "…"}, "text": what a person reads}
// first_wrong is null where no messages could be read.
std::string to_json(const ExamReport& report, std::optional<std::uint64_t> fresh_seed);

// Replaces the traces in `folder`, which is made where it is missing; without a failure whose
// messages could be read there are none afterwards. Returns whether there are.
bool write_traces(const std::filesystem::path& folder, const ExamReport& report);

}  // namespace zerolab::exercises
