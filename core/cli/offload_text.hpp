// The report of `zerolab offload` for people.
#pragma once

#include <string>

#include "core/cli/offload_rows.hpp"

namespace zerolab {

// What is about to run: sizes, links, and how much slower they are run.
std::string offload_preface(const OffloadQuestion& question);

// The counts, the times, what they mean, and where this machine was the limit.
std::string offload_text(const OffloadQuestion& question, const std::vector<OffloadRow>& rows);

}  // namespace zerolab
