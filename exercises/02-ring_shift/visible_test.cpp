// What `./lab check 02` runs: 2, 3 and 4 ranks. The first two lists deliver through buffers, where
// a send never waits; from the third on it waits for its receiver.
#include "exercises/check/check.hpp"

using namespace zerolab::exercises;

namespace {

ExamCase ask(Group group, int ranks, std::size_t elements) {
  Case run;
  run.exercise = 2;
  run.ranks = ranks;
  run.elements = elements;
  return in_group(group, run);
}

}  // namespace

int main(int argc, char** argv) {
  Exam exam;
  exam.exercise = 2;
  exam.weights = {35, 15, 30, 10, 10};  // of values, counts, deadlock, edges, memory
  exam.cases = {
      // The numbers.
      ask(Group::values, 2, 4),
      ask(Group::values, 4, 4),
      // How many messages and elements.
      ask(Group::counts, 2, 4),
      ask(Group::counts, 4, 4),
      // Whether it ends where a send waits.
      ask(Group::deadlock, 2, 4),
      ask(Group::deadlock, 4, 4),
      // An odd number of ranks.
      ask(Group::edges, 3, 5),
      // What lies around the buffer.
      ask(Group::memory, 4, 4),
  };
  return check(argc, argv, exam);
}
