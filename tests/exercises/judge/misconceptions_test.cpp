// Each wrong program loses the points that it should, and is told what its misconception is.
#include <cstdio>
#include <cstdlib>

#include "exercises/judge/exam.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/judge/programs.hpp"

namespace zerolab::exercises {

namespace {

constexpr std::array<double, 5> points_of_groups{40, 20, 15, 15, 10};

// Without the large case: the simulation looks at no memory.
Exam exam_of(int exercise) {
  Exam exam = drawn_exam(exercise, points_of_groups, 7);
  std::erase_if(exam.cases, [](const ExamCase& c) { return c.peak_limit_bytes.has_value(); });
  return exam;
}

bool is_said(const GroupReport& group, const std::vector<std::string>& words, bool full) {
  for (const Finding& finding : group.findings) {
    const std::string& text = full ? finding.sentence : finding.nudge;
    bool all = true;
    for (const std::string& word : words) all = all && text.find(word) != std::string::npos;
    if (all) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a wrong program loses its group and its misconception is named") {
  const char* show = std::getenv("ZEROLAB_SHOW");
  for (const WrongProgram& wrong : wrong_programs()) {
    INFO("exercise " << wrong.exercise << ": " << wrong.name);
    SimulatedRunner runner(wrong.program);
    const ExamReport report = examine(exam_of(wrong.exercise), runner);
    const std::string text = to_text(report, Detail::full);
    if (show != nullptr) {
      std::printf("==== exercise %d: %s\n%s\n--- hidden\n%s\n", wrong.exercise, wrong.name.c_str(),
                  text.c_str(), to_text(report, Detail::nudges).c_str());
    }
    INFO(text);
    const GroupReport& group = report.groups[static_cast<std::size_t>(
        std::ranges::find(all_groups, wrong.group) - all_groups.begin())];
    CHECK(group.points == 0);
    CHECK(group.failed > 0);
    CHECK(is_said(group, wrong.key_words, true));
    CHECK(is_said(group, wrong.nudge_words, false));
  }
}

}  // namespace zerolab::exercises
