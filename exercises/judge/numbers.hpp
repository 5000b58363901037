// The answers of exercises 1 and 6, which are numbers.
#pragma once

#include <optional>

#include "exercises/judge/mistake.hpp"
#include "exercises/judge/run_record.hpp"

namespace zerolab::exercises {

std::optional<Wrong> wrong_shards(const RunRecord& record);   // exercise 1
std::optional<Wrong> wrong_volumes(const RunRecord& record);  // exercise 6

// [rank][number]: what the ranks answered, two numbers each, and what is right.
std::vector<std::vector<std::int64_t>> answers_of(const RunRecord& record);
std::vector<std::vector<std::int64_t>> right_answers(const Case& run);

}  // namespace zerolab::exercises
