// The table of keys against the facts, and what explain says about each key where it acts and where
// it does nothing.
#include "core/deepspeed/key_table.hpp"

#include <algorithm>
#include <set>

#include "tests/catch.hpp"
#include "tests/deepspeed/facts.hpp"

using namespace zerolab;
using namespace zerolab::test;

namespace {

const std::string zero_prefix = "zero_optimization.";

// "1;2;3" → "123"
std::string stages_of(const FactRow& row) {
  std::string stages = row.at("acts_in_stages");
  stages.erase(std::remove(stages.begin(), stages.end(), ';'), stages.end());
  return stages;
}

// What else must stand in the section for a key to act, by the facts' last column, and what must
// not: the section with the key alone, and with it and this.
struct Needs {
  std::string also;   // makes it act, beside the key itself
  std::string other;  // makes it do nothing
};

const std::string cpu_optimizer = R"("offload_optimizer": {"device": "cpu")";
const std::string nvme_optimizer = R"("offload_optimizer": {"device": "nvme")";
const std::string cpu_parameters = R"("offload_param": {"device": "cpu")";
const std::string nvme_parameters = R"("offload_param": {"device": "nvme")";

// A value that is not the default.
std::string some_value(const FactRow& row) {
  const std::string name = row.at("key");
  const std::string by_default = row.at("default");
  if (name.find("device") != std::string::npos) return "\"cpu\"";
  if (name == "zeropp_loco_param" || name == "zenflow" || name == "leaf_module") {
    return R"({"err_beta": 0.8})";
  }
  if (name.rfind("cpu_offload", 0) == 0 || by_default == "false") return "true";
  return by_default == "true" || name == "overlap_comm" ? "false" : "3";
}

// The key with its value as it stands in the section: in a section of its own where it has one,
// with `device` before it.
std::string written(const FactRow& row, const std::string& device_section) {
  const std::string name = row.at("key");
  const std::size_t dot = name.find('.');
  const std::string pair = '"' + name.substr(dot + 1) + "\": " + some_value(row);
  if (dot == std::string::npos) return '"' + name + "\": " + some_value(row);
  if (device_section.empty()) return '"' + name.substr(0, dot) + "\": {" + pair + "}";
  return device_section + ", " + pair + "}";
}

// Sections in which the key acts and does not, in a stage in which it may act.
struct Sections {
  std::string acting;
  std::vector<std::string> idle;  // none: the stage alone decides
};

Sections sections_of(const FactRow& row) {
  const std::string name = row.at("key");
  const std::string alone = written(row, "");
  const auto with = [&](const std::string& other) { return other + ", " + alone; };
  if (name == "reduce_scatter") return {alone, {with(R"("contiguous_gradients": false)")}};
  if (name == "use_multi_rank_bucket_allreduce") {
    return {alone, {with(R"("contiguous_gradients": false)"), with(R"("reduce_scatter": false)")}};
  }
  if (name == "round_robin_gradients" || name == "ignore_unused_parameters") {
    return {with(cpu_optimizer + "}"), {alone}};
  }
  if (name == "offload_optimizer.pin_memory" || name == "offload_optimizer.ratio") {
    return {written(row, cpu_optimizer),
            {alone, written(row, R"("offload_optimizer": {"device": "none")")}};
  }
  if (name == "offload_optimizer.buffer_count") {
    return {written(row, nvme_optimizer), {alone, written(row, cpu_optimizer)}};
  }
  if (name == "offload_param.pin_memory") return {written(row, cpu_parameters), {alone}};
  if (name == "offload_param.buffer_count" || name == "offload_param.buffer_size" ||
      name == "offload_param.max_in_cpu") {
    return {written(row, nvme_parameters), {alone, written(row, cpu_parameters)}};
  }
  if (name == "zeropp_loco_param") return {with(R"("zero_quantized_gradients": true)"), {alone}};
  if (name == "mics_hierarchical_params_gather") return {with(R"("mics_shard_size": 2)"), {alone}};
  return {alone, {}};
}

bool said_to_do_nothing(const FactRow& row, int stage, const std::string& section) {
  INFO(zero_file(stage, section));
  const std::string sentence =
      sentence_about(findings_in(zero_file(stage, section)), KeyFindingKind::no_effect,
                     zero_prefix + row.at("key"));
  if (!sentence.empty()) {
    CHECK_THAT(sentence, ContainsSubstring(row.at("key") + ": " + some_value(row).substr(0, 1)));
  }
  return !sentence.empty();
}

}  // namespace

