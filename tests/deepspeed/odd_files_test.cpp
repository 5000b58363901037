// Files of all kinds, right and broken, and random damage to them: each is explained or gets one
// clear error, and nothing else ever happens.
#include <array>
#include <cctype>
#include <random>

#include "core/base/error.hpp"
#include "core/deepspeed/corrected.hpp"
#include "core/deepspeed/dialects.hpp"
#include "core/deepspeed/explanation.hpp"
#include "core/deepspeed/runnable.hpp"
#include "tests/catch.hpp"

using namespace zerolab;
using namespace zerolab::test;

namespace {

enum class Outcome { plan, refusal };

struct OddFile {
  std::string text;
  Outcome outcome = Outcome::plan;
};

std::string in_zero(const std::string& inside) {
  return R"({"train_batch_size": 64, "zero_optimization": {)" + inside + "}}";
}

std::vector<OddFile> good_files() {
  std::vector<OddFile> files;
  const auto add = [&](const std::string& text) { files.push_back({text, Outcome::plan}); };
  add("{}");
  for (const char* stage : {"0", "1", "2", "3"}) add(in_zero(std::string("\"stage\": ") + stage));
  add(in_zero(R"("stage": 2.0)"));
  add(in_zero(R"("stage": 2e0, "contiguous_gradients": false)"));
  add(in_zero(R"("stage": 2, "reduce_scatter": false, "overlap_comm": true)"));
  add(in_zero(R"("stage": 1, "use_multi_rank_bucket_allreduce": false)"));
  add(in_zero(R"("stage": 3, "reduce_bucket_size": "auto", "overlap_comm": "auto")"));
  add(in_zero(R"("stage": 3, "offload_optimizer": {"device": "nvme", "nvme_path": "/n"},
                 "offload_param": {"device": "cpu", "pin_memory": true})"));
  add(in_zero(R"("stage": 3, "zero_hpz_partition_size": 8, "zero_quantized_weights": true,
                 "zero_quantized_gradients": true, "zeropp_loco_param": {"err_beta": 0.8})"));
  add(in_zero(R"("stage": 3, "mics_shard_size": 8, "mics_hierarchical_params_gather": true)"));
  add(in_zero(R"("stage": 3, "stage3_use_all_reduce_for_fetch_params": true)"));
  add(in_zero(R"("stage": 3, "stage3_model_persistence_threshold": 9223372036854775807)"));
  add(in_zero(R"("stage": 3, "stage3_param_persistence_threshold": 1e30)"));
  add(in_zero(R"("stage": 2, "reduce_bucket_size": 1)"));
  add(in_zero(R"("stage": 2, "cpu_offload": true, "cpu_offload_use_pin_memory": true)"));
  add(in_zero(R"("stage": 3, "stage3_gather_fp16_weights_on_model_save": true)"));
  add(in_zero(R"("stage": 2, "overlap_comm": null, "zenflow": null)"));
  add(in_zero(R"("stage": 2, "nonsense": {"deep": [{"er": [[]]}]})"));
  add(R"({"zero_optimization": true})");
  add(R"({"fp16": {"enabled": true, "loss_scale": 0, "initial_scale_power": 16}})");
  add(R"({"bfloat16": {"enabled": true}, "zero_optimization": {"stage": 1}})");
  add(R"({"fp16": {"enabled": "auto"}, "bf16": {"enabled": "auto"}, "train_batch_size": "auto",
          "train_micro_batch_size_per_gpu": "auto", "gradient_accumulation_steps": "auto",
          "gradient_clipping": "auto", "zero_optimization": {"stage": "auto"}})");
  add(R"({"train_micro_batch_size_per_gpu": 4, "gradient_accumulation_steps": 100000})");
  add("\xEF\xBB\xBF{\"train_batch_size\": 8}");
  add("// only\n{ /* this */ # and that\n}\n// after");
  add("{\"train_batch_size\": 8,\r\n\"steps_per_print\": 1,\r\n}\r\n");
  add(R"({"stage": 3, "Zero_Optimization": {"stage": 1}, "": 1, ".": {"..": 2}})");
  add("{\"zero\\u005foptimization\": {\"stage\": 2}, \"\\u00e4\": \"\\ud83d\\ude00\", \"ä\\\"\": "
      "0}");
  add(R"({"optimizer": {"type": "Lamb", "params": {"betas": "auto", "lr": "auto"}},
          "scheduler": {"type": "WarmupLR", "params": {"warmup_num_steps": {"any": "thing"}}}})");
  add(R"({"wandb": {"enabled": true, "list": [1, "two", null, {"three": 3}]}, "amp": {}})");
  return files;
}

std::vector<OddFile> broken_files() {
  std::vector<OddFile> files;
  const auto add = [&](const std::string& text) { files.push_back({text, Outcome::refusal}); };
  for (const char* text : {"",
                           " ",
                           "\n\n",
                           "\xEF\xBB\xBF",
                           "[]",
                           "3",
                           "\"text\"",
                           "null",
                           "true",
                           "{",
                           "}",
                           "{]",
                           "{\"a\"}",
                           "{\"a\":}",
                           "{\"a\": 1 \"b\": 2}",
                           "{a: 1}",
                           "{'a': 1}",
                           "{\"a\": 1,, }",
                           "{\"a\": tru}",
                           "{\"a\": NaN}",
                           "{\"a\": -Infinity}",
                           "{\"a\": 1e999}",
                           "{\"a\": 01}",
                           "{\"a\": \"\xFF\"}",
                           "{\"a\": \"\n\"}",
                           "{\"a\": \"",
                           "{\"a\\",
                           "{ /* {} ",
                           "{} {}",
                           "{\"a\": 1, \"a\": 2}",
                           "\xFF\xFE{\0}\0",
                           "{\"a\": \"\\ud800\"}"}) {
    add(text);
  }
  add(std::string("{\0}", 3));
  add(std::string(100'000, '['));
  add(in_zero(R"("stage": "3")"));
  add(in_zero(R"("stage": true)"));
  add(in_zero(R"("stage": 4)"));
  add(in_zero(R"("stage": -1)"));
  add(in_zero(R"("stage": 1e300)"));
  add(in_zero(R"("stage": 1.5)"));
  add(in_zero(R"("reduce_scatter": "true")"));
  add(in_zero(R"("reduce_scatter": 1)"));
  add(in_zero(R"("reduce_bucket_size": 0)"));
  add(in_zero(R"("stage": 2, "stage": 3)"));
  add(in_zero(R"("offload_param": "cpu")"));
  add(in_zero(R"("offload_param": {"device": "gpu"})"));
  add(R"({"zero_optimization": [2]})");
  add(R"({"fp16": {"enabled": true}, "bf16": {"enabled": true}})");
  add(R"({"train_batch_size": 10})");
  add(R"({"train_batch_size": 1e18})");
  add(R"({"gradient_accumulation_steps": 1e9})");
  add(R"({"train_batch_size": 64, "train_micro_batch_size_per_gpu": 64,
          "gradient_accumulation_steps": 64})");
  std::string deep = "{}";
  for (int i = 0; i < 10'000; ++i) deep = "{\"a\":" + deep + "}";
  add(deep);
  return files;
}

// Everything that can be asked about a file. Throws what it throws.
void ask_everything(const std::string& text) {
  const DsConfig config = parse_ds_config(text, "odd.json");
  const ConfigExplanation explanation =
      explain(config, {{500'000'000'000, 1000, 3}, true, 4, std::nullopt});
  REQUIRE(explanation.traffic.size() == 4);
  REQUIRE(in_all_dialects(explanation).size() == 3);
}

// What may be refused where a plan was made: a correction that cannot save, a run that cannot be.
void ask_what_may_be_refused(const std::string& text) {
  const DsConfig config = parse_ds_config(text, "odd.json");
  try {
    parse_ds_config(corrected(config, 4).text, "corrected.json");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::input);
  }
  try {
    runnable_training(config, 4);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::input);
  }
}

Outcome outcome_of(const std::string& text) {
  try {
    ask_everything(text);
  } catch (const Error& error) {
    const std::string message = error.what();
    CHECK(error.kind() == ErrorKind::input);
    CHECK(message.find('\n') == std::string::npos);
    CHECK(message.size() > 15);
    CHECK(message.size() < 600);
    return Outcome::refusal;
  }
  ask_what_may_be_refused(text);
  return Outcome::plan;
}

// A few bytes replaced, removed, doubled or put in from elsewhere.
std::string damaged(std::string text, std::mt19937& random) {
  constexpr std::string_view usual = "{}[],:\"\\/*#0123456789.-+eE truefalsn\n\0\xFF\x80";
  constexpr std::string_view names = "0123456789abcdefghiklmnoprstuz_";
  const auto below = [&](std::size_t limit) { return random() % limit; };
  const std::size_t edits = 1 + below(3);
  for (std::size_t i = 0; i < edits && !text.empty(); ++i) {
    const std::size_t at = below(text.size());
    switch (below(4)) {
      case 0:
        text[at] = std::isalnum(static_cast<unsigned char>(text[at])) != 0
                       ? names[below(names.size())]
                       : usual[below(usual.size())];
        break;
      case 1: text.erase(at, 1 + below(6)); break;
      case 2: text.insert(at, 1, static_cast<char>(below(256))); break;
      default: text.insert(at, text.substr(below(text.size()), below(30))); break;
    }
  }
  return text;
}

}  // namespace

TEST_CASE("sixty files and more are explained or refused as they should be") {
  std::vector<OddFile> files = good_files();
  const std::vector<OddFile> broken = broken_files();
  files.insert(files.end(), broken.begin(), broken.end());
  CHECK(files.size() >= 60);
  for (const OddFile& file : files) {
    INFO(file.text.substr(0, 300));
    CHECK(outcome_of(file.text) == file.outcome);
  }
}

TEST_CASE("damaged files are explained or refused and nothing else") {
  std::vector<OddFile> files = good_files();
  const std::vector<OddFile> broken = broken_files();
  for (const OddFile& file : broken) {
    if (file.text.size() < 1000) files.push_back(file);
  }
  std::mt19937 random(2026);
  std::array<int, 2> outcomes{};
  for (int i = 0; i < 600; ++i) {
    const std::string text = damaged(files[random() % files.size()].text, random);
    INFO(text);
    ++outcomes[static_cast<std::size_t>(outcome_of(text))];
  }
  CHECK(outcomes[0] > 60);  // not all damage is fatal
  CHECK(outcomes[1] > 60);
}
