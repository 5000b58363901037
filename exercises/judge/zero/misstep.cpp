#include "exercises/judge/zero/misstep.hpp"

#include <array>

namespace zerolab::exercises {

namespace {

constexpr std::array of_adamw{Misstep::no_correction,
                              Misstep::no_momentum_correction,
                              Misstep::no_variance_correction,
                              Misstep::step_from_zero,
                              Misstep::step_too_late,
                              Misstep::epsilon_inside,
                              Misstep::epsilon_before_correction,
                              Misstep::decay_in_gradient,
                              Misstep::decay_without_rate,
                              Misstep::decay_everywhere,
                              Misstep::decay_nowhere,
                              Misstep::decay_inverted,
                              Misstep::decay_of_local_places,
                              Misstep::decay_after_update,
                              Misstep::decay_raises,
                              Misstep::betas_swapped,
                              Misstep::variance_not_squared,
                              Misstep::old_moments,
                              Misstep::moments_not_kept,
                              Misstep::climbs,
                              Misstep::no_root,
                              Misstep::step_always_one,
                              Misstep::power_as_product,
                              Misstep::no_epsilon,
                              Misstep::gradient_in_full,
                              Misstep::corrected_kept,
                              Misstep::weights_not_kept,
                              Misstep::nothing_kept,
                              Misstep::last_element_left,
                              Misstep::spans_by_place,
                              Misstep::default_constants,
                              Misstep::decay_first_range_only,
                              Misstep::decay_end_inclusive,
                              Misstep::decay_range_from_outside,
                              Misstep::decay_asked_once};
constexpr std::array of_step{
    Misstep::gradients_summed,  Misstep::own_gradients,      Misstep::own_gradients_whole,
    Misstep::own_divided_first, Misstep::not_gathered,       Misstep::gathered_too_early,
    Misstep::moments_forgotten, Misstep::states_exchanged,   Misstep::decay_of_local_places,
    Misstep::decay_everywhere,  Misstep::decay_nowhere,      Misstep::step_from_zero,
    Misstep::step_too_late,     Misstep::no_correction,      Misstep::epsilon_inside,
    Misstep::decay_in_gradient, Misstep::decay_without_rate, Misstep::decay_after_update};
constexpr std::array of_pass{Misstep::shard_overwritten,      Misstep::shard_own_only,
                             Misstep::shard_divided,          Misstep::shard_of_neighbour,
                             Misstep::shard_begins_at_zero,   Misstep::shard_begin_rounded_down,
                             Misstep::shard_begin_rounded_up, Misstep::shard_empty,
                             Misstep::parameters_left_out,  // these two: exercise 11 only
                             Misstep::parameters_at_zero};
constexpr std::array of_norm{
    Misstep::norm_zero,           Misstep::norm_of_rank_0, Misstep::norm_one_rank,
    Misstep::norm_whole_squares,  Misstep::norm_whole_sum, Misstep::norm_remainder_lost,
    Misstep::norm_absolute,       Misstep::norm_divided,   Misstep::norm_local,
    Misstep::norm_padding,        Misstep::norm_of_sums,   Misstep::norm_no_root,
    Misstep::norm_root_too_early, Misstep::norm_largest,   Misstep::norm_averaged,
    Misstep::norm_signed};
constexpr std::array of_memory{Misstep::memory_longest,
                               Misstep::memory_whole_model,
                               Misstep::memory_even,
                               Misstep::memory_nothing_sharded,
                               Misstep::memory_optimizer_whole,
                               Misstep::memory_gradients_whole,
                               Misstep::memory_parameters_whole,
                               Misstep::memory_gradients_early,
                               Misstep::memory_parameters_early,
                               Misstep::memory_no_master,
                               Misstep::memory_gradients_fp32,
                               Misstep::memory_parameters_fp32,
                               Misstep::memory_elements,
                               Misstep::memory_other_precision,
                               Misstep::memory_remainder_last,
                               Misstep::memory_formula,
                               Misstep::memory_only_its_stage,
                               Misstep::memory_master_in_fp32,
                               Misstep::memory_master_as_parameters,
                               Misstep::memory_int_bytes,
                               Misstep::memory_int_elements};
constexpr std::array of_reshard{
    Misstep::reshard_parameters_only,  Misstep::reshard_own_only,
    Misstep::reshard_states_mixed,     Misstep::reshard_old_cut,
    Misstep::reshard_place_lost,       Misstep::reshard_own_lost,
    Misstep::reshard_source_lost,      Misstep::reshard_neighbours_only,
    Misstep::reshard_first_piece_only, Misstep::reshard_last_element_lost,
    Misstep::reshard_new_ranks_empty,  Misstep::reshard_begin_by_length};

}  // namespace

std::span<const Misstep> missteps_of(int exercise) {
  switch (exercise) {
    case 8: return of_adamw;
    case 9: return of_step;
    case 10: return std::span(of_pass).first(of_pass.size() - 2);
    case 11: return of_pass;
    case 12: return of_norm;
    case 13: return of_memory;
    case 14: return of_reshard;
    default: return {};
  }
}

}  // namespace zerolab::exercises
