// The one call of a student's function. exercises/entry/NN.cpp defines it, once per exercise: it
// knows the signature and nothing else. It is linked beside the student's file, on threads and in
// the rank processes of the grader.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exercises/comm/comm.hpp"
#include "exercises/judge/case.hpp"

namespace zerolab::exercises {

// Calls the function with the spans of `block` (case.hpp), which it may change. Returns its two
// numbers where the exercise answers with numbers, for rank `comm.rank()` of `run.ranks`; the
// communicator then has one rank only and `rank` says which rank is meant.
std::vector<std::int64_t> call_student(Comm& comm, int rank, const Case& run,
                                       std::span<float> block);

}  // namespace zerolab::exercises
