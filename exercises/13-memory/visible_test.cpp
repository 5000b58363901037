// What `./lab check 13` runs: models of one and two units, in every stage.
#include "exercises/check/check.hpp"

using namespace zerolab::exercises;

namespace {

ExamCase ask(Group group, int stage, StatePrecision precision, int ranks,
             std::vector<std::size_t> units) {
  Case run;
  run.exercise = 13;
  run.stage = stage;
  run.precision = precision;
  run.ranks = ranks;
  for (const std::size_t unit : units) run.elements += unit;
  run.tensors = std::move(units);
  return in_group(group, run);
}

}  // namespace

int main(int argc, char** argv) {
  Exam exam;
  exam.exercise = 13;
  exam.weights = {60, 0, 0, 40, 0};  // of values, counts, deadlock, edges, memory
  exam.cases = {
      // Every stage, where N divides all units.
      ask(Group::values, 0, StatePrecision::fp32, 4, {8, 16}),
      ask(Group::values, 1, StatePrecision::fp32, 4, {8, 16}),
      ask(Group::values, 2, StatePrecision::fp32, 4, {8, 16}),
      ask(Group::values, 3, StatePrecision::fp32, 4, {8, 16}),
      ask(Group::values, 1, StatePrecision::mixed, 4, {8, 16}),
      ask(Group::values, 3, StatePrecision::mixed, 2, {1000, 4000}),
      // A unit that it does not divide.
      ask(Group::edges, 3, StatePrecision::fp32, 3, {7}),
  };
  return check(argc, argv, exam);
}
