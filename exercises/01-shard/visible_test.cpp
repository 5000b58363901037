// What `./lab check 01` runs. Every case asks each rank for its part; the first list has sizes that
// all ranks can share evenly, the second sizes that they cannot.
#include "exercises/check/check.hpp"

using namespace zerolab::exercises;

namespace {

ExamCase ask(Group group, int ranks, std::size_t elements) {
  Case run;
  run.exercise = 1;
  run.ranks = ranks;
  run.elements = elements;
  return in_group(group, run);
}

}  // namespace

int main(int argc, char** argv) {
  Exam exam;
  exam.exercise = 1;
  exam.weights = {60, 0, 0, 40, 0};  // of values, counts, deadlock, edges, memory
  exam.cases = {
      // The numbers.
      ask(Group::values, 2, 8),
      ask(Group::values, 3, 12),
      ask(Group::values, 4, 8),
      // Sizes that ranks cannot share evenly.
      ask(Group::edges, 4, 10),
      ask(Group::edges, 3, 8),
  };
  return check(argc, argv, exam);
}
