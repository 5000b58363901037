// Runs one of core's schedules through Comm, which then sees and logs every message as it sees
// those of a student's own loop.
//
// This header is for the correct versions and is not handed out: with it an exercise on collectives
// is one call. The function is in exercises/zero/collectives.cpp, which hand-outs compile.
#pragma once

#include <span>

#include "core/schedule/schedule.hpp"
#include "exercises/comm/comm.hpp"

namespace zerolab::exercises {

// For schedules in which every rank sends one chunk and receives one in each step, as round a ring.
void run_schedule(Comm& comm, const Schedule& schedule, std::span<float> buffer);

}  // namespace zerolab::exercises
