// How a run ended, where not all ranks returned.
#pragma once

#include <optional>

#include "exercises/judge/mistake.hpp"
#include "exercises/judge/run_record.hpp"

namespace zerolab::exercises {

// None: all ranks returned, and every message was received.
std::optional<Wrong> wrong_end(const RunRecord& record);

// The sentence without the advice: for a picture, which has little room.
std::string without_advice(const std::string& sentence);

// All ranks returned, though a message may not have been received: there are results to judge.
bool has_results(const RunRecord& record);

}  // namespace zerolab::exercises
