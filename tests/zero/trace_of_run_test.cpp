// The trace of a training run: it opens in Perfetto, reads back as it was, and adds up to what the
// run measured and the plan predicted.
#include <sstream>

#include "core/trace/chrome.hpp"
#include "core/trace/rules.hpp"
#include "core/zero/plan/text_plan.hpp"
#include "tests/catch.hpp"
#include "tests/zero/runs.hpp"

using namespace zerolab;
using test::nano_run;
using test::small_corpus;

namespace {

TrainReport traced_run(int stage, int n, int m) {
  TrainOptions options = nano_run(stage, n, m, 4);
  options.trace_steps = std::pair(1, 2);
  return train(options, small_corpus());
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("the trace of every stage obeys the rules and reads back") {
  for (int stage = 0; stage <= 3; ++stage) {
    const Trace trace = *traced_run(stage, 4, 2).trace;
    const std::string json = to_chrome_json(trace);
    const auto violations = check_chrome_rules(json);
    INFO("stage " << stage << ": " << (violations.empty() ? "" : violations[0]));
    CHECK(violations.empty());
    CHECK(parse_chrome_json(json, "trace") == trace);
  }
}

TEST_CASE("the transfers of a trace add up to what was predicted for the traced steps") {
  for (int stage = 0; stage <= 3; ++stage) {
    const Trace trace = *traced_run(stage, 3, 2).trace;
    std::vector<Traffic> recorded(3);
    for (const Event& event : trace.events) {
      auto& traffic = recorded[static_cast<std::size_t>(event.rank)];
      if (event.kind == EventKind::send) {
        traffic.sent_elements += static_cast<std::int64_t>(event.elements);
      } else if (event.kind == EventKind::receive) {
        traffic.received_elements += static_cast<std::int64_t>(event.elements);
      }
    }
    REQUIRE(trace.header.predicted.size() == 3);
    for (std::size_t r = 0; r < 3; ++r) {
      CHECK(recorded[r].sent_elements == trace.header.predicted[r].sent_elements);
      CHECK(recorded[r].received_elements == trace.header.predicted[r].received_elements);
    }
  }
}

TEST_CASE("each rank runs the plan's operations in order in each traced step") {
  const Trace trace = *traced_run(3, 2, 1).trace;
  const auto plan = lines_of(trace.header.plan);
  for (int rank = 0; rank < 2; ++rank) {
    for (int step = 1; step <= 2; ++step) {
      int next = 0;
      for (const Event& event : trace.events) {
        if (event.kind != EventKind::operation || event.rank != rank || event.train_step != step) {
          continue;
        }
        CHECK(event.plan_op == next);
        const StepOp op = parse_step_op(plan.at(static_cast<std::size_t>(next)));
        CHECK(event.unit == op.unit);
        CHECK(event.micro_step == op.micro_step);
        ++next;
      }
      CHECK(next == static_cast<int>(plan.size()));
    }
  }
}

TEST_CASE("the memory in a trace starts at rest and peaks where the plan says") {
  const TrainReport report = traced_run(3, 4, 1);
  const Trace& trace = *report.trace;
  std::vector<CategoryBytes> now(4), peak(4);
  for (const Event& event : trace.events) {
    if (event.kind != EventKind::memory) continue;
    const auto r = static_cast<std::size_t>(event.rank);
    bytes_of(now[r], event.category) = static_cast<std::int64_t>(event.bytes);
    for (std::size_t i = 0; i < now[r].size(); ++i) {
      peak[r][i] = std::max(peak[r][i], now[r][i]);
    }
  }
  for (std::size_t r = 0; r < 4; ++r) {
    CHECK(peak[r] == trace.header.predicted[r].peak_bytes);
    CHECK(peak[r] == report.ranks[r].peak);
    CHECK(bytes_of(now[r], MemoryCategory::gathered_parameters) == 0);
    CHECK(bytes_of(now[r], MemoryCategory::parameters) ==
          bytes_of(trace.header.predicted[r].at_rest_bytes, MemoryCategory::parameters));
  }
}

TEST_CASE("a run that is not traced has no trace and the same weights") {
  const TrainReport plain = train(nano_run(3, 4, 1), small_corpus());
  CHECK_FALSE(plain.trace.has_value());
  TrainOptions options = nano_run(3, 4, 1);
  options.trace_steps = std::pair(0, 3);
  CHECK(train(options, small_corpus()).weights_hash == plain.weights_hash);
}
