// A judgement's sentences: what the trace shows, and what it leaves open.
#pragma once

#include <string>
#include <vector>

#include "core/profile/shares.hpp"

namespace zerolab {

std::vector<std::string> evidence_of(const Shares& shares);
std::vector<std::string> doubts_of(const Shares& shares, const DistributedInfo& info);

}  // namespace zerolab
