#include "core/deepspeed/batch.hpp"

#include "core/base/error.hpp"
#include "core/base/units.hpp"

namespace zerolab {

namespace {

using Count = std::optional<std::int64_t>;

constexpr std::string_view train_key = "train_batch_size";
constexpr std::string_view micro_key = "train_micro_batch_size_per_gpu";
constexpr std::string_view steps_key = "gradient_accumulation_steps";
constexpr double most_sequences = 1e9;  // of each of the three: products fit into 63 bits

// None where the file leaves it open.
Count given(const DsConfig& config, std::string_view key) {
  if (config.origin(key) != Origin::set) return std::nullopt;
  const double value = *config.number(key);
  if (value < 1 || value > most_sequences) {
    throw input_error("{}: {}; give a whole number from 1 to 10^9", config.name,
                      config.mention(key));
  }
  return static_cast<std::int64_t>(value);
}

std::string shown(const DsConfig& config, std::string_view key, Count value) {
  return value ? config.mention(key) : fmt::format("{} unset", key);
}

}  // namespace

BatchArithmetic batch_of(const DsConfig& config, int ranks, std::optional<int> micro_steps) {
  if (micro_steps && *micro_steps < 1) {
    throw input_error("micro-steps {}: at least 1", *micro_steps);
  }
  const Count train = micro_steps ? std::nullopt : given(config, train_key);
  const Count steps = micro_steps ? Count(*micro_steps) : given(config, steps_key);
  const Count micro = given(config, micro_key);

  const auto quotient = [&](std::int64_t divisor) {
    if (*train % divisor == 0) return *train / divisor;
    throw input_error(
        "{}: {} does not divide by {} ({}; {}; {} ranks): train_batch_size is micro-batch × "
        "micro-steps × ranks, so change one of them",
        config.name, config.mention(train_key), with_separators(divisor),
        shown(config, micro_key, micro), shown(config, steps_key, steps), ranks);
  };

  BatchArithmetic batch;
  batch.given = train || micro;
  std::int64_t all_steps = steps.value_or(1);
  if (train && micro && !steps) all_steps = quotient(*micro * ranks);
  batch.micro_batch = micro ? *micro : train ? quotient(all_steps * ranks) : 1;
  batch.micro_steps = static_cast<int>(all_steps);
  const double product = static_cast<double>(batch.micro_batch) * static_cast<double>(all_steps);
  if (product * ranks > 1e18) {
    throw input_error("{}: {} × {} × {} ranks is more than 10^18 sequences per update", config.name,
                      shown(config, micro_key, micro), shown(config, steps_key, steps), ranks);
  }
  batch.train_batch = batch.micro_batch * all_steps * ranks;
  if (train && *train != batch.train_batch) {
    throw input_error(
        "{}: {} is not micro-batch {} × micro-steps {} × {} ranks = {} ({}; {}): change one of "
        "them",
        config.name, config.mention(train_key), batch.micro_batch, all_steps, ranks,
        with_separators(batch.train_batch), shown(config, micro_key, micro),
        shown(config, steps_key, steps));
  }
  return batch;
}

}  // namespace zerolab
