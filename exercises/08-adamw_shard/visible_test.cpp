// What `./lab check 08` runs: AdamW on the shards of 2, 3 and 4 ranks.
#include "exercises/check/check.hpp"

using namespace zerolab::exercises;

namespace {

ExamCase ask(Group group, int ranks, std::vector<std::size_t> tensors, int step, int setting) {
  Case run;
  run.exercise = 8;
  run.ranks = ranks;
  for (const std::size_t tensor : tensors) run.elements += tensor;
  run.tensors = std::move(tensors);
  run.step = step;
  run.setting = setting;
  return in_group(group, run);
}

}  // namespace

int main(int argc, char** argv) {
  Exam exam;
  exam.exercise = 8;
  exam.weights = {60, 0, 0, 30, 10};  // of values, counts, deadlock, edges, memory
  exam.cases = {
      // The numbers: first steps, later ones, and tensors of which every second has no decay.
      ask(Group::values, 2, {8}, 1, 0),
      ask(Group::values, 2, {4, 4}, 1, 1),
      ask(Group::values, 4, {3, 4, 9}, 3, 1),
      // A shard with a part of a tensor, sizes that N does not divide.
      ask(Group::edges, 3, {2, 3, 2}, 2, 0),
      // What lies around the spans, and the gradients, which stay.
      ask(Group::memory, 2, {8}, 1, 0),
  };
  return check(argc, argv, exam);
}
