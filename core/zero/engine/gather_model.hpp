// The whole model out of its shards: its fingerprint, and its weights for sampling.
// Collective: all ranks call these together, between steps.
#pragma once

#include <string>
#include <vector>

#include "core/zero/engine/engine.hpp"

namespace zerolab {

// 16 hex digits that depend on every bit of every parameter, and of every master weight in bf16;
// for one N and partition the same in all stages: each rank hashes its own part of every unit, the
// hashes are gathered, and hashed in the order (unit, rank). Where whole parameters are at rest,
// every rank also checks its copy of the others' parts; throws a failure Error that names unit and
// ranks where one is stale.
std::string weights_hash(Engine& engine);

// Every unit's whole parameters in fp32, on every rank. They are counted nowhere: use it after
// training.
std::vector<Buffer> gather_model(Engine& engine);

}  // namespace zerolab
