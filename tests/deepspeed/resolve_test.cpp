// The batch's arithmetic, offload, precision, and what train takes from a file or refuses.
#include "core/deepspeed/resolve.hpp"

#include "core/base/error.hpp"
#include "core/deepspeed/runnable.hpp"
#include "tests/catch.hpp"
#include "tests/deepspeed/facts.hpp"

using namespace zerolab;
using namespace zerolab::test;

namespace {

struct Batch3 {
  std::int64_t train, micro;
  int steps;
  friend bool operator==(const Batch3&, const Batch3&) = default;
};

Batch3 batch(const std::string& inside, std::optional<int> micro_steps = std::nullopt) {
  const Resolved resolved = resolve(parse_ds_config("{" + inside + "}", "f"), 8, micro_steps);
  CHECK(resolved.zero.micro_steps == resolved.batch.micro_steps);
  return {resolved.batch.train_batch, resolved.batch.micro_batch, resolved.batch.micro_steps};
}

void refused(const std::string& text, const std::string& part) {
  INFO(text);
  try {
    resolve(parse_ds_config(text, "f"), 8);
    FAIL_CHECK("accepted");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::input);
    CHECK_THAT(error.what(), ContainsSubstring(part));
  }
}

void cannot_run(const std::string& text, const std::string& message) {
  const DsConfig config = parse_ds_config(text, "f.json");
  CHECK_THROWS_WITH(runnable_training(config, 4), ContainsSubstring(message));
}

}  // namespace

TEST_CASE("two of three batch numbers give the third") {
  const std::string train = "\"train_batch_size\": 64";
  const std::string micro = "\"train_micro_batch_size_per_gpu\": 2";
  const std::string steps = "\"gradient_accumulation_steps\": 4";
  CHECK(batch(train + "," + micro + "," + steps) == Batch3{64, 2, 4});
  CHECK(batch(train + "," + micro) == Batch3{64, 2, 4});
  CHECK(batch(train + "," + steps) == Batch3{64, 2, 4});
  CHECK(batch(micro + "," + steps) == Batch3{64, 2, 4});
  CHECK(batch(train) == Batch3{64, 8, 1});
  CHECK(batch(micro) == Batch3{16, 2, 1});
  CHECK(batch(steps) == Batch3{32, 1, 4});
  CHECK(batch("") == Batch3{8, 1, 1});
  CHECK(batch(train + "," + micro, 3) == Batch3{48, 2, 3});  // the file's sum is set aside
  CHECK(batch("\"train_batch_size\": \"auto\"," + micro + "," + steps) == Batch3{64, 2, 4});
}

TEST_CASE("batch numbers that contradict each other are all shown") {
  refused(R"({"train_batch_size": 100, "train_micro_batch_size_per_gpu": 2,
              "gradient_accumulation_steps": 4})",
          "f: train_batch_size = 100 (line 1) is not micro-batch 2 × micro-steps 4 × 8 ranks = 64");
  refused(
      R"({"train_batch_size": 100, "train_micro_batch_size_per_gpu": 2})",
      "train_batch_size = 100 (line 1) does not divide by 16 "
      "(train_micro_batch_size_per_gpu = 2 (line 1); gradient_accumulation_steps unset; 8 ranks)");
  refused(R"({"train_batch_size": 4})", "does not divide by 8");
  refused(R"({"train_batch_size": 0})", "train_batch_size = 0 (line 1); give a whole number");
  refused(R"({"train_batch_size": 1e300})", "from 1 to 10^9");
  refused(R"({"gradient_accumulation_steps": 1e9, "train_micro_batch_size_per_gpu": 1e9})",
          "more than 10^18 sequences");
}

TEST_CASE("stages and devices and precisions outside what there is") {
  refused(R"({"zero_optimization": {"stage": 4}})", "stage = 4 (line 1); ZeRO has stages 0 to 3");
  refused(R"({"zero_optimization": {"stage": 3, "offload_param": {"device": "gpu"}}})",
          "it may be \"none\", \"cpu\" or \"nvme\"");
  refused(R"({"bf16": {"enabled": true}, "fp16": {"enabled": true}})", "choose one");
  refused(R"({"zero_optimization": {"stage": 1, "reduce_bucket_size": 0}})", "give at least 1");
}

TEST_CASE("old spellings mean what the new ones do") {
  const auto resolved = [](const std::string& text) {
    return resolve(parse_ds_config(text, "f"), 4);
  };
  CHECK(resolved(R"({"zero_optimization": true})").zero.stage == 1);
  CHECK(resolved(R"({"zero_optimization": false})").zero.stage == 0);
  CHECK(resolved(R"({"bfloat16": {"enabled": true}})").trained_in == TrainedIn::bf16);
  const Resolved offload =
      resolved(zero_file(3, R"("cpu_offload": true, "cpu_offload_param": true)"));
  CHECK(offload.optimizer_offload == OffloadDevice::cpu);
  CHECK(offload.parameter_offload == OffloadDevice::cpu);
}

TEST_CASE("offload of the optimizer forces contiguous gradients in stages 1 and 2") {
  const std::string section =
      R"("contiguous_gradients": false, "use_multi_rank_bucket_allreduce": false)";
  const std::string offload = section + R"(, "offload_optimizer": {"device": "cpu"})";
  const auto gradients = [](int stage, const std::string& inside) {
    return resolve(parse_ds_config(zero_file(stage, inside), "f"), 4).zero.gradients;
  };
  for (const int stage : {1, 2}) {
    CHECK(gradients(stage, section) == GradientMove::all_reduce);
    CHECK(gradients(stage, offload) == GradientMove::reduce);
  }
  CHECK(gradients(3, offload) == GradientMove::reduce_scatter);
}

