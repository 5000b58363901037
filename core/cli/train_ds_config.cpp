#include "core/cli/train_ds_config.hpp"

#include "core/deepspeed/runnable.hpp"

namespace zerolab {

namespace {

void set_where_given(float& value, const std::optional<double>& given) {
  if (given) value = static_cast<float>(*given);
}

}  // namespace

std::vector<std::string> apply_ds_config(const std::string& path, const InPlaceOfFile& instead,
                                         TrainOptions& options) {
  const RunnableTraining asked =
      runnable_training(read_ds_config(path), options.zero.world_size, instead.micro_steps);
  options.zero = asked.zero;
  if (const auto batch = instead.batch ? instead.batch : asked.batch) options.batch = *batch;
  AdamWConfig& adamw = options.engine.adamw;
  set_where_given(adamw.learning_rate, asked.learning_rate);
  set_where_given(adamw.beta1, asked.beta1);
  set_where_given(adamw.beta2, asked.beta2);
  set_where_given(adamw.epsilon, asked.epsilon);
  set_where_given(adamw.weight_decay, asked.weight_decay);
  set_where_given(options.engine.clip_norm, asked.clip_norm);
  return asked.notes;
}

}  // namespace zerolab
