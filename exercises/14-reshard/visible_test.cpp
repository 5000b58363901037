// What `./lab check 14` runs: buffers that move between 2, 3 and 4 ranks.
#include <algorithm>

#include "exercises/check/check.hpp"

using namespace zerolab::exercises;

namespace {

ExamCase ask(Group group, int from, int to, std::size_t elements) {
  Case run;
  run.exercise = 14;
  run.ranks = std::max(from, to);
  run.from_ranks = from;
  run.to_ranks = to;
  run.elements = elements;
  return in_group(group, run);
}

}  // namespace

int main(int argc, char** argv) {
  Exam exam;
  exam.exercise = 14;
  exam.weights = {40, 25, 15, 15, 5};  // of values, counts, deadlock, edges, memory
  exam.cases = {
      // The new shards.
      ask(Group::values, 2, 4, 8),
      ask(Group::values, 4, 2, 8),
      ask(Group::values, 2, 3, 12),
      // Who sends how much to whom.
      ask(Group::counts, 2, 4, 8),
      ask(Group::counts, 3, 2, 12),
      // Whether it ends where a send waits.
      ask(Group::deadlock, 4, 2, 8),
      ask(Group::deadlock, 3, 4, 12),
      // Sizes that neither number of ranks divides.
      ask(Group::edges, 2, 3, 10),
      // What lies around the shards.
      ask(Group::memory, 4, 2, 8),
  };
  return check(argc, argv, exam);
}
