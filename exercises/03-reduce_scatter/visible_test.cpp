// What `./lab check 03` runs: 2, 3 and 4 ranks. The first two lists have even chunks and deliver
// through buffers, where a send never waits; from the third on it waits for its receiver, and the
// fourth has chunks of 3, 3 and 2 elements.
#include "exercises/check/check.hpp"

using namespace zerolab::exercises;

namespace {

ExamCase ask(Group group, int ranks, std::size_t elements) {
  Case run;
  run.exercise = 3;
  run.ranks = ranks;
  run.elements = elements;
  return in_group(group, run);
}

}  // namespace

int main(int argc, char** argv) {
  Exam exam;
  exam.exercise = 3;
  exam.weights = {40, 20, 15, 15, 10};  // of values, counts, deadlock, edges, memory
  exam.cases = {
      // The numbers.
      ask(Group::values, 2, 8),
      ask(Group::values, 3, 6),
      ask(Group::values, 4, 8),
      // How many messages and elements.
      ask(Group::counts, 3, 6),
      ask(Group::counts, 4, 8),
      // Whether it ends where a send waits.
      ask(Group::deadlock, 2, 8),
      ask(Group::deadlock, 4, 8),
      // Chunks that are not all equal.
      ask(Group::edges, 3, 8),
      // What lies around the buffer.
      ask(Group::memory, 4, 8),
  };
  return check(argc, argv, exam);
}
