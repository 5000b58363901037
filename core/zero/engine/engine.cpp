#include "core/zero/engine/engine.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/model/norm.hpp"

namespace zerolab {

namespace {

Traffic traffic_between(const Counters& before, const Counters& after) {
  const Counters moved = after - before;
  return {moved.sent_messages, moved.received_messages, moved.sent_elements,
          moved.received_elements};
}

// Minus zero: a sum with it leaves every number's bits alone, where +0 would change -0.
void fill_with_nothing(TypedSpan values) {
  switch (values.dtype) {
    case DType::f32: std::ranges::fill(values.as<float>(), -0.0F); return;
    case DType::bf16: std::ranges::fill(values.as<BFloat16>(), BFloat16(-0.0F)); return;
    case DType::i64: break;
  }
  throw InvariantError("parameters are numbers with a sign of zero");
}

}  // namespace

Engine::Engine(const StepPlan& plan, const Gpt& model, const Corpus& corpus,
               const EngineOptions& options, Transport& transport, Recorder* recorder)
    : plan_(plan),
      model_(model),
      corpus_(corpus),
      options_(options),
      transport_(transport),
      recorder_(recorder),
      ledger_(device("cpu"), recorder),
      state_(plan, model, options.seed, transport.rank(), ledger_),
      collectives_(transport, recorder, options.collectives) {
  require(plan.config.world_size == transport.world_size(),
          "plan and transport have as many ranks");
}

StepResult Engine::step(int train_step) {
  train_step_ = train_step;
  loaded_micro_step_ = -1;
  loss_sum_ = 0;
  clip_factor_ = 1;
  StepResult result;
  const bool recording = recorder_ != nullptr && recorder_->recording();
  for (std::size_t i = 0; i < plan_.ops.size(); ++i) {
    const StepOp& op = plan_.ops[i];
    Event event;
    if (recording) {
      recorder_->set_context({train_step, static_cast<int>(i), op.micro_step, op.unit});
      event.posted = event.begin = now_ns();
    }
    run(op, result);
    if (recording) {
      event.end = now_ns();
      recorder_->record(event);
    }
  }
  return result;
}

void Engine::run(const StepOp& op, StepResult& result) {
  UnitState* unit = op.unit < 0 ? nullptr : &state_.unit(op.unit);
  const auto name = [&] { return model_.units()[static_cast<std::size_t>(op.unit)].name; };
  const auto moved = [&] { return transport_.counters() - collectives_.order_check_traffic(); };
  const Counters before = moved();
  const CollectiveCounts issued_before = collectives_.issued();
  switch (op.kind) {
    case OpKind::zero_gradients: zero_gradients(); break;
    case OpKind::gather_parameters:
    case OpKind::broadcast_parameters:
    case OpKind::all_reduce_parameters: gather_parameters(*unit, op); break;
    case OpKind::forward: forward(op); break;
    case OpKind::backward: backward(op); break;
    case OpKind::release_parameters: unit->gathered = {}; break;
    case OpKind::open_bucket:
      unit->bucket =
          ledger_.allocate(MemoryCategory::buckets, unit->elements * size_bytes(parameter_type()));
      break;
    case OpKind::reduce_scatter_gradients:
      collectives_.reduce_scatter(whole_gradient(*unit), "gradients of " + name());
      break;
    case OpKind::reduce_gradients: reduce_gradients(*unit, op); break;
    case OpKind::all_reduce_gradients:
      collectives_.all_reduce(whole_gradient(*unit), "gradients of " + name());
      break;
    case OpKind::accumulate_shard: accumulate_shard(*unit); break;
    case OpKind::close_bucket: unit->bucket = {}; break;
    case OpKind::gather_norm: result.gradient_norm = gather_norm(); break;
    case OpKind::update: update(op); break;
    case OpKind::all_gather_parameters:
    case OpKind::broadcast_updates:
    case OpKind::all_reduce_updates:
      make_whole(*unit, op, "updated parameters of " + name());
      break;
    case OpKind::gather_loss: result.loss = gather_loss(); break;
  }
  if (!collective_of(op.kind)) return;
  const Purpose purpose = purpose_of(op.kind);
  result.measured.of(purpose) += traffic_between(before, moved());
  auto& issued = is_large(purpose) ? result.issued.large : result.issued.small;
  for (std::size_t i = 0; i < issued.size(); ++i) {
    issued[i] += collectives_.issued()[i] - issued_before[i];
  }
}

void Engine::zero_gradients() {
  for (int u = 0; u < state_.unit_count(); ++u) {
    std::ranges::fill(state_.unit(u).gradients.as<std::byte>(), std::byte{0});
  }
}

void Engine::gather_parameters(UnitState& unit, const StepOp& op) {
  const TypedSpan own =
      own_part(unit.parameters, parameter_type(), unit.parameters_extent, unit.own);
  unit.gathered = ledger_.allocate(MemoryCategory::gathered_parameters,
                                   unit.elements * size_bytes(parameter_type()));
  const TypedSpan whole = usable_parameters(unit);
  device("cpu").combine(Combine::copy, whole.sub(unit.own).data, own.data, own.elements, own.dtype);
  make_whole(unit, op, "parameters of " + model_.units()[static_cast<std::size_t>(op.unit)].name);
}

// Before: each rank's own part. After: the whole unit, on every rank.
void Engine::make_whole(const UnitState& unit, const StepOp& op, std::string_view purpose) {
  const TypedSpan whole = usable_parameters(unit);
  const Collective collective = *collective_of(op.kind);
  if (collective == Collective::all_gather) {
    collectives_.all_gather(whole, purpose);
  } else if (collective == Collective::all_reduce) {
    fill_with_nothing(whole.sub({0, unit.own.begin}));
    fill_with_nothing(whole.sub({unit.own.end, unit.elements}));
    collectives_.all_reduce(whole, purpose);
  } else {
    for (const IssuedCollective& part : issued_by(plan_, op)) {
      collectives_.broadcast(whole.sub(own_range(plan_, op.unit, part.root)), part.root, purpose);
    }
  }
}

void Engine::reduce_gradients(const UnitState& unit, const StepOp& op) {
  const std::string purpose =
      "gradients of " + model_.units()[static_cast<std::size_t>(op.unit)].name;
  for (const IssuedCollective& part : issued_by(plan_, op)) {
    collectives_.reduce(whole_gradient(unit).sub(own_range(plan_, op.unit, part.root)), part.root,
                        purpose);
  }
}

TypedSpan Engine::usable_parameters(const UnitState& unit) const {
  return (unit.gathered.exists() ? unit.gathered : unit.parameters).elements(parameter_type());
}

TypedSpan Engine::whole_gradient(const UnitState& unit) const {
  return (unit.bucket.exists() ? unit.bucket : unit.gradients).elements(parameter_type());
}

// `values` themselves where they are fp32, else a copy in `room`.
std::span<const float> Engine::in_fp32(TypedSpan values, std::span<float> room) const {
  if (values.dtype == DType::f32) return values.as<float>();
  device("cpu").convert(Combine::copy, room.data(), DType::f32, values.data, values.dtype,
                        values.elements);
  return room.first(values.elements);
}

void Engine::load_batch(int micro_step) {
  if (loaded_micro_step_ == micro_step) return;
  loaded_micro_step_ = micro_step;
  const auto wide = [](int number) { return static_cast<std::uint64_t>(number); };
  const std::uint64_t micro_batch =
      (wide(train_step_) * wide(plan_.config.micro_steps) + wide(micro_step)) *
          wide(plan_.config.world_size) +
      wide(transport_.rank());
  const auto length = static_cast<std::size_t>(model_.sequence());
  for (std::size_t b = 0; b < static_cast<std::size_t>(model_.batch()); ++b) {
    corpus_.fill(options_.seed, micro_batch * wide(model_.batch()) + b, model_.sequence(),
                 state_.inputs().data() + b * length, state_.targets().data() + b * length);
  }
}

void Engine::forward(const StepOp& op) {
  load_batch(op.micro_step);
  const Batch batch{model_.batch(), model_.sequence(), state_.inputs(), state_.targets()};
  const auto parameters =
      in_fp32(usable_parameters(state_.unit(op.unit)), state_.cast_parameters());
  loss_sum_ += static_cast<double>(model_.forward(op.unit, parameters, batch, state_.workspace()));
}

// Products are in fp32. What is kept in bf16 takes in one micro-step's gradient with one rounding.
void Engine::backward(const StepOp& op) {
  const Batch batch{model_.batch(), model_.sequence(), state_.inputs(), state_.targets()};
  const UnitState& unit = state_.unit(op.unit);
  const auto parameters = in_fp32(usable_parameters(unit), state_.cast_parameters());
  const TypedSpan gradient = whole_gradient(unit);
  if (gradient.dtype == DType::f32) {
    model_.backward(op.unit, parameters, gradient.as<float>(), batch, state_.workspace());
    return;
  }
  const std::span<float> exact = state_.cast_gradients().first(unit.elements);
  std::ranges::fill(exact, 0.0F);
  model_.backward(op.unit, parameters, exact, batch, state_.workspace());
  device("cpu").convert(Combine::add, gradient.data, gradient.dtype, exact.data(), DType::f32,
                        unit.elements);
}

void Engine::accumulate_shard(UnitState& unit) {
  const TypedSpan shard = unit.gradients.elements(parameter_type());
  device("cpu").combine(Combine::add, shard.data, whole_gradient(unit).sub(unit.own).data,
                        shard.elements, shard.dtype);
}

// Each rank contributes one number; they are added in double in the order of ranks, which is the
// same everywhere and in every stage.
double Engine::sum_over_ranks(float own, std::string_view what) {
  const std::span<float> numbers = state_.numbers();
  numbers[static_cast<std::size_t>(transport_.rank())] = own;
  collectives_.all_gather(numbers, what);
  double sum = 0;
  for (const float number : numbers) sum += static_cast<double>(number);
  return sum;
}

float Engine::gather_norm() {
  double own = 0;
  for (int u = 0; u < state_.unit_count(); ++u) {
    const UnitState& unit = state_.unit(u);
    own += sum_of_squares(
        in_fp32(own_part(unit.gradients, parameter_type(), plan_.at_rest.gradients, unit.own),
                state_.cast_gradients()));
  }
  const double squares = sum_over_ranks(static_cast<float>(own), "gradient norm");
  const float norm = static_cast<float>(std::sqrt(squares)) /
                     static_cast<float>(plan_.config.world_size * plan_.config.micro_steps);
  clip_factor_ = norm > options_.clip_norm ? options_.clip_norm / norm : 1.0F;
  return norm;
}

// What arrives here is the sum over ranks and micro-steps: 1/(N·M) and the clip factor enter once,
// in fp32, as AdamW's scale. Parameters kept in bf16 become the rounded master weights.
void Engine::update(const StepOp& op) {
  UnitState& unit = state_.unit(op.unit);
  const AtRest& at_rest = plan_.at_rest;
  const float scale =
      clip_factor_ / static_cast<float>(plan_.config.world_size * plan_.config.micro_steps);
  const bool whole = at_rest.optimizer == Extent::whole;
  const Range range = whole ? Range{0, unit.elements} : unit.own;
  const TypedSpan parameters =
      own_part(unit.parameters, parameter_type(), unit.parameters_extent, range);
  const std::span<float> weights =
      unit.master.exists() ? unit.master.as<float>() : parameters.as<float>();
  const auto gradients =
      in_fp32(own_part(unit.gradients, parameter_type(), at_rest.gradients, range),
              state_.cast_gradients());
  adamw_update_unit(options_.adamw, train_step_ + 1, scale,
                    model_.units()[static_cast<std::size_t>(op.unit)], range, weights, gradients,
                    unit.momentum.as<float>(), unit.variance.as<float>());
  if (!unit.master.exists()) return;
  device("cpu").convert(Combine::copy, parameters.data, parameters.dtype, weights.data(),
                        DType::f32, weights.size());
}

float Engine::gather_loss() {
  const auto own = static_cast<float>(loss_sum_ / plan_.config.micro_steps);
  return static_cast<float>(sum_over_ranks(own, "loss") / plan_.config.world_size);
}

}  // namespace zerolab
