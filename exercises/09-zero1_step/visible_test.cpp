// What `./lab check 09` runs: steps of small models on 2, 3 and 4 ranks.
#include "exercises/check/check.hpp"

using namespace zerolab::exercises;

namespace {

ExamCase ask(Group group, int ranks, std::vector<std::size_t> tensors, int steps) {
  Case run;
  run.exercise = 9;
  run.ranks = ranks;
  for (const std::size_t tensor : tensors) run.elements += tensor;
  run.tensors = std::move(tensors);
  run.step = steps;
  return in_group(group, run);
}

}  // namespace

int main(int argc, char** argv) {
  Exam exam;
  exam.exercise = 9;
  exam.weights = {40, 20, 10, 15, 15};  // of values, counts, deadlock, edges, memory
  exam.cases = {
      // The parameters after one step, and after two.
      ask(Group::values, 2, {8}, 1),
      ask(Group::values, 4, {2, 6, 8}, 2),
      // What is sent and received.
      ask(Group::counts, 2, {8}, 1),
      ask(Group::counts, 4, {8, 8}, 2),
      // Whether it ends where a send waits.
      ask(Group::deadlock, 4, {8, 8}, 1),
      // Sizes that N does not divide.
      ask(Group::edges, 3, {4, 3}, 2),
      // What is kept, and what lies around the spans.
      ask(Group::memory, 4, {8, 8}, 2),
  };
  return check(argc, argv, exam);
}
