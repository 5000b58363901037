// What `./lab check 07` runs: lists of tensors on 2, 3 and 4 ranks. The first two lists of cases
// have buckets that tensors fill exactly, and deliver through buffers; in the fourth a tensor lies
// in two buckets, and the last bucket is shorter.
#include "exercises/check/check.hpp"

using namespace zerolab::exercises;

namespace {

ExamCase ask(Group group, int ranks, std::vector<std::size_t> tensors, std::size_t bucket) {
  std::size_t elements = 0;
  for (const std::size_t tensor : tensors) elements += tensor;
  Case run;
  run.exercise = 7;
  run.ranks = ranks;
  run.elements = elements;
  run.tensors = std::move(tensors);
  run.bucket_elements = bucket;
  return in_group(group, run);
}

}  // namespace

int main(int argc, char** argv) {
  Exam exam;
  exam.exercise = 7;
  exam.weights = {40, 20, 15, 15, 10};  // of values, counts, deadlock, edges, memory
  exam.cases = {
      // The numbers.
      ask(Group::values, 2, {8}, 8),
      ask(Group::values, 4, {4, 4, 8}, 8),
      // How many messages and elements.
      ask(Group::counts, 2, {8, 8}, 8),
      ask(Group::counts, 4, {4, 4, 8}, 8),
      // Whether it ends where a send waits.
      ask(Group::deadlock, 4, {4, 4, 8}, 8),
      // A tensor in two buckets, and a shorter last one.
      ask(Group::edges, 3, {4, 5}, 6),
      // What lies around the tensors.
      ask(Group::memory, 4, {4, 4, 8}, 8),
  };
  return check(argc, argv, exam);
}