TEST_CASE("the table has the facts' keys with their defaults and stages and no others") {
  std::set<std::string> known;
  for (const FactRow& row : read_facts("deepspeed_keys.csv")) {
    INFO(row.at("key"));
    const KeyRow* found = find_key(zero_prefix + row.at("key"));
    REQUIRE(found != nullptr);
    CHECK(found->path == zero_prefix + row.at("key"));
    CHECK(found->default_text == row.at("default"));
    CHECK(found->stages == stages_of(row));
    CHECK_FALSE(found->what.empty());
    CHECK(found->nothing_when.empty() == (row.at("key") == "stage"));
    const bool deprecated = row.at("what_it_does").find("deprecated") == 0;
    CHECK(found->deprecated() == deprecated);
    CHECK(known.insert(row.at("key")).second);
  }
  CHECK(known.size() == 51);
  for (const KeyRow& row : key_table()) {
    INFO(row.path);
    const bool inside = row.path.rfind(zero_prefix, 0) == 0;
    if (inside && row.type != KeyType::section) {
      CHECK(known.count(std::string(row.path.substr(zero_prefix.size()))) == 1);
    }
    if (row.deprecated()) CHECK(find_key(row.replaced_by) != nullptr);
    CHECK(find_key(row.path) == &row);  // no path twice
  }
}

TEST_CASE("each key is said to do nothing where the facts say so and nowhere else") {
  int said = 0, acted = 0;
  for (const FactRow& row : read_facts("deepspeed_keys.csv")) {
    const std::string name = row.at("key");
    if (name == "stage") continue;                                // it is in every file
    if (name == "save_muon_momentum_buffer_in_memory") continue;  // below
    const Sections sections = sections_of(row);
    for (int stage = 0; stage <= 3; ++stage) {
      INFO(name << " in stage " << stage);
      const bool may_act = stages_of(row).find(static_cast<char>('0' + stage)) < 4;
      const bool older = name == "allgather_bucket_size";  // PyTorch has all_gather_into_tensor
      CHECK(said_to_do_nothing(row, stage, sections.acting) == (!may_act || older));
      (may_act && !older ? acted : said) += 1;
      for (const std::string& idle : sections.idle) {
        CHECK(said_to_do_nothing(row, stage, idle));
        ++said;
      }
    }
  }
  CHECK(said == 205);
  CHECK(acted == 71);
}

TEST_CASE("Muon on nvme is what its key needs") {
  const std::string key = "zero_optimization.save_muon_momentum_buffer_in_memory";
  const auto sentence = [&](const std::string& type, const std::string& device, int stage) {
    return sentence_about(
        findings_in("{\"train_batch_size\": 64, \"optimizer\": {\"type\": \"" + type +
                    "\"}, \"zero_optimization\": {\"stage\": " + std::to_string(stage) +
                    ", \"offload_optimizer\": {\"device\": \"" + device +
                    "\"}, \"save_muon_momentum_buffer_in_memory\": true}}"),
        KeyFindingKind::no_effect, key);
  };
  CHECK(sentence("Muon", "nvme", 3).empty());
  CHECK_THAT(sentence("Muon", "cpu", 3), ContainsSubstring("Muon with its states on nvme"));
  CHECK_FALSE(sentence("AdamW", "nvme", 3).empty());
  CHECK_THAT(sentence("Muon", "nvme", 2), ContainsSubstring("in stage 3 only"));
}

