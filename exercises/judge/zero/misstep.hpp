// The misconceptions that exercises 8 to 14 tell apart by their results: each gives other numbers,
// and those of a wrong answer are compared with them.
#pragma once

#include <span>
#include <string_view>

namespace zerolab::exercises {

enum class Misstep {
  none,
  // 8, and 9 where it does the update itself.
  no_correction,
  no_momentum_correction,
  no_variance_correction,
  step_from_zero,
  step_too_late,
  epsilon_inside,
  epsilon_before_correction,
  decay_in_gradient,
  decay_without_rate,
  decay_everywhere,
  decay_nowhere,
  decay_inverted,
  decay_of_local_places,
  decay_after_update,
  decay_raises,
  betas_swapped,
  variance_not_squared,
  old_moments,
  moments_not_kept,
  climbs,
  no_root,
  step_always_one,
  power_as_product,
  no_epsilon,
  gradient_in_full,
  corrected_kept,
  weights_not_kept,
  nothing_kept,
  last_element_left,
  spans_by_place,
  default_constants,
  decay_first_range_only,
  decay_end_inclusive,
  decay_range_from_outside,
  decay_asked_once,
  // 9
  gradients_summed,
  own_gradients,
  own_gradients_whole,
  own_divided_first,
  not_gathered,
  gathered_too_early,
  moments_forgotten,
  states_exchanged,
  // 10 and 11
  shard_overwritten,
  shard_own_only,
  shard_divided,
  shard_of_neighbour,
  shard_begins_at_zero,
  shard_begin_rounded_down,
  shard_begin_rounded_up,
  shard_empty,
  // 11
  parameters_left_out,
  parameters_at_zero,
  // 12
  norm_local,
  norm_padding,
  norm_of_sums,
  norm_no_root,
  norm_root_too_early,
  norm_largest,
  norm_averaged,
  norm_signed,
  norm_absolute,
  norm_divided,
  norm_whole_squares,
  norm_whole_sum,
  norm_remainder_lost,
  norm_of_rank_0,
  norm_zero,
  norm_one_rank,
  // 13
  memory_whole_model,
  memory_even,
  memory_nothing_sharded,
  memory_optimizer_whole,
  memory_gradients_whole,
  memory_parameters_whole,
  memory_gradients_early,
  memory_parameters_early,
  memory_no_master,
  memory_gradients_fp32,
  memory_parameters_fp32,
  memory_elements,
  memory_other_precision,
  memory_longest,
  memory_remainder_last,
  memory_formula,
  memory_only_its_stage,
  memory_master_in_fp32,
  memory_master_as_parameters,
  memory_int_bytes,
  memory_int_elements,
  // 14
  reshard_parameters_only,
  reshard_old_cut,
  reshard_states_mixed,
  reshard_place_lost,
  reshard_own_only,
  reshard_own_lost,
  reshard_source_lost,
  reshard_neighbours_only,
  reshard_first_piece_only,
  reshard_last_element_lost,
  reshard_new_ranks_empty,
  reshard_begin_by_length
};

// Those that an exercise can be told, without `none`, the more telling first.
std::span<const Misstep> missteps_of(int exercise);

// What to look at, without the data of the run; for a hidden test, and as the end of a sentence.
std::string_view nudge(Misstep misstep);

}  // namespace zerolab::exercises
