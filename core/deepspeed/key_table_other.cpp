// The rows of all sections but zero_optimization. They act in every stage.
//
// What decides collectives, precision, batch or optimizer has a row each; of sections that only
// log, profile or load, the section alone is known and its inside is not looked at.
#include <array>

#include "core/deepspeed/key_table_zero.hpp"

namespace zerolab {

namespace {

using Type = KeyType;

// A key that `train` follows, that it may ignore, that it cannot follow; and "auto" filled_in in by
// Hugging Face's Trainer, or not.
constexpr KeyRow followed(std::string_view path, Type type, std::string_view default_text,
                          std::string_view what, bool automatic = false) {
  return {path, type, default_text, "0123", KeyCondition::none, KeyRuns::here, automatic, what, ""};
}
constexpr KeyRow left_out(std::string_view path, Type type, std::string_view default_text,
                          std::string_view what, bool automatic = false) {
  return {path, type, default_text, "0123", KeyCondition::none, KeyRuns::ignored, automatic,
          what, ""};
}
constexpr KeyRow impossible(std::string_view path, Type type, std::string_view default_text,
                            std::string_view what, bool automatic = false) {
  return {path, type, default_text, "0123", KeyCondition::none, KeyRuns::refused, automatic,
          what, ""};
}
// An old spelling.
constexpr KeyRow now_called(std::string_view path, Type type, std::string_view default_text,
                            std::string_view successor, KeyRuns runs = KeyRuns::here) {
  return {path, type,  default_text,      "0123", KeyCondition::none,
          runs, false, "an old spelling", "",     successor};
}
// Read by nothing any more.
constexpr KeyRow unused(std::string_view path, Type type, std::string_view what) {
  return {path, type, "null", "", KeyCondition::never, KeyRuns::ignored, false, what, "always"};
}

constexpr bool filled_in = true;

constexpr std::array other_table{
    followed("train_batch_size", Type::count, "null",
             "sequences per update: micro-batch × micro-steps × ranks", filled_in),
    followed("train_micro_batch_size_per_gpu", Type::count, "null",
             "sequences per rank and micro-step", filled_in),
    followed("gradient_accumulation_steps", Type::count, "null", "M, micro-steps per update",
             filled_in),
    followed("gradient_clipping", Type::real, "0.0", "the gradient's largest norm; 0: any",
             filled_in),
    left_out("steps_per_print", Type::count, "10", "logging"),
    left_out("wall_clock_breakdown", Type::boolean, "false", "logging"),
    left_out("memory_breakdown", Type::boolean, "false", "logging"),
    left_out("dump_state", Type::boolean, "false", "logging"),

    followed("bf16", Type::section, "{}", "trains in bfloat16"),
    followed("bf16.enabled", Type::boolean, "false", "parameters and gradients in bfloat16",
             filled_in),
    left_out("bf16.immediate_grad_update", Type::boolean, "true",
             "adds gradients to the fp32 copy at once"),
    left_out("bf16.check_grad_overflow", Type::boolean, "false", "looks for infinities"),
    impossible("bf16.bf16_master_weights_and_grads", Type::boolean, "false",
               "no fp32 master weights"),
    impossible("bf16.bf16_optimizer_states", Type::boolean, "false", "states in bfloat16"),
    now_called("bfloat16", Type::section, "{}", "bf16"),
    now_called("bfloat16.enabled", Type::boolean, "false", "bf16.enabled"),
    followed("fp16", Type::section, "{}", "trains in fp16 with loss scaling"),
    impossible("fp16.enabled", Type::boolean, "false", "parameters and gradients in fp16",
               filled_in),
    left_out("fp16.auto_cast", Type::boolean, "false", "casts the inputs"),
    left_out("fp16.loss_scale", Type::real, "0", "0: dynamic"),
    left_out("fp16.initial_scale_power", Type::count, "16", "the first scale, 2 to this power"),
    left_out("fp16.loss_scale_window", Type::count, "1000", "good steps until the scale grows"),
    left_out("fp16.hysteresis", Type::count, "2", "overflows until the scale shrinks"),
    left_out("fp16.consecutive_hysteresis", Type::boolean, "false", "which overflows count"),
    left_out("fp16.min_loss_scale", Type::real, "1", "the smallest scale"),
    left_out("fp16.fp16_master_weights_and_grads", Type::boolean, "false",
             "no fp32 master weights"),
    impossible("amp", Type::anything, "{}", "mixed precision by NVIDIA Apex"),
    impossible("torch_autocast", Type::anything, "{}", "mixed precision by PyTorch's autocast"),

    followed("optimizer", Type::section, "{}", "the optimizer"),
    followed("optimizer.type", Type::text, "null", "its name: Adam, AdamW, …"),
    followed("optimizer.params", Type::section, "{}", "its numbers"),
    followed("optimizer.params.lr", Type::real, "null", "the learning rate", filled_in),
    followed("optimizer.params.betas", Type::list, "null", "both decay rates", filled_in),
    followed("optimizer.params.eps", Type::real, "null", "added to the denominator", filled_in),
    followed("optimizer.params.weight_decay", Type::real, "null", "weight decay", filled_in),
    left_out("optimizer.params.adam_w_mode", Type::boolean, "true",
             "decay apart from the gradient"),
    left_out("optimizer.params.torch_adam", Type::boolean, "false", "PyTorch's implementation"),
    left_out("optimizer.params.bias_correction", Type::boolean, "true", "of the moving means"),
    left_out("optimizer.legacy_fusion", Type::boolean, "false", "an older fusion"),
    left_out("scheduler", Type::section, "{}", "the learning rate's course"),
    left_out("scheduler.type", Type::text, "null", "its name: WarmupLR, …"),
    left_out("scheduler.params", Type::anything, "{}", "its numbers"),

    left_out("prescale_gradients", Type::boolean, "false", "divides before adding up"),
    left_out("gradient_predivide_factor", Type::real, "1.0", "divides by this before adding up"),
    impossible("sparse_gradients", Type::boolean, "false", "sends embeddings' gradients sparse"),
    left_out("communication_data_type", Type::text, "null", "the type that gradients travel in"),
    left_out("seq_parallel_communication_data_type", Type::text, "fp32", "the same for sequences"),
    left_out("data_types", Type::section, "{}", "types"),
    left_out("data_types.grad_accum_dtype", Type::text, "null",
             "the type that gradients accumulate in"),
    left_out("zero_allow_untested_optimizer", Type::boolean, "false", "lets any optimizer in"),
    left_out("zero_force_ds_cpu_optimizer", Type::boolean, "true", "with offload"),
    left_out("disable_allgather", Type::boolean, "false", "another broadcast in its place"),
    unused("fp32_allreduce", Type::boolean,
           "nothing any more: communication_data_type took its "
           "place"),
    unused("allgather_size", Type::count, "nothing any more"),

    left_out("activation_checkpointing", Type::anything, "{}", "recomputes activations"),
    left_out("checkpoint", Type::anything, "{}", "saving and loading"),
    left_out("load_universal_checkpoint", Type::boolean, "false", "loading"),
    left_out("use_node_local_storage", Type::boolean, "false", "saving"),
    left_out("nebula", Type::anything, "{}", "saving"),
    left_out("aio", Type::anything, "{}", "reads and writes of nvme"),
    left_out("flops_profiler", Type::anything, "{}", "profiling"),
    left_out("comms_logger", Type::anything, "{}", "logs the collectives"),
    left_out("tensorboard", Type::anything, "{}", "logging"),
    left_out("wandb", Type::anything, "{}", "logging"),
    left_out("comet", Type::anything, "{}", "logging"),
    left_out("csv_monitor", Type::anything, "{}", "logging"),
    left_out("autotuning", Type::anything, "{}", "looks for settings"),
    left_out("dataloader_drop_last", Type::boolean, "false", "the last, smaller batch"),
    left_out("data_efficiency", Type::anything, "{}", "which data comes when"),
    left_out("curriculum_learning", Type::anything, "{}", "which data comes when"),
    left_out("compile", Type::anything, "{}", "compiles the model"),
    left_out("graph_harvesting", Type::boolean, "false", "CUDA graphs"),
    left_out("timers", Type::anything, "{}", "timing"),
    impossible("elasticity", Type::anything, "{}", "another world size, and another batch"),
    impossible("pipeline", Type::anything, "{}", "pipeline parallelism"),
    impossible("tensor_parallel", Type::anything, "{}", "tensor parallelism"),
    impossible("sequence_parallel_size", Type::count, "1", "sequence parallelism"),
    impossible("hybrid_engine", Type::anything, "{}", "training and inference by turns"),
    impossible("progressive_layer_drop", Type::anything, "{}", "leaves layers out"),
    impossible("eigenvalue", Type::anything, "{}", "quantizes by curvature"),
    impossible("quantize_training", Type::anything, "{}", "trains quantized"),
    impossible("compression_training", Type::anything, "{}", "quantizes or prunes"),
    impossible("weight_quantization", Type::anything, "{}", "quantizes"),
    impossible("sparse_attention", Type::anything, "{}", "another attention"),
    left_out("use_data_before_expert_parallelism", Type::boolean, "false", "experts"),
    left_out("vocabulary_size", Type::integer, "null", "experts' data"),
};

}  // namespace

std::span<const KeyRow> other_rows() {
  return other_table;
}

}  // namespace zerolab
