// Runs of rank processes: every way to end, memory seen from outside, nothing left behind.
#include <memory>

#include <fmt/core.h>
#include <unistd.h>

#include "exercises/grader/compile.hpp"
#include "exercises/grader/fabric_runner.hpp"
#include "exercises/grader/household.hpp"
#include "exercises/grader/job.hpp"
#include "exercises/judge/findings.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/grader/fixture.hpp"

namespace zerolab::exercises {

namespace {

using test::Workplace;
using zerolab::test::ContainsSubstring;

// An answer to exercise 3 made into a program, and run.
class TriedAnswer {
 public:
  explicit TriedAnswer(const std::string& body, int number = 3)
      : tree_(available_protections().other_user ? nobody_user(0, getpid()) : geteuid()) {
    const std::string content =
        body.find("#include") != std::string::npos
            ? body
            : "#include <stdexcept>\n#include <vector>\n"
              "#include \"exercises/03-reduce_scatter/reduce_scatter.hpp\"\n"
              "void reduce_scatter(Comm& comm, std::span<float> buffer) {" +
                  body + "}\n";
    const Compilation made = compile_answer(content, test::exercise(number), built_toolchain(),
                                            available_protections(), tree_);
    INFO(made.reason << made.diagnostics);
    REQUIRE(made.program);
    runner_ = std::make_unique<FabricRunner>(*made.program, options());
  }

  RunRecord run(const std::string& words) { return runner_->run(parse_case(words)); }
  int processes_started() const { return runner_->processes_started(); }

 private:
  static RunnerOptions options() {
    RunnerOptions options;
    options.protections = available_protections();
    options.cpu_seconds = 1;
    return options;
  }

  Workplace place_;
  PrivateTree tree_;
  std::unique_ptr<FabricRunner> runner_;
};

constexpr const char* small = "exercise=3 ranks=3 elements=7 order=12345";

}  // namespace

TEST_CASE("a right answer leaves a record in which nothing is wrong") {
  TriedAnswer answer(test::solution_of(3));
  for (const char* delivery : {"buffered", "rendezvous"}) {
    const RunRecord record =
        answer.run(fmt::format("exercise=3 ranks=4 elements=10 delivery={} order=77", delivery));
    CHECK(record.ending == Ending::finished);
    CHECK(judge(record).empty());
    for (const RankResult& rank : record.ranks) {
      CHECK(rank.calls.size() >= 3);
      CHECK(rank.block.size() == block_elements(record.run, 0));
      CHECK(rank.peak_bytes);
    }
  }
  CHECK(answer.processes_started() == 8);
}

TEST_CASE("answers of numbers come back from each rank") {
  TriedAnswer answer(test::solution_of(1), 1);
  const RunRecord record = answer.run("exercise=1 ranks=4 elements=10");
  CHECK(judge(record).empty());
  CHECK(record.ranks[2].numbers == std::vector<std::int64_t>{6, 8});
}

TEST_CASE("the same case runs the same way every time") {
  TriedAnswer answer(test::solution_of(3));
  const RunRecord first = answer.run(small);
  const RunRecord second = answer.run(small);
  for (std::size_t rank = 0; rank < 3; ++rank) {
    CHECK(first.ranks[rank].calls == second.ranks[rank].calls);
  }
}

TEST_CASE("every way to end is told by name") {
  const auto ending = [](const std::string& body, const char* words = small) {
    const RunRecord record = TriedAnswer(body).run(words);
    INFO(body << ": " << record.detail);
    CHECK(record.detail.empty() == (record.ending == Ending::finished));
    return record;
  };
  CHECK(ending(test::starter_of(3)).ending == Ending::unwritten);
  CHECK(ending("throw std::runtime_error(\"so what\");").ending == Ending::threw);
  CHECK(ending("throw 3;").ending == Ending::threw);
  CHECK(ending("throw std::runtime_error(\"so what\");").detail == "so what");
  CHECK(ending("std::vector<float> v(std::size_t{1} << 32); buffer[0] = v[3];").ending ==
        Ending::out_of_memory);
  CHECK(ending("comm.send(buffer, (comm.rank() + 1) % 3);").ending == Ending::deadlock);
  CHECK(ending("comm.send(buffer, 17);").ending == Ending::mismatch);
  CHECK(ending("if (comm.rank() == 0) comm.send(buffer, 1);",
               "exercise=3 ranks=3 elements=7 delivery=buffered")
            .ending == Ending::unreceived);
  CHECK(ending("if (comm.rank() == 2) __builtin_trap();").culprit == 2);
  CHECK_THAT(ending("__builtin_trap();").detail, ContainsSubstring("SIGILL"));
  CHECK_THAT(ending("__builtin_abort();").detail, ContainsSubstring("SIGABRT"));
  const RunRecord endless = ending("for (volatile int i = 0; comm.rank() == 1; i = i + 1);");
  CHECK(endless.ending == Ending::endless);
  CHECK(endless.culprit == 1);
}

TEST_CASE("a run leaves no process behind and its peak memory is seen from outside") {
  keep_household();
  TriedAnswer greedy(
      "std::vector<float> more(5'000'000, 1.0F); if (!buffer.empty()) buffer[0] = more[17];");
  const RunRecord record = greedy.run("exercise=3 ranks=2 elements=1000000 delivery=buffered");
  REQUIRE(record.ranks[0].peak_bytes);
  CHECK(*record.ranks[0].peak_bytes > 19'000'000);
  CHECK(*record.ranks[0].peak_bytes < 23'000'000);
  TriedAnswer modest("");
  const RunRecord little = modest.run("exercise=3 ranks=2 elements=1000000 delivery=buffered");
  CHECK(little.ranks[0].peak_bytes.value() < 500'000);
  CHECK(end_descendants() == 0);
}

TEST_CASE("memory that was taken before the call counts as well") {
  TriedAnswer early(
      "#include <vector>\n#include \"exercises/03-reduce_scatter/reduce_scatter.hpp\"\n"
      "static std::vector<float> taken(10'000'000, 1.0F);\n"
      "void reduce_scatter(Comm&, std::span<float> b) { if (!b.empty()) b[0] = taken[b.size()]; }");
  const RunRecord record = early.run("exercise=3 ranks=2 elements=1000000 delivery=buffered");
  CHECK(record.ranks[0].peak_bytes.value() > 30'000'000);
}

TEST_CASE("a rank is told neither the seed nor how messages are delivered") {
  const Case run =
      parse_case("exercise=3 ranks=3 elements=7 delivery=buffered input=places order=9");
  const Case visible = visible_part(run);
  CHECK(visible == parse_case("exercise=3 ranks=3 elements=7"));
}

TEST_CASE("after the deadline nothing is started") {
  RunnerOptions options;
  options.deadline = std::chrono::steady_clock::now();
  FabricRunner runner("/nowhere", options);
  CHECK(runner.run(parse_case(small)).ending == Ending::endless);
  CHECK(runner.processes_started() == 0);
}

}  // namespace zerolab::exercises
