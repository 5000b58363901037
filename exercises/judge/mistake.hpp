// The misconceptions that are told apart, and what a hidden test says about each.
#pragma once

#include <string>
#include <string_view>

#include "exercises/judge/findings.hpp"

namespace zerolab::exercises {

enum class Mistake {
  // Who talks to whom.
  wrong_direction,     // every message goes to the left neighbour
  both_directions,     // to both neighbours
  root_gather,         // one rank collects, or hands out, for all
  direct_exchange,     // ranks send to several others
  not_the_neighbour,   // some other rank
  receives_elsewhere,  // a receive from a rank that is not the left neighbour
  no_such_rank,        // to itself, or outside 0 … N-1
  // How many messages.
  no_messages,
  too_many_messages,
  too_few_messages,
  first_half_only,   // exercise 5: stops after the reduce-scatter
  empty_left_out,    // all messages but those of empty chunks
  buckets_left_out,  // exercise 7: fewer buckets than there are
  buckets_too_many,
  empty_bucket,       // exercise 7: one more than there are, with nothing in it
  empty_tensor_ends,  // exercise 7: takes a tensor without elements for the end of the list
  // How long.
  whole_buffer,
  padded,          // all as long as the longest chunk
  remainder_lost,  // all as long as the shortest
  other_cut,       // chunks cut as in one of partition.hpp's mistaken ways
  other_bucket,    // exercise 7: another bucket than the right one
  size_announced,  // a message of one element before each, as if sizes were not known
  in_pieces,       // all elements, in more messages than there should be
  wrong_size,
  sizes_disagree,  // a receive of another size than its message
  // Which elements, and what is in them.
  wrong_numbering,  // all ranks' chunks are off by the same number
  halves_disagree,  // exercise 5: the second half begins with another chunk than the first ends
                    // with
  index_goes_up,
  sent_again,
  wrong_chunk,
  not_held,     // sent before it has it
  not_a_chunk,  // right length, but no chunk begins there
  stale,        // its own input only
  overwritten,  // what arrived has replaced its own
  added_twice,
  added_not_copied,  // a finished chunk added to what is there
  old_passed_on,     // its old content instead of what arrived
  own_left_out,
  mixed,  // no sum of one chunk's inputs
  wrong_sum,
  // What is held at the end.
  result_one_rank,  // wrong where there is nobody to talk to
  result_untouched,
  result_unreadable,
  result_own_only,
  result_overwritten,
  result_twice,
  result_incomplete,
  result_of_another_rank,
  result_elsewhere,
  result_averaged,  // divided where the sum is asked
  result_not_divided,
  result_tail_not_divided,  // exercise 7: the last bucket is not
  result_zero,
  result_divided_twice,
  result_divided_otherwise,
  result_tail_untouched,
  result_other_order,
  result_wrong,
  // How it ended.
  all_send_first,
  all_receive_first,
  waits_for_nothing,  // for a rank that has returned
  waits_in_a_circle,
  never_received,
  unwritten,
  threw,
  shared_buffer,  // sendrecv's spans overlap
  crashed,
  ended_early,
  endless,
  out_of_memory,
  forbidden,
  flood,
  not_run,
  // Memory.
  written_outside,
  input_changed,
  peak_too_high,
  // Exercise 1.
  shard_cut,  // one of partition.hpp's mistaken ways
  shard_size_not_end,
  shard_end_inclusive,
  shard_of_another_rank,
  shard_overflow,  // more elements than an int counts
  shard_gap,
  // Exercise 6.
  volume_whole_buffer,  // Ψ where a chunk less moves
  volume_swapped,
  volume_both_ways,
  volume_one_step,
  volume_even,  // Ψ(N-1)/N where chunks differ
  volume_wrong_chunk,
  volume_other_collective,
  volume_bytes,
  volume_chain_end,
  volume_one_rank,
  numbers_wrong
};

struct Wrong {
  Mistake mistake = Mistake::result_wrong;
  int step = -1;  // -1: at the end
  int rank = -1;
  std::string sentence;
};

Aspect aspect_of(Mistake mistake);

// What to look at, without the data of the run.
std::string_view nudge(Mistake mistake);

Finding to_finding(const Wrong& wrong);

}  // namespace zerolab::exercises