TEST_CASE("the sentences name the key that is to blame") {
  const auto said = [](int stage, const std::string& section, const std::string& key) {
    return sentence_about(findings_in(zero_file(stage, section)), KeyFindingKind::no_effect,
                          zero_prefix + key);
  };
  CHECK(said(2, R"("reduce_scatter": true, "contiguous_gradients": false)", "reduce_scatter") ==
        "reduce_scatter: true has no effect in stage 2 because contiguous_gradients is false: "
        "all_reduce runs");
  CHECK(said(3, R"("reduce_scatter": false, "contiguous_gradients": false)", "reduce_scatter") ==
        "reduce_scatter: false has no effect in stage 3 because contiguous_gradients is false: "
        "reduce_scatter runs");
  CHECK(said(1, R"("use_multi_rank_bucket_allreduce": false, "reduce_scatter": false)",
             "use_multi_rank_bucket_allreduce") ==
        "use_multi_rank_bucket_allreduce: false has no effect in stage 1 because reduce_scatter is "
        "false: all_reduce runs");
  CHECK(said(2, R"("stage3_max_live_parameters": 1e9)", "stage3_max_live_parameters") ==
        "stage3_max_live_parameters: 1e9 has no effect in stage 2: it acts in stage 3 only");
  CHECK(said(3, R"("legacy_stage1": true, "elastic_checkpoint": true)", "elastic_checkpoint") ==
        "elastic_checkpoint: true has no effect in stage 3: it acts in stages 1 and 2 only");
  CHECK(said(0, R"("overlap_comm": true)", "overlap_comm") ==
        "overlap_comm: true has no effect in stage 0: it acts in stages 1, 2 and 3 only");
  CHECK(said(2, R"("allgather_partitions": true)", "allgather_partitions") ==
        "allgather_partitions: true has no effect: DeepSpeed reads it and uses it nowhere");
  CHECK(said(3, R"("offload_param": {"device": "cpu", "buffer_size": 5})",
             "offload_param.buffer_size") ==
        "offload_param.buffer_size: 5 has no effect because offload_param.device is cpu, not nvme");
}

TEST_CASE("unknown keys come with the one that may be meant") {
  const auto unknown = [](const std::string& text) {
    for (const KeyFinding& finding : findings_in(text)) {
      if (finding.kind == KeyFindingKind::unknown) return finding.sentence;
    }
    return std::string();
  };
  CHECK(unknown(zero_file(2, R"("overlap_com": true)")) ==
        "overlap_com: DeepSpeed knows no such key, and refuses unknown keys inside its sections; "
        "did you mean zero_optimization.overlap_comm?");
  CHECK(unknown(R"({"train_batch_size": 64, "gradient_cliping": 1})") ==
        "gradient_cliping: DeepSpeed knows no such key, and ignores it; did you mean "
        "gradient_clipping?");
  CHECK_THAT(unknown(R"({"train_batch_size": 64, "reduce_scatter": true})"),
             ContainsSubstring("did you mean zero_optimization.reduce_scatter?"));
  CHECK_THAT(unknown(zero_file(2, R"("Overlap-Comm": true)")),
             ContainsSubstring("did you mean zero_optimization.overlap_comm?"));
  CHECK(unknown(R"({"train_batch_size": 64, "my_own": {"stage": 3}})") ==
        "my_own: DeepSpeed knows no such key, and ignores it");
  CHECK(unknown(zero_file(3, R"("prefetch_bucket_size": 5)")).empty());  // known without stage3_
  CHECK(unknown(R"({"train_batch_size": 64, "wandb": {"anything": {"goes": 1}}})").empty());
}

TEST_CASE("the numbers of a precision that is off do nothing") {
  const auto said = [](const std::string& sections) {
    return sentence_about(findings_in("{\"train_batch_size\": 64, " + sections + "}"),
                          KeyFindingKind::no_effect, "fp16");
  };
  CHECK(said(R"("fp16": {"enabled": false, "loss_scale": 0, "hysteresis": 2})") ==
        "fp16: loss_scale, hysteresis have no effect because fp16.enabled is false");
  CHECK(said(R"("fp16": {"loss_scale": 0})") ==
        "fp16: loss_scale has no effect because fp16.enabled is false");
  CHECK(said(R"("fp16": {"enabled": true, "loss_scale": 0})").empty());
  CHECK(said(R"("fp16": {"enabled": "auto", "loss_scale": 0})").empty());
}
