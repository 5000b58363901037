// What a configuration explains of a trace.
#include "core/profile/explain.hpp"

#include "core/base/error.hpp"
#include "tests/catch.hpp"
#include "tests/profile/plan_trace.hpp"

using namespace zerolab;
using test::ContainsSubstring;
using test::trace_of_plan;

namespace {

ZeroConfig config_of(int stage, GradientMove gradients = GradientMove::reduce_scatter) {
  ZeroConfig config;
  config.stage = stage;
  config.world_size = 4;
  config.gradients = gradients;
  return config;
}

const std::vector<std::size_t> units{40, 24};

Trace run_of(const ZeroConfig& config) {
  return trace_of_plan(make_plan(config, units), 2);
}

Shares shares_of_asked(const std::vector<std::pair<CallKind, std::int64_t>>& asked) {
  std::vector<Call> calls;
  for (const auto& [kind, elements] : asked) {
    Call call;
    call.kind = kind;
    call.dtype = "f32";
    call.group_size = 4;
    call.input_elements = call.output_elements = elements;
    calls.push_back(call);
  }
  return shares_of(calls, 4, 0);
}

}  // namespace

TEST_CASE("every stage and move explains its own trace and no other's") {
  const ZeroConfig configs[] = {config_of(0),
                                config_of(1),
                                config_of(3),
                                config_of(1, GradientMove::all_reduce),
                                config_of(2, GradientMove::reduce),
                                config_of(3, GradientMove::all_reduce)};
  for (const ZeroConfig& ran : configs) {
    const Trace trace = run_of(ran);
    for (const ZeroConfig& asked : configs) {
      INFO("ran stage " << ran.stage << " " << to_string(ran.gradients) << ", asked stage "
                        << asked.stage << " " << to_string(asked.gradients));
      CHECK(explain(trace, asked).differences.empty() == (ran == asked));
    }
  }
}

TEST_CASE("both sides of a difference are counted per step") {
  const Explanation explanation =
      explain(run_of(config_of(1)), config_of(1, GradientMove::all_reduce));
  REQUIRE(explanation.differences.size() == 1);
  const StepDifference& difference = explanation.differences[0];
  CHECK(difference.train_steps == std::vector<int>{0, 1});
  REQUIRE(difference.differing.size() == 4);  // two sizes, each too often and not at all
  for (const CountedCollective& entry : difference.differing) {
    const bool scatters = entry.collective == Collective::reduce_scatter;
    CHECK(scatters != (entry.collective == Collective::all_reduce));
    CHECK((entry.elements == 40 || entry.elements == 24));
    CHECK(entry.in_trace == (scatters ? 1 : 0));
    CHECK(entry.in_plan == (scatters ? 0 : 1));
  }
}

TEST_CASE("a step that differs is told from those that do not") {
  Trace trace = run_of(config_of(1));
  const int last = static_cast<int>(trace.header.collectives.size()) - 1;
  std::erase_if(trace.events, [&](const Event& event) { return event.collective_id == last; });
  const Explanation explanation = explain(trace, config_of(1));
  REQUIRE(explanation.differences.size() == 1);
  CHECK(explanation.differences[0].train_steps == std::vector<int>{1});
  REQUIRE(explanation.differences[0].differing.size() == 1);
  CHECK(explanation.differences[0].differing[0].in_plan == 2);  // the norm and the loss
  CHECK(explanation.differences[0].differing[0].in_trace == 1);
}

TEST_CASE("what cannot be compared is an input Error") {
  Trace trace = run_of(config_of(1));
  ZeroConfig other_world = config_of(1);
  other_world.world_size = 8;
  CHECK_THROWS_WITH(explain(trace, other_world), ContainsSubstring("8 ranks, the trace has 4"));
  Trace without_events = trace;
  without_events.events.clear();
  CHECK_THROWS_WITH(explain(without_events, config_of(1)), ContainsSubstring("nothing to compare"));
  trace.header.units.clear();
  CHECK_THROWS_WITH(explain(trace, config_of(1)), ContainsSubstring("no units"));
  CHECK_THROWS_WITH(explain(Shares{}, config_of(1)), ContainsSubstring("no collective"));
}

TEST_CASE("a foreign trace is compared by kinds and by ratios") {
  const Shares stage_3 =
      shares_of_asked({{CallKind::reduce_scatter, 1000}, {CallKind::all_gather, 2000}});
  CHECK(explain(stage_3, config_of(3)).unexplained.empty());
  CHECK(explain(stage_3, config_of(3)).lacking.empty());
  const ForeignExplanation as_stage_2 = explain(stage_3, config_of(2));
  REQUIRE(as_stage_2.unexplained.size() == 1);
  CHECK_THAT(as_stage_2.unexplained[0], ContainsSubstring("2 elements per element of gradients in "
                                                          "the trace, 1 by the configuration"));
  CHECK(as_stage_2.lacking.empty());

  const ForeignExplanation as_stage_0 = explain(stage_3, config_of(0));
  CHECK(as_stage_0.unexplained.size() == 2);
  REQUIRE(as_stage_0.lacking.size() == 1);
  CHECK_THAT(as_stage_0.lacking[0], ContainsSubstring("all-reduce"));
}

TEST_CASE("without sizes the ratio is not compared and said so") {
  std::vector<Call> calls(2);
  calls[0].kind = CallKind::reduce_scatter;
  calls[1].kind = CallKind::all_gather;
  const ForeignExplanation explanation = explain(shares_of(calls, 4, 0), config_of(3));
  CHECK(explanation.unexplained.empty());
  CHECK(explanation.lacking.empty());
  REQUIRE(!explanation.not_compared.empty());
  CHECK_THAT(explanation.not_compared[0], ContainsSubstring("sizes are unknown"));
}
