// What `./lab check 06` runs. Every case asks each rank for what it sends and receives; the first
// list has even chunks, the second chunks of 3, 3 and 2 elements.
#include "exercises/check/check.hpp"

using namespace zerolab::exercises;
using zerolab::Collective;

namespace {

ExamCase ask(Group group, Collective collective, int ranks, std::size_t elements) {
  Case run;
  run.exercise = 6;
  run.ranks = ranks;
  run.elements = elements;
  run.collective = collective;
  return in_group(group, run);
}

}  // namespace

int main(int argc, char** argv) {
  Exam exam;
  exam.exercise = 6;
  exam.weights = {50, 0, 0, 50, 0};  // of values, counts, deadlock, edges, memory
  exam.cases = {
      // The numbers.
      ask(Group::values, Collective::reduce_scatter, 4, 8),
      ask(Group::values, Collective::all_gather, 4, 8),
      ask(Group::values, Collective::all_reduce, 4, 8),
      ask(Group::values, Collective::broadcast, 4, 8),
      ask(Group::values, Collective::reduce, 4, 8),
      // Chunks that are not all equal.
      ask(Group::edges, Collective::reduce_scatter, 3, 8),
      ask(Group::edges, Collective::all_gather, 3, 8),
  };
  return check(argc, argv, exam);
}
