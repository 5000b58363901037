// The program of an exercise's visible test, exercise_NN: all of it but the list of cases.
#pragma once

#include "exercises/judge/exam.hpp"

namespace zerolab::exercises {

// A case of a visible exam, delivered as its group has it: values and counts through buffers, where
// no send waits, so that they can be right before deadlocks are; all others by rendezvous.
ExamCase in_group(Group group, Case run);

// Runs the exam and prints what it found; see `exercise_NN --help`. Returns the exit status: 0
// passed, 1 failed, 2 wrong usage.
int check(int argc, char** argv, const Exam& visible);

}  // namespace zerolab::exercises
