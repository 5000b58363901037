// Points, gating, and the rules of drawn exams, with runs that are written down instead of run.
#include "exercises/judge/exam.hpp"

#include <functional>
#include <map>
#include <set>

#include "exercises/comm/not_written.hpp"
#include "exercises/judge/right.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/judge/programs.hpp"
#include "tests/exercises/judge/ring_options.hpp"

namespace zerolab::exercises {

namespace {

using test::ContainsSubstring;
constexpr std::array<double, 5> weights{40, 20, 15, 15, 10};

// Right runs, changed by `change` where it wants to.
class ScriptedRunner : public Runner {
 public:
  explicit ScriptedRunner(std::function<void(RunRecord&)> change) : change_(std::move(change)) {}
  RunRecord run(const Case& run) override {
    ++runs;
    RunRecord record = simulate(run, first_half({}));
    change_(record);
    return record;
  }
  int runs = 0;

 private:
  std::function<void(RunRecord&)> change_;
};

Exam small_exam() {
  Exam exam = drawn_exam(3, weights, 5);
  std::erase_if(exam.cases, [](const ExamCase& c) { return c.peak_limit_bytes.has_value(); });
  return exam;
}

std::array<double, 5> points_of(const ExamReport& report) {
  std::array<double, 5> points{};
  for (std::size_t g = 0; g < points.size(); ++g) points[g] = report.groups[g].points;
  return points;
}

using Points = std::array<double, 5>;

void spoil_result(RunRecord& record) {
  const Range chunk = slots_of(record.run).front();
  if (!chunk.empty() && record.run.ranks > 1)
    record.ranks[0].block[guard_elements + chunk.begin] += 1;
}

}  // namespace

TEST_CASE("a flood takes everything but for the large case") {
  const auto flooding = [](std::size_t least) {
    return [least](RunRecord& record) {
      if (record.run.elements < least) return;
      record.ending = Ending::flood;
      for (RankResult& rank : record.ranks) rank.block.clear();
    };
  };
  Exam exam = small_exam();
  Case large = exam.cases.back().run;
  large.elements = 5000;
  exam.cases.push_back({Group::memory, large, 1'000'000});
  ScriptedRunner at_large(flooding(5000));
  const ExamReport mistaken = examine(exam, at_large);
  CHECK(points_of(mistaken) == Points{40, 20, 15, 15, 0});
  CHECK(mistaken.worst == Ending::finished);
  ScriptedRunner always(flooding(0));
  const ExamReport hostile = examine(exam, always);
  CHECK(points_of(hostile) == Points{0, 0, 0, 0, 0});
  CHECK(hostile.worst == Ending::flood);
}

TEST_CASE("deadlock and memory count only where values are right") {
  ScriptedRunner runner([](RunRecord& record) {
    if (record.run.delivery == Delivery::buffered) spoil_result(record);
  });
  const ExamReport report = examine(small_exam(), runner);
  CHECK(points_of(report) == Points{0, 20, 0, 0, 0});
  CHECK(report.groups[2].skipped == 10);
  CHECK(report.groups[4].skipped == 2);
  CHECK(report.max_points == 100);
  CHECK(!report.passed());
  CHECK_THAT(to_text(report, Detail::nudges),
             ContainsSubstring("count only where the values are right"));
}

TEST_CASE("a group loses its points alone") {
  ScriptedRunner deadlocks([](RunRecord& record) {
    if (record.run.delivery == Delivery::rendezvous && record.run.ranks == 5) {
      record.ending = Ending::deadlock;
      for (RankResult& rank : record.ranks) {
        rank.block.clear();
        rank.calls.resize(1);
        rank.calls[0].finished = false;
      }
    }
  });
  CHECK(points_of(examine(small_exam(), deadlocks)) == Points{40, 20, 0, 15, 10});

  ScriptedRunner guards([](RunRecord& record) {
    if (record.run.ranks == 5 && record.run.elements > 10) record.ranks[2].block.back() = 0;
  });
  CHECK(points_of(examine(small_exam(), guards)) == Points{40, 20, 15, 0, 0});

  ScriptedRunner edges([](RunRecord& record) {
    if (record.run.elements == 37 && record.run.ranks == 4) spoil_result(record);
  });
  const ExamReport report = examine(small_exam(), edges);
  CHECK(points_of(report) == Points{40, 20, 15, 0, 10});
  REQUIRE(report.groups[3].failing);
  CHECK(report.groups[3].failing->run.elements == 37);
  CHECK(report.groups[3].failed == 1);
}

TEST_CASE("a crash takes everything and nothing more is run") {
  ScriptedRunner runner([](RunRecord& record) {
    if (record.run.ranks != 3) return;
    record.ending = Ending::crashed;
    record.detail = "SIGSEGV";
    record.culprit = 1;
  });
  const ExamReport report = examine(small_exam(), runner);
  CHECK(report.points == 0);
  CHECK(report.worst == Ending::crashed);
  CHECK_THAT(report.detail, ContainsSubstring("rank 1") && ContainsSubstring("SIGSEGV"));
  CHECK(runner.runs == 3);
  CHECK_THAT(to_text(report, Detail::nudges), ContainsSubstring("no points: crashed"));
}

TEST_CASE("an exercise as handed out scores nothing and says so") {
  SimulatedRunner runner([](Comm&, const Case& run, const std::vector<std::span<float>>&) {
    not_written(run.exercise);
  });
  const ExamReport report = examine(small_exam(), runner);
  CHECK(report.points == 0);
  CHECK(report.worst == Ending::unwritten);
  CHECK(runner.runs == 1);
  CHECK_THAT(to_text(report, Detail::full), ContainsSubstring("exercise 03 is not written yet"));
}

TEST_CASE("an earlier exercise that is not written is named") {
  SimulatedRunner runner(
      [](Comm&, const Case&, const std::vector<std::span<float>>&) { not_written(1); });
  CHECK_THAT(to_text(examine(small_exam(), runner), Detail::full),
             ContainsSubstring("exercise 01, which this one calls, is not written yet"));
}

TEST_CASE("an empty body scores nothing in any exercise") {
  for (const int exercise : {2, 3, 4, 5, 7}) {
    Exam exam = drawn_exam(exercise, weights, 2);
    std::erase_if(exam.cases, [](const ExamCase& c) { return c.peak_limit_bytes.has_value(); });
    SimulatedRunner runner([](Comm&, const Case&, const std::vector<std::span<float>>&) {});
    CHECK(examine(exam, runner).points == 0);
  }
}

TEST_CASE("a peak above the limit costs the memory points") {
  Exam exam;
  exam.exercise = 3;
  exam.weights = {50, 0, 0, 0, 50};
  Case run;
  run.elements = 12;
  run.ranks = 3;
  exam.cases = {{Group::values, run, {}}, {Group::memory, run, 1000}};
  for (const std::int64_t peak : {1000, 1001}) {
    ScriptedRunner runner([&](RunRecord& record) { record.ranks[1].peak_bytes = peak; });
    const ExamReport report = examine(exam, runner);
    CHECK(report.points == (peak == 1000 ? 100 : 50));
    if (peak == 1000) continue;
    CHECK_THAT(report.groups[4].findings.front().sentence, ContainsSubstring("rank 1 needed"));
  }
}

TEST_CASE("progress counts the cases and cases that groups share run once") {
  ScriptedRunner runner([](RunRecord&) {});
  std::vector<int> told;
  const Exam exam = small_exam();
  examine(exam, runner, [&](int done, int total) {
    told.push_back(done);
    CHECK(total == static_cast<int>(exam.cases.size()));
  });
  CHECK(told.size() == exam.cases.size() + 1);
  CHECK(told.back() == static_cast<int>(exam.cases.size()));
  CHECK(runner.runs == static_cast<int>(exam.cases.size()) - 10);
}

TEST_CASE("an exam without tests for points is refused") {
  ScriptedRunner runner([](RunRecord&) {});
  CHECK_THROWS_WITH(examine(drawn_exam(1, weights, 1), runner),
                    ContainsSubstring("has no test of it"));
}

TEST_CASE("drawn exams are new with each seed and hold what the rules ask for") {
  for (int exercise = 1; exercise <= 7; ++exercise) {
    const Exam exam = drawn_exam(exercise, weights, 1);
    const Exam other = drawn_exam(exercise, weights, 2);
    CHECK(exam.cases.size() < 250);
    std::set<int> ranks;
    std::set<Group> groups;
    bool rounding = false;
    int new_sizes = 0;
    for (std::size_t i = 0; i < exam.cases.size(); ++i) {
      const ExamCase& c = exam.cases[i];
      INFO(to_text(c.run));
      ranks.insert(c.run.ranks);
      groups.insert(c.group);
      rounding = rounding || c.run.input == Input::rounding;
      if (i < other.cases.size()) new_sizes += c.run.elements != other.cases[i].run.elements;
      if (c.group == Group::values || c.group == Group::counts) {
        CHECK(c.run.elements % static_cast<std::size_t>(c.run.ranks) == 0);
        CHECK(c.run.ranks > 1);
        CHECK(c.run.delivery == Delivery::buffered);
        if (exercise == 7) {
          CHECK(c.run.bucket_elements % static_cast<std::size_t>(c.run.ranks) == 0);
          CHECK(c.run.elements % c.run.bucket_elements == 0);
        }
      }
      if (c.group == Group::deadlock) CHECK(c.run.delivery == Delivery::rendezvous);
    }
    CHECK(ranks == std::set<int>{1, 2, 3, 4, 5, 8});
    CHECK(groups.size() == (is_collective(exercise) ? 5u : 2u));
    CHECK(rounding == (exercise == 3 || exercise == 5));
    CHECK(new_sizes > 5);
    CHECK(drawn_exam(exercise, weights, 1).cases.size() == exam.cases.size());
  }
}

TEST_CASE("groups have names that read back") {
  for (const Group group : all_groups) CHECK(parse_group(to_string(group)) == group);
  CHECK_THROWS_WITH(parse_group("style"), ContainsSubstring("unknown group 'style'"));
}

}  // namespace zerolab::exercises
