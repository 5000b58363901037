// Which training a mixture of collectives is taken for.
#include "core/profile/judgement.hpp"

#include "tests/catch.hpp"

using namespace zerolab;
using test::ContainsSubstring;

namespace {

struct Asked {
  CallKind kind;
  std::optional<std::int64_t> elements;  // of the whole buffer
  int count = 1;
};

Shares shares_of_calls(const std::vector<Asked>& asked, std::int64_t steps = 0) {
  std::vector<Call> calls;
  for (const Asked& entry : asked) {
    Call call;
    call.kind = entry.kind;
    call.dtype = "bf16";
    call.group_size = 8;
    call.input_elements = entry.elements;
    call.output_elements = entry.elements;
    for (int i = 0; i < entry.count; ++i) calls.push_back(call);
  }
  return shares_of(calls, 8, steps);
}

Judgement judged(const std::vector<Asked>& asked) {
  return judge(shares_of_calls(asked), {});
}

constexpr CallKind all_reduce = CallKind::all_reduce;
constexpr CallKind reduce_scatter = CallKind::reduce_scatter;
constexpr CallKind all_gather = CallKind::all_gather;
constexpr CallKind broadcast = CallKind::broadcast;
constexpr CallKind all_to_all = CallKind::all_to_all;
constexpr auto unknown_size = std::nullopt;

}  // namespace

TEST_CASE("every row of DeepSpeed's table is recognized by its volumes") {
  CHECK_THAT(judged({{all_reduce, 1000, 6}}).flags, ContainsSubstring("stage 0"));
  const Judgement by_default = judged({{all_reduce, 1000, 6}, {all_gather, 6000, 1}});
  CHECK_THAT(by_default.verdict, ContainsSubstring("stage 1, or stage 2 without"));
  CHECK_THAT(by_default.flags, ContainsSubstring("use_multi_rank_bucket_allreduce true"));
  CHECK_THAT(judged({{all_reduce, 1000, 24}, {all_gather, 6000, 1}}).verdict,
             ContainsSubstring("stage 2 with gradient accumulation"));
  const Judgement owners = judged({{CallKind::reduce, 1000, 6}, {all_gather, 6000, 1}});
  CHECK_THAT(owners.flags, ContainsSubstring("use_multi_rank_bucket_allreduce false"));
  CHECK_THAT(judged({{reduce_scatter, 1000, 6}, {all_gather, 1000, 12}}).verdict,
             ContainsSubstring("ZeRO stage 3, or FSDP's full shard"));
  CHECK_THAT(judged({{all_reduce, 1000, 6}, {all_gather, 1000, 12}}).flags,
             ContainsSubstring("reduce_scatter false and contiguous_gradients true"));
}

TEST_CASE("what DeepSpeed does not do is named too") {
  CHECK_THAT(judged({{reduce_scatter, 1000, 6}, {all_gather, 1000, 6}}).verdict,
             ContainsSubstring("reshard_after_forward=False"));
  CHECK_THAT(judged({{reduce_scatter, 1000, 6}, {all_gather, 1000, 18}}).verdict,
             ContainsSubstring("a third time"));
  CHECK_THAT(judged({{reduce_scatter, 1000, 24}, {all_gather, 1000, 6}}).verdict,
             ContainsSubstring("stage 2 with gradient accumulation by reduce-scatter"));
  CHECK_THAT(judged({{all_reduce, 1000, 6}, {broadcast, 1000, 6}}).verdict,
             ContainsSubstring("ZeroRedundancyOptimizer"));
  CHECK_THAT(judged({{CallKind::reduce, 1000, 6}, {broadcast, 1000, 6}}).verdict,
             ContainsSubstring("as the paper describes it"));
  CHECK_THAT(
      judged({{reduce_scatter, 8000, 6}, {all_gather, 8000, 12}, {all_reduce, 1000, 6}}).verdict,
      ContainsSubstring("MiCS"));
  CHECK_THAT(judged({{CallKind::reduce, 1000, 6}, {broadcast, 1000, 12}}).verdict,
             ContainsSubstring("stage 3 as the paper describes it"));
  CHECK_THAT(judged({{reduce_scatter, 1000, 6}, {all_reduce, 1000, 12}}).flags,
             ContainsSubstring("stage3_use_all_reduce_for_fetch_params"));
  CHECK_THAT(judged({{all_gather, 1000, 6}}).verdict, ContainsSubstring("without training"));
  CHECK_THAT(judged({{all_reduce, 1000, 6}, {all_to_all, 1000, 6}}).verdict,
             ContainsSubstring("Not ZeRO"));
}

TEST_CASE("tiny all-reduces of stage 3 do not make it something else") {
  const Judgement judgement =
      judged({{reduce_scatter, 1000, 6}, {all_gather, 1000, 12}, {all_reduce, 1, 40}});
  CHECK_THAT(judgement.verdict, ContainsSubstring("ZeRO stage 3"));
  bool says_so = false;
  for (const std::string& sentence : judgement.evidence) {
    says_so |= sentence.find("40 collectives of at most 8 elements") != std::string::npos;
  }
  CHECK(says_so);
}

TEST_CASE("unknown sizes are said to decide and nothing is guessed") {
  const Judgement judgement =
      judged({{reduce_scatter, unknown_size, 6}, {all_gather, unknown_size, 12}});
  CHECK_THAT(judgement.verdict, ContainsSubstring("Sharded: ZeRO by reduce-scatter"));
  REQUIRE(!judgement.uncertain.empty());
  CHECK_THAT(judgement.uncertain.front(), ContainsSubstring("unknown here decide it"));
  CHECK(
      !shares_of_calls({{reduce_scatter, unknown_size}, {all_gather, 8}}).per_gradient(all_gather));
}

TEST_CASE("without evidence it says so") {
  CHECK_THAT(judged({}).verdict, ContainsSubstring("Nothing to judge"));
  CHECK_THAT(judged({{CallKind::gather, 1000, 6}}).verdict,
             ContainsSubstring("Not enough evidence"));
  CHECK_THAT(judged({{reduce_scatter, 1000, 1}, {all_gather, 1000, 9}}).verdict,
             ContainsSubstring("Sharded: ZeRO by reduce-scatter"));
}

TEST_CASE("steps are the profiler's or the common divisor of what repeats") {
  CHECK(shares_of_calls({{all_reduce, 100, 6}, {all_reduce, 200, 4}}).steps == 2);
  CHECK(!shares_of_calls({{all_reduce, 100, 6}, {all_reduce, 200, 5}}).steps);
  CHECK(!shares_of_calls({{all_reduce, 100, 6}, {all_reduce, unknown_size, 2}}).steps);
  const Shares marked = shares_of_calls({{all_reduce, 100, 6}}, 5);
  CHECK(marked.steps == 5);
  CHECK(marked.steps_are_marked);
}
