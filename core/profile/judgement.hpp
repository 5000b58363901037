// What kind of training would issue the collectives of a trace: a stage of ZeRO and DeepSpeed's
// flags, plain data parallelism, FSDP, or none of these.
//
// Read from which collectives are there and from how many elements are gathered per element of
// gradients that is summed; the volumes of DeepSpeed 0.19 by stage and flags are those of
// tests/facts/deepspeed_collectives.csv. The rules are a table, the first that fits holds.
#pragma once

#include <string>
#include <vector>

#include "core/profile/shares.hpp"

namespace zerolab {

struct Judgement {
  std::string verdict;                 // one sentence
  std::string flags;                   // what would have to be set to get this; may be empty
  std::vector<std::string> evidence;   // sentences with numbers of the trace
  std::vector<std::string> uncertain;  // what the trace cannot decide
};

Judgement judge(const Shares& shares, const DistributedInfo& info);

}  // namespace zerolab
