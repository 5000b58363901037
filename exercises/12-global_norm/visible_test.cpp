// What `./lab check 12` runs: gradients on 2, 3 and 4 ranks.
#include "exercises/check/check.hpp"

using namespace zerolab::exercises;

namespace {

ExamCase ask(Group group, int ranks, std::size_t elements) {
  Case run;
  run.exercise = 12;
  run.ranks = ranks;
  run.elements = elements;
  return in_group(group, run);
}

}  // namespace

int main(int argc, char** argv) {
  Exam exam;
  exam.exercise = 12;
  exam.weights = {45, 20, 10, 20, 5};  // of values, counts, deadlock, edges, memory
  exam.cases = {
      // The norm.
      ask(Group::values, 2, 8),
      ask(Group::values, 4, 16),
      // What is sent and received.
      ask(Group::counts, 4, 16),
      // Whether it ends where a send waits.
      ask(Group::deadlock, 4, 16),
      // Some shards are shorter than their span.
      ask(Group::edges, 3, 7),
      // What lies around the shard.
      ask(Group::memory, 4, 16),
  };
  return check(argc, argv, exam);
}
