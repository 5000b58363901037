// Memory, buckets, small collectives and notes of an explanation; numbers written out by hand.
#include "core/deepspeed/explanation.hpp"

#include "core/deepspeed/buckets.hpp"
#include "tests/catch.hpp"
#include "tests/deepspeed/facts.hpp"

using namespace zerolab;
using namespace zerolab::test;

namespace {

ConfigExplanation about(const std::string& text, std::vector<std::size_t> units, int ranks,
                        bool units_known = true) {
  return explain(parse_ds_config(text, "test.json"),
                 {std::move(units), units_known, ranks, std::nullopt});
}

bool any_note(const ConfigExplanation& explanation, const std::string& part) {
  for (const std::string& note : explanation.notes) {
    if (note.find(part) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a model of 7.5 billion on 64 ranks takes the bytes of the formulas") {
  const std::string text =
      R"({"train_micro_batch_size_per_gpu": 1, "bf16": {"enabled": true},
          "zero_optimization": {"stage": 2, "overlap_comm": true}})";
  const ConfigExplanation explanation = about(text, {7'500'000'000}, 64, false);
  const CategoryBytes& bytes = explanation.memory.at(0).at_rest;
  const std::int64_t psi = 7'500'000'000;
  CHECK(bytes_of(bytes, MemoryCategory::parameters) == 2 * psi);
  CHECK(bytes_of(bytes, MemoryCategory::gradients) == 2 * psi / 64);
  CHECK(bytes_of(bytes, MemoryCategory::master_weights) == 4 * psi / 64);
  CHECK(total_bytes(bytes) == 2 * psi + 14 * psi / 64);
  REQUIRE(explanation.buckets.size() == 1);
  CHECK(explanation.buckets[0].bytes == 2 * 500'000'000L * 2);  // two of them
  CHECK(explanation.moves[0].collectives == 15);
  CHECK(explanation.traffic[63].of(Purpose::parameters).sent_elements == psi / 64 * 63);
}

TEST_CASE("buckets are cut at their size and at the owners' borders") {
  CHECK(bucket_count(10, 4) == 3);
  CHECK(bucket_count(8, 4) == 2);
  CHECK(bucket_count(1, 500) == 1);
  // 10 elements on 4 ranks: parts begin at 0, 3, 6, 8; buckets of 4 at 0, 4, 8.
  CHECK(owner_piece_count(10, 4, 4) == 5);
  CHECK(owner_piece_count(10, 100, 4) == 4);
  CHECK(owner_piece_count(2, 100, 4) == 2);  // two parts are empty
  CHECK(owner_piece_count(8, 2, 4) == 4);
}

TEST_CASE("buckets are no larger than the model and two only with overlap") {
  const auto bucket = [](int stage, const std::string& inside) {
    return about(zero_file(stage, inside), {1000}, 4).buckets.at(0).bytes;
  };
  CHECK(bucket(2, "") == 4000);
  CHECK(bucket(2, R"("overlap_comm": true)") == 8000);
  CHECK(bucket(2, R"("overlap_comm": true, "contiguous_gradients": false)") == 4000);
  CHECK(bucket(2, R"("reduce_bucket_size": 100)") == 400);
  CHECK(bucket(3, R"("reduce_bucket_size": 100)") == 800);  // stage 3 overlaps by itself
  CHECK(bucket(0, R"("reduce_bucket_size": 100)") == 4000);
}

TEST_CASE("gathered parameters are unknown without units") {
  const std::string text = zero_file(3, R"("stage3_prefetch_bucket_size": 50)");
  const auto gathered = [&](std::vector<std::size_t> units, bool known) {
    return about(text, std::move(units), 4, known).buckets.at(1);
  };
  CHECK(gathered({500'000}, false).known == false);
  const BucketBytes known = gathered({300'000, 200'000}, true);
  CHECK(known.known);
  CHECK(known.bytes == 4 * (300'000 + 50));  // the largest unit, and what is gathered ahead
}

TEST_CASE("a profile of stage 3 shows all_reduce for the norms") {
  const std::string fp16 =
      R"({"train_batch_size": 64, "fp16": {"enabled": true},
          "zero_optimization": {"stage": 3, "sub_group_size": 1000}})";
  const ConfigExplanation explanation = about(fp16, {500'000}, 4);
  REQUIRE(explanation.small.size() == 3);
  CHECK(explanation.small[0].what == "overflow flag");
  CHECK(explanation.small[0].type == "1 byte");
  CHECK(explanation.small[1].what == "gradient norm");
  CHECK(explanation.small[1].how_many == "125");  // 125,000 elements in sub-groups of 1,000
  CHECK(explanation.small[2].type == "1 fp32");
  CHECK(about(zero_file(3, ""), {500'000}, 4).small.size() == 2);  // no overflow flag in fp32
  CHECK(about(zero_file(0, ""), {500'000}, 4).small.empty());
  CHECK_THAT(explanation.small_notes.at(0), ContainsSubstring("adds them up in rank order"));
}

TEST_CASE("notes say what the table does not show") {
  CHECK(any_note(about(zero_file(1, ""), {10}, 4), "a multiple of N = 4 (2 elements more"));
  const ConfigExplanation stage_3 = about(zero_file(3, ""), {200'000, 10}, 4);
  CHECK(any_note(stage_3, "1 of 2 units are smaller and stay whole here"));
  CHECK(any_note(about(zero_file(3, R"("zero_hpz_partition_size": 2)"), {1000}, 4),
                 "Ψ/2 = 500 elements more"));
  CHECK(any_note(about(zero_file(3, R"("mics_shard_size": 2)"), {1000}, 4), "keeps Ψ/2"));
  CHECK_FALSE(any_note(about(zero_file(2, R"("mics_shard_size": 2)"), {1000}, 4), "keeps Ψ/2"));
  CHECK(any_note(about(R"({"gradient_accumulation_steps": "auto"})", {10}, 2),
                 "gradient_accumulation_steps = 1 (line 1)"));
}

TEST_CASE("what costs more is said with the way out") {
  const auto costs = [](const std::string& text, const std::string& key) {
    return sentence_about(findings_in(text), KeyFindingKind::costs_more,
                          "zero_optimization." + key);
  };
  CHECK(costs(zero_file(1, ""), "use_multi_rank_bucket_allreduce") ==
        "use_multi_rank_bucket_allreduce = true (default) moves 2x for gradients where reduce "
        "would move x: set it to false");
  CHECK_THAT(costs(zero_file(2, R"("contiguous_gradients": false)"), "contiguous_gradients"),
             ContainsSubstring("set it to true, and use_multi_rank_bucket_allreduce to false"));
  CHECK_THAT(costs(zero_file(3, R"("reduce_scatter": false)"), "reduce_scatter"),
             ContainsSubstring("where reduce_scatter would move x: set it to true"));
  CHECK_THAT(costs(zero_file(3, R"("stage3_use_all_reduce_for_fetch_params": true)"),
                   "stage3_use_all_reduce_for_fetch_params"),
             ContainsSubstring("all_gather would move x"));
  CHECK(costs(zero_file(0, ""), "use_multi_rank_bucket_allreduce").empty());
  CHECK(costs(zero_file(3, ""), "use_multi_rank_bucket_allreduce").empty());
  const std::string three_steps = R"({"train_batch_size": 12, "gradient_accumulation_steps": 3,
    "zero_optimization": {"stage": 2, "use_multi_rank_bucket_allreduce": false}})";
  CHECK_THAT(costs(three_steps, "stage"), ContainsSubstring("in each of 3 micro-steps"));
}

TEST_CASE("explain refuses what it cannot count") {
  const DsConfig config = parse_ds_config("{}", "f");
  const auto refused = [&](ExplainQuestion question, const std::string& part) {
    CHECK_THROWS_WITH(explain(config, question), ContainsSubstring(part));
  };
  refused({{}, true, 4, std::nullopt}, "a model of 0 units");
  refused({{10}, true, 0, std::nullopt}, "ranks 0: at least 1");
  refused({{10}, true, 1025, std::nullopt}, "ranks 1025: explain counts up to 1,024");
  refused({{std::size_t{1} << 62U}, true, 4, std::nullopt}, "from 1 to 10^15");
  refused({{1'000'000'000'000}, true, 64, 1'000'000'000}, "more than 10^18");
  refused({{10}, true, 4, 0}, "micro-steps 0: at least 1");
  std::vector<std::size_t> many(20);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = i + 1;
  refused({many, true, 1024, std::nullopt}, "20 units of 20 sizes on 1024 ranks");
}
