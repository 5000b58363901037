// Corrected files: whole texts, before and after.
#include "core/deepspeed/corrected.hpp"

#include "core/base/error.hpp"
#include "tests/catch.hpp"
#include "tests/deepspeed/facts.hpp"

using namespace zerolab;
using namespace zerolab::test;

namespace {

// Also checks that a second correction finds nothing.
std::string mended(const std::string& text) {
  const Corrected once = corrected(parse_ds_config(text, "f"), 4);
  CHECK(corrected(parse_ds_config(once.text, "f"), 4).changes.empty());
  CHECK((once.text == text) == once.changes.empty());
  return once.text;
}

std::string whole_stage_2(const std::string& inside) {
  return R"({"train_batch_size": 8, "zero_optimization": {"stage": 2, )" + inside + "}}";
}

}  // namespace

TEST_CASE("a file with every mistake is mended with its comments") {
  const std::string before = R"({
  // how much
  "train_batch_size": 64,
  "gradient_cliping": 1.0, # near one key
  "bfloat16": { "enabled": true },
  "my_own_key": 1,
  "zero_optimization": {
    "stage": 2, // the stage
    "cpu_offload_use_pin_memory": true,
    "contiguous_gradients": false,
    "cpu_offload": false,
  },
}
)";
  const std::string after = R"({
  // how much
  "train_batch_size": 64,
  "gradient_clipping": 1.0, # near one key
  "bf16": { "enabled": true },
  "my_own_key": 1,
  "zero_optimization": {
    "use_multi_rank_bucket_allreduce": false,
    "stage": 2, // the stage
    "contiguous_gradients": true,
  },
}
)";
  CHECK(mended(before) == after);
  const Corrected result = corrected(parse_ds_config(before, "f"), 4);
  REQUIRE(result.changes.size() == 6);
  CHECK(result.changes[0] == "line 4: gradient_cliping is now gradient_clipping");
  CHECK(result.changes[3] ==
        "line 10: contiguous_gradients: false is now true, so that reduce_scatter acts");
  CHECK(result.changes[5] ==
        "line 8: \"use_multi_rank_bucket_allreduce\": false is added, so that gradients move x and "
        "not 2x");
}

TEST_CASE("what a corrected file asks for is what its findings asked for") {
  const std::string text = mended(zero_file(1, R"("contiguous_gradients": false)"));
  const DsConfig config = parse_ds_config(text, "f");
  CHECK(resolve(config, 4).zero.gradients == GradientMove::reduce);
  CHECK(findings_of(config, resolve(config, 4)).empty());
}

TEST_CASE("offload moves into its section") {
  CHECK(mended(zero_file(3, R"("cpu_offload": true)")) ==
        zero_file(3, R"("offload_optimizer": {"device": "cpu"})"));
  CHECK(mended(zero_file(3, R"("cpu_offload": true, "cpu_offload_use_pin_memory": false)")) ==
        zero_file(3, R"("offload_optimizer": {"device": "cpu", "pin_memory": false})"));
  CHECK(mended(zero_file(3, R"("cpu_offload_param": true)")) ==
        zero_file(3, R"("offload_param": {"device": "cpu"})"));
}

TEST_CASE("keys are removed with one comma") {
  const std::string quiet = R"("use_multi_rank_bucket_allreduce": false)";
  CHECK(mended(whole_stage_2(quiet + R"(, "cpu_offload": false, "overlap_comm": true)")) ==
        whole_stage_2(quiet + R"(,  "overlap_comm": true)"));
  CHECK(mended(whole_stage_2(quiet + R"(, "cpu_offload": false)")) == whole_stage_2(quiet));
  CHECK(mended(R"({"zero_optimization": {"cpu_offload": false}})") ==
        R"({"zero_optimization": {}})");
  const std::string both =
      whole_stage_2(quiet + R"(, "cpu_offload": false, "cpu_offload_param": false)");
  CHECK_NOTHROW(parse_ds_config(mended(both), "f"));
  CHECK(parse_ds_config(mended(both), "f").entries.size() == 4);
}

TEST_CASE("the short form of stage 1 is written out") {
  CHECK(
      mended(R"({"train_batch_size": 8, "zero_optimization": true})") ==
      R"({"train_batch_size": 8, "zero_optimization": {"use_multi_rank_bucket_allreduce": false, )"
      R"("stage": 1}})");
}

TEST_CASE("what is right or is not clear stays as it is") {
  const std::string quiet = R"("use_multi_rank_bucket_allreduce": false)";
  for (const std::string& text :
       {whole_stage_2(quiet), zero_file(3, ""), zero_file(0, R"("contiguous_gradients": false)"),
        whole_stage_2(R"("reduce_scatter": false)"),  // said aloud, not silent
        zero_file(3, R"("stage3_gather_fp16_weights_on_model_save": true,
                         "stage3_gather_16bit_weights_on_model_save": false)"),
        std::string(R"({"train_batch_size": 64, "gradient_clipping": 1, "gradient_cliping": 2})"),
        std::string(R"({"train_batch_size": 64, "reduce_scatter": true})"),
        std::string(R"({"train_batch_size": 64, "gradient_cliping": true})")}) {
    INFO(text);
    CHECK(mended(text) == text);
  }
}

TEST_CASE("corrections that cannot save a file say so") {
  const std::string text = R"({"zero_optimisation": {"stage": "3"}})";
  CHECK_THROWS_WITH(corrected(parse_ds_config(text, "f"), 4),
                    ContainsSubstring("f, corrected line 1: stage is \"3\""));
}
