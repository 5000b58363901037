// What `./lab check 10` runs: models of two and three units on 2, 3 and 4 ranks.
#include "exercises/check/check.hpp"

using namespace zerolab::exercises;

namespace {

ExamCase ask(Group group, int ranks, std::vector<std::size_t> units, int micro_steps) {
  Case run;
  run.exercise = 10;
  run.ranks = ranks;
  for (const std::size_t unit : units) run.elements += unit;
  run.tensors = std::move(units);
  run.micro_steps = micro_steps;
  return in_group(group, run);
}

}  // namespace

int main(int argc, char** argv) {
  Exam exam;
  exam.exercise = 10;
  exam.weights = {35, 20, 10, 15, 20};  // of values, counts, deadlock, edges, memory
  exam.cases = {
      // The shards after one micro-step.
      ask(Group::values, 2, {4, 8}, 1),
      ask(Group::values, 4, {8, 4, 8}, 1),
      // What is sent and received.
      ask(Group::counts, 4, {8, 4, 8}, 2),
      // Whether it ends where a send waits.
      ask(Group::deadlock, 4, {8, 4, 8}, 2),
      // Two micro-steps, and sizes that N does not divide.
      ask(Group::edges, 3, {4, 7}, 2),
      // What is held at a time.
      ask(Group::memory, 4, {8, 4, 8}, 2),
  };
  return check(argc, argv, exam);
}