TEST_CASE("train takes over what it can do") {
  const std::string text = R"({
    "train_micro_batch_size_per_gpu": 3, "gradient_accumulation_steps": 2,
    "gradient_clipping": 0.5, "bf16": {"enabled": true}, "scheduler": {"type": "WarmupLR"},
    "optimizer": {"type": "AdamW", "params":
      {"lr": 1e-3, "betas": [0.8, 0.9], "eps": 1e-7, "weight_decay": 0.1}},
    "zero_optimization": {"stage": 3, "stage3_param_persistence_threshold": 12,
      "reduce_scatter": false, "stage3_use_all_reduce_for_fetch_params": true,
      "reduce_bucket_size": 5, "a_key_of_mine": 1}})";
  const RunnableTraining training = runnable_training(parse_ds_config(text, "f"), 4);
  CHECK(training.zero.stage == 3);
  CHECK(training.zero.world_size == 4);
  CHECK(training.zero.micro_steps == 2);
  CHECK(training.zero.clip);
  CHECK(training.zero.precision == Precision::bf16);
  CHECK(training.zero.gradients == GradientMove::all_reduce);
  CHECK(training.zero.parameters == ParameterMove::all_reduce);
  CHECK(training.zero.persistence_threshold == 12);
  CHECK(training.batch == 3);
  CHECK(training.learning_rate == 1e-3);
  CHECK(training.beta1 == 0.8);
  CHECK(training.beta2 == 0.9);
  CHECK(training.epsilon == 1e-7);
  CHECK(training.weight_decay == 0.1);
  CHECK(training.clip_norm == 0.5);
  REQUIRE(training.notes.size() == 3);
  CHECK_THAT(training.notes[0], ContainsSubstring("scheduler.type = \"WarmupLR\" (line 3)"));
  CHECK_THAT(training.notes[1], ContainsSubstring("a_key_of_mine (line 8) is no key of DeepSpeed"));
  CHECK_THAT(training.notes[2], ContainsSubstring("reduce_bucket_size"));
  const RunnableTraining bare = runnable_training(parse_ds_config("{}", "f"), 4, 5);
  CHECK(bare.zero.micro_steps == 5);
  CHECK_FALSE(bare.batch.has_value());
  CHECK_FALSE(bare.learning_rate.has_value());
  CHECK_FALSE(bare.zero.clip);
}

TEST_CASE("train refuses in one line what it only explains") {
  cannot_run(R"({"fp16": {"enabled": true}})",
             "f.json: fp16.enabled = true (line 1): train cannot do that (parameters and gradients "
             "in fp16); use bf16, which needs no loss scaling: \"bf16\": {\"enabled\": true}");
  cannot_run(zero_file(2, R"("offload_optimizer": {"device": "cpu"})"),
             "offload_optimizer.device = \"cpu\" (line 1): train cannot do that");
  cannot_run(zero_file(2, R"("cpu_offload": true)"), "cpu_offload = true (line 1)");
  cannot_run(zero_file(3, R"("offload_param": {"device": "nvme"})"), "\"nvme\"");
  cannot_run(zero_file(3, R"("zero_quantized_weights": true)"), "plain stage 3 runs");
  cannot_run(zero_file(3, R"("zero_quantized_gradients": true)"), "4-bit");
  cannot_run(zero_file(3, R"("zero_hpz_partition_size": 8)"), "zero_hpz_partition_size = 8");
  cannot_run(zero_file(3, R"("mics_shard_size": 4)"), "plain stage 3 shards over all ranks");
  cannot_run(R"({"optimizer": {"type": "Lamb"}})", "write \"AdamW\"");
  cannot_run(R"({"optimizer": {"params": {"betas": [0.9]}}})", "give two numbers");
  cannot_run(R"({"train_batch_size": 3})", "does not divide by 4");
  for (const std::string& text :
       {zero_file(2, R"("zero_hpz_partition_size": 8, "mics_shard_size": 4)"),  // no effect there
        zero_file(3, R"("zero_hpz_partition_size": 1, "mics_shard_size": -1)"),
        zero_file(3, R"("offload_param": {"device": "none"}, "zenflow": null)"),
        std::string(R"({"fp16": {"enabled": false}, "amp": {"enabled": false}, "pipeline": {}})"),
        std::string(R"({"fp16": {"enabled": "auto"}, "optimizer": {"type": "Adam"}})")}) {
    INFO(text);
    CHECK_NOTHROW(runnable_training(parse_ds_config(text, "f"), 4));
  }
}

TEST_CASE("explain says of each of these that it cannot run here") {
  const auto findings = findings_in(zero_file(3, R"("zero_quantized_weights": true)"));
  CHECK_THAT(sentence_about(findings, KeyFindingKind::cannot_run,
                            "zero_optimization.zero_quantized_weights"),
             ContainsSubstring("train cannot do that"));
  CHECK(sentence_about(findings_in(zero_file(2, R"("zero_quantized_weights": true)")),
                       KeyFindingKind::cannot_run, "zero_optimization.zero_quantized_weights")
            .empty());
  CHECK_FALSE(
      sentence_about(findings_in("{}"), KeyFindingKind::incomplete, "train_batch_size").empty());
}
