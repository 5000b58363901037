#include "core/profile/judgement.hpp"

#include <array>
#include <limits>
#include <string_view>

#include "core/profile/evidence.hpp"

namespace zerolab {

namespace {

enum class Need { present, absent, either };

// Gathered (or broadcast) elements per gradient element.
struct Bounds {
  double least = 0;
  double most = std::numeric_limits<double>::infinity();
  bool whatever() const { return least == 0 && most == std::numeric_limits<double>::infinity(); }
};
constexpr Bounds any_ratio{};

struct Rule {
  Need all_reduce, reduce_scatter, reduce, all_gather, broadcast, all_to_all;
  Bounds gathered;  // of all-gather; of broadcast where the rule wants no all-gather
  std::string_view verdict;
  std::string_view flags;
  std::string_view uncertain;
};

constexpr Need yes = Need::present;
constexpr Need no = Need::absent;
constexpr Need either = Need::either;

constexpr std::string_view default_flags =
    "DeepSpeed: use_multi_rank_bucket_allreduce true (the default), or reduce_scatter false, or "
    "contiguous_gradients false; each rank keeps its own part of the sum: 3x instead of 2x.";
constexpr std::string_view owner_flags =
    "DeepSpeed: contiguous_gradients true, reduce_scatter true, use_multi_rank_bucket_allreduce "
    "false: 2x.";
constexpr std::string_view which_stage =
    "Stages 1 and 2 differ in when gradients are summed (once per update, or in every micro-step), "
    "which shows only with gradient accumulation.";

// clang-format off
constexpr std::array rules{
    Rule{yes, no, no, no, no, yes, any_ratio,
         "Not ZeRO: data parallelism (all-reduce) beside model parallelism by all-to-all: expert "
         "parallelism, or embedding tables dealt to ranks.",
         "",
         "What the all-to-all carries: experts' tokens, embedding vectors, sequence parallelism."},
    Rule{no, no, no, yes, no, yes, any_ratio,
         "Sharded parameters (all-gather), and gradients or activations exchanged by all-to-all.",
         "DeepSpeed: stage 3 with zero_quantized_gradients (ZeRO++) sums gradients by all-to-all.",
         "Expert and sequence parallelism issue all-to-all too."},
    Rule{no, no, no, no, no, yes, any_ratio,
         "Not ZeRO: all-to-all alone, as of expert parallelism, sequence parallelism or embedding "
         "tables dealt to ranks.", "", "Where gradients are summed: nothing here does it."},
    Rule{yes, yes, no, yes, no, either, any_ratio,
         "Sharded inside groups of ranks and replicated across them: FSDP's hybrid sharding (HSDP), "
         "or DeepSpeed's MiCS.",
         "DeepSpeed: stage 3 with mics_shard_size; FSDP: HYBRID_SHARD.",
         "Tensor parallelism beside FSDP issues large all-reduces as well, of activations."},
    Rule{no, yes, no, yes, no, either, {1.4, 2.6},
         "Everything sharded: ZeRO stage 3, or FSDP's full shard (parameters gathered for forward "
         "and again for backward).",
         "DeepSpeed: stage 3 with reduce_scatter true (the default): 3x.",
         "DeepSpeed and FSDP issue the same collectives here; parameters that stay whole (persistence "
         "thresholds, FSDP's root) lower the ratio below 2."},
    Rule{no, yes, no, yes, no, either, {2.6, 4},
         "Everything sharded, and parameters gathered a third time: ZeRO stage 3 or FSDP, with "
         "activations recomputed outside the sharded unit.",
         "DeepSpeed: stage 3; wrap the recomputation inside the unit to save a third: 4x instead of "
         "3x.",
         "Validation passes inside the trace gather parameters too, without gradients."},
    Rule{no, yes, no, yes, no, either, {0.8, 1.4},
         "Gradients and optimizer sharded: ZeRO stages 1 or 2 by reduce-scatter and one all-gather; "
         "FSDP with SHARD_GRAD_OP or reshard_after_forward=False; Megatron's distributed optimizer.",
         "No setting of DeepSpeed's own stages 1 and 2: they sum by all-reduce or reduce.",
         "Stage 3 of which half of the gathers lie outside the trace looks the same."},
    Rule{no, yes, no, yes, no, either, {0, 0.8},
         "ZeRO stage 2 with gradient accumulation by reduce-scatter: summed in every micro-step, "
         "parameters gathered once per update.",
         "No setting of DeepSpeed's own stages 1 and 2: they sum by all-reduce or reduce.",
         "The number of micro-steps is the reciprocal of the ratio, if the trace holds whole steps."},
    Rule{no, yes, no, yes, no, either, any_ratio,
         "Sharded: ZeRO by reduce-scatter and all-gather, or FSDP.",
         "",
         "Twice as many gathered elements as gradients' would mean stage 3 or full shard, as many "
         "stage 1 or 2; sizes that are unknown here decide it."},
    Rule{yes, no, no, yes, no, either, {1.4, 4},
         "Everything sharded, gradients by all-reduce: ZeRO stage 3 that sums whole gradients.",
         "DeepSpeed: stage 3 with reduce_scatter false and contiguous_gradients true: 4x instead of "
         "3x.",
         "Tensor parallelism (all-reduce of activations) beside a sharded optimizer can look alike."},
    Rule{yes, no, no, yes, no, either, {0.8, 1.4},
         "Optimizer sharded, gradients by all-reduce: DeepSpeed stage 1, or stage 2 without gradient "
         "accumulation, in its default.",
         default_flags, which_stage},
    Rule{yes, no, no, yes, no, either, {0, 0.8},
         "DeepSpeed stage 2 with gradient accumulation in its default: an all-reduce in every "
         "micro-step, one all-gather per update.",
         default_flags,
         "The number of micro-steps is the reciprocal of the ratio, if the trace holds whole steps; "
         "stage 1 whose update lies partly outside the trace looks alike."},
    Rule{yes, no, no, yes, no, either, any_ratio,
         "Sharded optimizer or more, gradients by all-reduce: DeepSpeed stage 1 or 2 in its default, "
         "or stage 3 with reduce_scatter false.",
         default_flags,
         "Sizes that are unknown here decide it: as many gathered elements as gradients' mean stage 1 "
         "or 2, twice as many stage 3."},
    Rule{no, no, yes, yes, no, either, any_ratio,
         "Optimizer sharded, gradients reduced to their owners: DeepSpeed stage 1 or 2.",
         owner_flags, which_stage},
    Rule{yes, no, yes, yes, no, either, any_ratio,
         "Optimizer sharded, gradients reduced to their owners and in part all-reduced: DeepSpeed "
         "stage 1 or 2.",
         owner_flags, which_stage},
    Rule{no, no, yes, no, yes, either, {1.4, 4},
         "ZeRO stage 3 as the paper describes it: each unit belongs to one rank, which broadcasts it "
         "before forward and before backward (zerolab's partition owner).",
         "No setting of DeepSpeed: its stage 3 cuts every parameter.",
         "Broadcasts of something else than parameters."},
    Rule{no, no, yes, no, yes, either, any_ratio,
         "ZeRO stages 1 or 2 as the paper describes it: each unit reduced to its owner, updated and "
         "broadcast by it (FairScale's OSS; zerolab's partition owner).",
         "No setting of DeepSpeed.", which_stage},
    Rule{yes, yes, no, no, either, either, any_ratio,
         "Everything sharded, parameters fetched by all-reduce: ZeRO stage 3.",
         "DeepSpeed: stage 3 with stage3_use_all_reduce_for_fetch_params true: 5x instead of 3x.",
         "Tensor parallelism (all-reduce of activations) beside gradients that are reduce-scattered."},
    Rule{yes, no, no, no, yes, either, {0.5, 1.5},
         "Optimizer dealt to ranks by whole tensors: PyTorch's ZeroRedundancyOptimizer over data "
         "parallelism (all-reduce, then each owner broadcasts what it updated).",
         "No setting of DeepSpeed.",
         "A trace of the first step alone shows the initial broadcast of all parameters instead."},
    Rule{yes, no, no, no, either, no, any_ratio,
         "Plain data parallelism: gradients summed by all-reduce, nothing sharded.",
         "DeepSpeed: stage 0. PyTorch: DistributedDataParallel, or FSDP with NO_SHARD.",
         "Tensor parallelism issues all-reduces of activations as well, in forward too."},
    Rule{no, yes, no, no, either, either, any_ratio,
         "Gradients are reduce-scattered, but nothing gathers parameters here.",
         "", "A trace that ends before the update, or one of sequence parallelism."},
    Rule{no, no, yes, no, either, either, any_ratio,
         "Gradients are reduced to owners, but nothing makes parameters whole here.",
         "", "A trace that ends before the update."},
    Rule{no, no, no, yes, either, either, any_ratio,
         "Sharded parameters without training: no gradient is summed (inference or evaluation under "
         "stage 3 or FSDP).",
         "", "A trace of forward passes alone looks the same."},
};
// clang-format on

bool fits(Need need, bool is_present) {
  return need == Need::either || is_present == (need == Need::present);
}

bool fits(const Rule& rule, const Shares& shares) {
  const bool kinds_fit = fits(rule.all_reduce, shares.is_present(CallKind::all_reduce)) &&
                         fits(rule.reduce_scatter, shares.is_present(CallKind::reduce_scatter)) &&
                         fits(rule.reduce, shares.is_present(CallKind::reduce)) &&
                         fits(rule.all_gather, shares.is_present(CallKind::all_gather)) &&
                         fits(rule.broadcast, shares.is_present(CallKind::broadcast)) &&
                         fits(rule.all_to_all, shares.is_present(CallKind::all_to_all));
  if (!kinds_fit || rule.gathered.whatever()) return kinds_fit;
  const auto ratio = shares.per_gradient(rule.all_gather == Need::present ? CallKind::all_gather
                                                                          : CallKind::broadcast);
  return ratio && *ratio >= rule.gathered.least && *ratio <= rule.gathered.most;
}

}  // namespace

Judgement judge(const Shares& shares, const DistributedInfo& info) {
  Judgement judgement;
  if (shares.calls() == 0) {
    judgement.verdict =
        "Nothing to judge: no collective in the file. A profile of one GPU has none; a profiler "
        "without CUDA activities records none.";
    return judgement;
  }
  judgement.evidence = evidence_of(shares);
  judgement.uncertain = doubts_of(shares, info);
  for (const Rule& rule : rules) {
    if (!fits(rule, shares)) continue;
    judgement.verdict = rule.verdict;
    judgement.flags = rule.flags;
    judgement.uncertain.insert(judgement.uncertain.begin(), std::string(rule.uncertain));
    return judgement;
  }
  judgement.verdict =
      "Not enough evidence: no stage of ZeRO and no data parallelism that is known here issues "
      "this "
      "mixture.";
  return judgement;
}

}  // namespace zerolab
