// Right programs, in several valid forms, are never flagged.
#include "exercises/judge/exam.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/judge/programs.hpp"

namespace zerolab::exercises {

namespace {

std::vector<Case> all_cases(int exercise, int ranks) {
  const auto n = static_cast<std::size_t>(ranks);
  std::vector<Case> cases;
  for (const std::size_t elements :
       {std::size_t{0}, std::size_t{1}, n - 1, n, n + 1, 2 * n + 1, std::size_t{37}}) {
    Case run;
    run.exercise = exercise;
    run.ranks = ranks;
    run.elements = elements;
    if (exercise == 7) {
      run.tensors = {elements / 3, 0, elements - elements / 3};
      run.bucket_elements = elements / 2 + 1;
    }
    for (const Delivery delivery : {Delivery::rendezvous, Delivery::buffered}) {
      for (const Input input : {Input::distinct, Input::rounding}) {
        run.delivery = delivery;
        run.input = input;
        run.order_seed = elements + static_cast<std::uint64_t>(ranks);
        cases.push_back(run);
      }
    }
  }
  return cases;
}

}  // namespace

TEST_CASE("a right program has no findings for 1 to 8 ranks and all sizes") {
  for (const RightProgram& right : right_programs()) {
    for (int ranks = 1; ranks <= 8; ++ranks) {
      for (const Case& run : all_cases(right.exercise, ranks)) {
        INFO(right.name << ": " << to_text(run));
        const std::vector<Finding> findings = judge(simulate(run, right.program));
        if (!findings.empty()) FAIL(findings.front().sentence);
      }
    }
  }
}

TEST_CASE("a right program gets all points of a drawn exam") {
  for (const RightProgram& right : right_programs()) {
    INFO(right.name);
    Exam exam = drawn_exam(right.exercise, {40, 20, 15, 15, 10}, 3);
    std::erase_if(exam.cases, [](const ExamCase& c) { return c.peak_limit_bytes.has_value(); });
    SimulatedRunner runner(right.program);
    const ExamReport report = examine(exam, runner);
    INFO(to_text(report, Detail::full));
    CHECK(report.points == 100);
    CHECK(report.passed());
    CHECK(runner.runs < 65);
  }
}

}  // namespace zerolab::exercises
