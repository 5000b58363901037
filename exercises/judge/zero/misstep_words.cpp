// What each misstep is told.
#include "core/base/error.hpp"
#include "exercises/judge/zero/misstep.hpp"

namespace zerolab::exercises {

std::string_view nudge(Misstep misstep) {
  switch (misstep) {
    case Misstep::none: return "";
    case Misstep::no_correction:
      return "that is without bias correction: divide momentum by 1-β₁ᵗ and variance by 1-β₂ᵗ";
    case Misstep::no_momentum_correction:
      return "the momentum is not corrected for its bias: divide it by 1-β₁ᵗ";
    case Misstep::no_variance_correction:
      return "the variance is not corrected for its bias: divide it by 1-β₂ᵗ";
    case Misstep::step_from_zero:
      return "the bias correction is that of the step before: the first step is t = 1, and `step` "
             "counts like that already";
    case Misstep::step_too_late:
      return "the bias correction is that of the next step: the first step is t = 1, and `step` "
             "counts like that already";
    case Misstep::epsilon_inside:
      return "ε is added to the variance, under the root: it is added to the root";
    case Misstep::epsilon_before_correction:
      return "ε is added before the bias correction of the variance: correct first, then take the "
             "root, then add ε";
    case Misstep::decay_in_gradient:
      return "the decay is added to the gradient, which is Adam with an L2 penalty: AdamW takes it "
             "off the weight, past momentum and variance";
    case Misstep::decay_without_rate:
      return "the decay is not multiplied by the learning rate: λ stands inside of η·(… + λw)";
    case Misstep::decay_everywhere: return "elements decay that must not: look at `undecayed`";
    case Misstep::decay_nowhere: return "no element decays: all do but those in `undecayed`";
    case Misstep::decay_inverted:
      return "just the elements decay that must not, and the others do not";
    case Misstep::decay_of_local_places:
      return "`undecayed` speaks of places in the whole buffer, and the shard begins at "
             "`range.begin` of it: element i of the shard is element range.begin + i";
    case Misstep::decay_after_update:
      return "the decay is taken of the weight that has been updated already: both use the weight "
             "before the step";
    case Misstep::decay_raises: return "the decay makes weights larger: it is taken off";
    case Misstep::betas_swapped: return "β₁ and β₂ are exchanged: β₁ is the momentum's";
    case Misstep::variance_not_squared:
      return "the variance is an average of gradients: it is one of their squares";
    case Misstep::old_moments:
      return "the update uses the momentum and variance of the step before: bring them up to date "
             "first";
    case Misstep::moments_not_kept:
      return "momentum and variance are as before the step: the next step needs the new ones";
    case Misstep::climbs: return "the weights go up the gradient: the update is taken off";
    case Misstep::no_root: return "the momentum is divided by the variance, not by its root";
    case Misstep::step_always_one:
      return "the bias correction is that of the first step, whatever `step` is";
    case Misstep::power_as_product: return "βᵗ is taken as β·t: it is a power, not a product";
    case Misstep::no_epsilon: return "ε is missing: it is added to the root of the variance";
    case Misstep::gradient_in_full:
      return "the gradient is added in full: it enters with 1-β, so that momentum and variance are "
             "averages";
    case Misstep::corrected_kept:
      return "momentum and variance are kept with the bias corrected: keep them as they are, and "
             "correct what this update uses";
    case Misstep::weights_not_kept:
      return "the weights are as before the step: write the new ones into the span";
    case Misstep::nothing_kept:
      return "nothing has changed: write weights, momentum and variance into the spans (a copy of "
             "an element, `auto w = …`, is not the element: that is `auto& w`)";
    case Misstep::last_element_left: return "the last element of each shard is as before the step";
    case Misstep::spans_by_place:
      return "only rank 0 is right: the spans begin with the shard, so its elements are 0 to "
             "range.size() - 1 of them, not range.begin to range.end - 1";
    case Misstep::default_constants: return "the constants are the usual ones, not those in `adam`";
    case Misstep::decay_first_range_only: return "only the first range of `undecayed` is looked at";
    case Misstep::decay_end_inclusive:
      return "the element after a range of `undecayed` does not decay either: a range's end is one "
             "past its last element";
    case Misstep::decay_range_from_outside:
      return "a range of `undecayed` that begins before the shard is missed: unsigned numbers do "
             "not go below 0, so compare places in the whole buffer";
    case Misstep::decay_asked_once:
      return "whether to decay is asked once for the whole shard, and tensors begin and end within "
             "it: ask for each element";
    case Misstep::gradients_summed:
      return "the gradients are the sum over ranks, not the mean: divide by N before the update";
    case Misstep::own_gradients:
      return "each rank updates its shard with its own gradients only: reduce-scatter them first";
    case Misstep::own_gradients_whole:
      return "each rank updates its shard with its own gradients only: reduce-scatter them first, "
             "and divide by N";
    case Misstep::own_divided_first:
      return "a rank's own part of the mean is divided by N, and what the others add is not: "
             "divide "
             "after the reduce-scatter, or all gradients before it";
    case Misstep::not_gathered:
      return "a rank has the new parameters of its own shard only: all-gather the parameters, not "
             "the gradients, after the update";
    case Misstep::gathered_too_early:
      return "the other ranks' parameters are those of the step before: all-gather them after the "
             "update, not before it";
    case Misstep::moments_forgotten:
      return "momentum and variance begin from zero in every step: keep them in `state`";
    case Misstep::states_exchanged:
      return "momentum and variance are exchanged: `state` has each where the other belongs";
    case Misstep::shard_overwritten:
      return "a shard holds the last micro-step's gradients only: add to it what each micro-step "
             "brings";
    case Misstep::shard_own_only:
      return "a shard holds the rank's own gradients only: reduce-scatter adds those of all ranks";
    case Misstep::shard_divided:
      return "the gradients are divided: here they are sums, and the update divides later";
    case Misstep::shard_of_neighbour:
      return "a rank keeps another rank's chunk: after reduce-scatter chunk r is the sum on rank r";
    case Misstep::shard_begins_at_zero:
      return "a rank keeps the first elements of the unit, whatever its rank: its shard begins at "
             "shard(elements, N, rank).begin";
    case Misstep::shard_begin_rounded_down:
    case Misstep::shard_begin_rounded_up:
      return "a rank takes its chunk from rank times the size of a chunk, which is right only "
             "where "
             "N divides the unit: it begins at shard(elements, N, rank).begin";
    case Misstep::shard_empty: return "a gradient shard is as it was before the call";
    case Misstep::parameters_left_out:
      return "backward has run without parameters: in stage 3 it is backward(parameters, "
             "gradients), "
             "and needs them whole once more";
    case Misstep::parameters_at_zero:
      return "each rank puts its shard at the beginning of the whole buffer: all-gather expects it "
             "at "
             "shard(elements, N, rank).begin";
    case Misstep::norm_local:
      return "that is the norm of the rank's own shard: the others' are part of it";
    case Misstep::norm_padding:
      return "padding is counted: a shard may be shorter than its buffer, and what comes after it "
             "is no gradient";
    case Misstep::norm_of_sums:
      return "norms are added up: add the squares over all ranks, and take the root of the sum";
    case Misstep::norm_no_root: return "that is the square of the norm: take the root";
    case Misstep::norm_root_too_early:
      return "the root is taken of each rank's sum, and then of their sum: take it once, at the "
             "end";
    case Misstep::norm_largest:
      return "that is the largest of the ranks' norms: add the squares over all ranks";
    case Misstep::norm_averaged:
      return "the sum of squares is divided by N: the norm is of all shards together, not of a "
             "mean shard";
    case Misstep::norm_signed: return "elements are added up without being squared";
    case Misstep::norm_absolute:
      return "absolute values are added up: the norm adds squares, and takes the root";
    case Misstep::norm_divided:
      return "the norm is divided by N: the gradients are what they are, and no mean is asked";
    case Misstep::norm_whole_squares:
    case Misstep::norm_whole_sum:
      return "fractions are lost: a sum is kept in an int (std::accumulate and std::inner_product "
             "add in the type of their start: 0.0F, not 0)";
    case Misstep::norm_remainder_lost:
      return "elements / N is rounded down: the first elements mod N shards have one more";
    case Misstep::norm_of_rank_0:
      return "that is the norm of rank 0's shard: the all-gather takes rank r's number from place "
             "r of the buffer";
    case Misstep::norm_zero:
      return "that is 0: the all-gather takes rank r's number from place r of the buffer";
    case Misstep::norm_one_rank:
      return "only rank 0 has the norm: every rank needs it, to clip its own shard";
    case Misstep::memory_whole_model:
      return "the model is cut as one buffer: each unit is cut in N shards of its own, so a rank "
             "may have an element more of each";
    case Misstep::memory_even:
      return "elements / N is rounded down, and the remainder belongs to nobody: the first ranks "
             "have an element more";
    case Misstep::memory_nothing_sharded:
      return "nothing is divided among the ranks: from stage 1 on the optimizer's states are";
    case Misstep::memory_optimizer_whole:
      return "every rank has all of the optimizer's states: from stage 1 on it has its shard";
    case Misstep::memory_gradients_whole:
      return "every rank has all gradients: from stage 2 on it has its shard";
    case Misstep::memory_parameters_whole:
      return "every rank has all parameters: in stage 3 it has its shard";
    case Misstep::memory_gradients_early:
      return "gradients are sharded from stage 2 on, not before";
    case Misstep::memory_parameters_early: return "parameters are sharded in stage 3 only";
    case Misstep::memory_no_master:
      return "the optimizer of mixed precision keeps three fp32 numbers per parameter: the master "
             "weight is one of them";
    case Misstep::memory_gradients_fp32:
      return "gradients of mixed precision are counted as fp32: they take 2 bytes";
    case Misstep::memory_parameters_fp32:
      return "parameters of mixed precision are counted as fp32: they take 2 bytes";
    case Misstep::memory_elements: return "that is elements: bytes are asked";
    case Misstep::memory_other_precision:
      return "that is right for the other precision: 4 + 4 + 8 bytes in fp32, 2 + 2 + 12 mixed";
    case Misstep::memory_remainder_last:
      return "the remainder goes to the last rank: the first n mod N shards have one element more";
    case Misstep::memory_formula:
      return "that is bytes · Ψ/N, as if all shards were equally long: a shard has whole elements, "
             "and the first n mod N of a unit have one more";
    case Misstep::memory_only_its_stage:
      return "a stage shards what the stages before it shard as well: stage 2 optimizer and "
             "gradients, stage 3 all three";
    case Misstep::memory_master_in_fp32:
      return "master weights are counted in fp32: there the parameters are fp32 themselves, and "
             "no master weights are kept";
    case Misstep::memory_master_as_parameters:
      return "master weights are counted as parameters: they belong to the optimizer's states, "
             "which are sharded from stage 1 on";
    case Misstep::memory_int_bytes:
    case Misstep::memory_int_elements:
      return "an int ends at 2147483647, and large models have more: count in std::int64_t";
    case Misstep::memory_longest:
      return "that is the longest shard, rank 0's, for every rank: only the first n mod N shards "
             "of a unit have an element more";
    case Misstep::reshard_parameters_only:
      return "only the parameters have moved: momentum and variance are part of the state";
    case Misstep::reshard_old_cut: return "the new shards are cut for the old number of ranks";
    case Misstep::reshard_states_mixed:
      return "the states are mixed up: each new one comes from the old one of the same name";
    case Misstep::reshard_place_lost:
      return "what arrives is put at the beginning of the new shard: its place is where the two "
             "shards meet, counted from the new one's beginning";
    case Misstep::reshard_own_only:
      return "a new shard has what its rank had before, and nothing of the other ranks";
    case Misstep::reshard_own_lost:
      return "a new shard lacks what its rank had itself: where old and new shard of one rank "
             "meet, copy";
    case Misstep::reshard_source_lost:
      return "what is sent begins at the beginning of the old shard: its place is where the two "
             "shards meet, counted from the old one's beginning";
    case Misstep::reshard_neighbours_only:
      return "a new shard has only what its own rank and the rank's neighbours had: shards of "
             "ranks farther apart may meet as well";
    case Misstep::reshard_first_piece_only:
      return "a new shard has elements from one rank only, where it begins: other old shards meet "
             "it too";
    case Misstep::reshard_new_ranks_empty:
      return "ranks that had no shard before get none: they only receive, but that they must";
    case Misstep::reshard_begin_by_length:
      return "a shard is taken to begin at its rank times its length: the shards before it may be "
             "an element longer";
    case Misstep::reshard_last_element_lost:
      return "the last element of each piece is missing: `end` is one past it";
  }
  throw InvariantError("a Misstep without words");
}

}  // namespace zerolab::exercises
