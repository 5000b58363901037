#include "exercises/judge/mistake.hpp"

#include "core/base/error.hpp"

namespace zerolab::exercises {

Aspect aspect_of(Mistake mistake) {
  switch (mistake) {
    case Mistake::wrong_direction:
    case Mistake::both_directions:
    case Mistake::root_gather:
    case Mistake::direct_exchange:
    case Mistake::not_the_neighbour:
    case Mistake::receives_elsewhere:
    case Mistake::no_such_rank:
    case Mistake::no_messages:
    case Mistake::too_many_messages:
    case Mistake::too_few_messages:
    case Mistake::first_half_only:
    case Mistake::empty_left_out:
    case Mistake::buckets_left_out:
    case Mistake::buckets_too_many:
    case Mistake::empty_bucket:
    case Mistake::empty_tensor_ends:
    case Mistake::size_announced:
    case Mistake::in_pieces:
    case Mistake::whole_buffer:
    case Mistake::padded:
    case Mistake::remainder_lost:
    case Mistake::other_cut:
    case Mistake::other_bucket:
    case Mistake::wrong_size:
    case Mistake::sizes_disagree:
    case Mistake::wrong_numbering:
    case Mistake::not_a_chunk:
    case Mistake::never_received: return Aspect::counts;
    case Mistake::halves_disagree:
    case Mistake::index_goes_up:
    case Mistake::sent_again:
    case Mistake::wrong_chunk:
    case Mistake::not_held:
    case Mistake::stale:
    case Mistake::overwritten:
    case Mistake::added_twice:
    case Mistake::added_not_copied:
    case Mistake::old_passed_on:
    case Mistake::own_left_out:
    case Mistake::mixed:
    case Mistake::wrong_sum:
    case Mistake::result_one_rank:
    case Mistake::result_untouched:
    case Mistake::result_unreadable:
    case Mistake::result_own_only:
    case Mistake::result_overwritten:
    case Mistake::result_twice:
    case Mistake::result_incomplete:
    case Mistake::result_of_another_rank:
    case Mistake::result_elsewhere:
    case Mistake::result_averaged:
    case Mistake::result_not_divided:
    case Mistake::result_tail_not_divided:
    case Mistake::result_zero:
    case Mistake::result_divided_twice:
    case Mistake::result_divided_otherwise:
    case Mistake::result_tail_untouched:
    case Mistake::result_other_order:
    case Mistake::result_wrong:
    case Mistake::threw:
    case Mistake::shared_buffer:
    case Mistake::shard_cut:
    case Mistake::shard_size_not_end:
    case Mistake::shard_end_inclusive:
    case Mistake::shard_of_another_rank:
    case Mistake::shard_overflow:
    case Mistake::shard_gap:
    case Mistake::volume_whole_buffer:
    case Mistake::volume_swapped:
    case Mistake::volume_both_ways:
    case Mistake::volume_one_step:
    case Mistake::volume_even:
    case Mistake::volume_wrong_chunk:
    case Mistake::volume_other_collective:
    case Mistake::volume_bytes:
    case Mistake::volume_chain_end:
    case Mistake::volume_one_rank:
    case Mistake::numbers_wrong: return Aspect::values;
    case Mistake::all_send_first:
    case Mistake::all_receive_first:
    case Mistake::waits_for_nothing:
    case Mistake::waits_in_a_circle: return Aspect::deadlock;
    case Mistake::written_outside:
    case Mistake::input_changed:
    case Mistake::peak_too_high: return Aspect::memory;
    case Mistake::unwritten:
    case Mistake::crashed:
    case Mistake::ended_early:
    case Mistake::endless:
    case Mistake::out_of_memory:
    case Mistake::forbidden:
    case Mistake::flood:
    case Mistake::not_run: return Aspect::safety;
  }
  throw InvariantError("a Mistake without an aspect");
}

std::string_view nudge(Mistake mistake) {
  switch (mistake) {
    case Mistake::wrong_direction:
      return "messages go the other way round: rank r sends to rank r+1 and receives from rank r-1";
    case Mistake::both_directions:
      return "messages go both ways round the ring: rank r sends to rank r+1 only";
    case Mistake::root_gather:
      return "one rank collects from all others, or sends to all of them: on a ring every rank "
             "sends to its right neighbour only, and all carry the same load";
    case Mistake::direct_exchange:
      return "ranks send directly to several others: on a ring every rank sends to its right "
             "neighbour only";
    case Mistake::not_the_neighbour:
      return "a message goes to a rank that is not the right neighbour";
    case Mistake::receives_elsewhere:
      return "a rank receives from a rank that is not its left neighbour";
    case Mistake::no_such_rank:
      return "a message to a rank that does not exist, or to the rank itself: think of the last "
             "rank's neighbour, and of a ring of one rank";
    case Mistake::no_messages: return "nothing is sent: the ranks must exchange messages";
    case Mistake::too_many_messages:
      return "too many messages: count the steps that the ring needs for N ranks";
    case Mistake::too_few_messages:
      return "too few messages: count the steps that the ring needs for N ranks";
    case Mistake::first_half_only:
      return "every rank stops after the reduce-scatter: the all-gather is missing";
    case Mistake::empty_left_out:
      return "the messages of empty chunks are left out: an empty chunk is sent all the same, so "
             "that every rank makes the same steps";
    case Mistake::buckets_left_out:
      return "some elements are never reduced: look at the last bucket, which may be shorter than "
             "the others";
    case Mistake::buckets_too_many:
      return "more collectives than there are buckets: a bucket may hold several tensors, and a "
             "tensor may lie in several buckets";
    case Mistake::empty_bucket:
      return "an empty bucket is reduced: where the last bucket is full, nothing is left after it";
    case Mistake::empty_tensor_ends:
      return "what comes after an empty tensor is never reduced: the list goes on behind it";
    case Mistake::whole_buffer:
      return "messages are as long as the whole buffer: in each step one chunk moves";
    case Mistake::padded:
      return "the number of elements per message is wrong where N does not divide the buffer: all "
             "messages are as long as the longest chunk; send as many as the chunk has";
    case Mistake::remainder_lost:
      return "the number of elements per message is wrong where N does not divide the buffer: look "
             "at who gets the remainder";
    case Mistake::other_cut:
      return "the buffer is not cut as in exercise 1 where N does not divide it: the first n mod N "
             "chunks are one element longer";
    case Mistake::other_bucket:
      return "a bucket has another length than it should: lay the tensors end to end and cut that "
             "into buckets; only the last may be shorter";
    case Mistake::size_announced:
      return "sizes are announced in messages of their own: every rank can work them out, so only "
             "the numbers themselves are sent";
    case Mistake::in_pieces: return "what should be one message is sent in pieces";
    case Mistake::wrong_size:
      return "the number of elements per message is wrong: it is the size of the chunk that moves "
             "in this step";
    case Mistake::sizes_disagree:
      return "a receive expects another number of elements than its message has: chunks differ in "
             "size where N does not divide the buffer";
    case Mistake::wrong_numbering:
      return "every rank's chunks are off by the same number: look at which chunk a rank sends "
             "first, and so on which rank each chunk ends";
    case Mistake::halves_disagree:
      return "the second half begins with another chunk than the one that the first half has "
             "completed on that rank";
    case Mistake::index_goes_up:
      return "the chunks are sent in the wrong order: when messages go r to r+1 the number of the "
             "chunk goes down by one in each step";
    case Mistake::sent_again:
      return "a rank sends the same chunk again: pass on the chunk that has just arrived";
    case Mistake::wrong_chunk:
      return "a rank sends another chunk than the one it has just worked on: follow one chunk "
             "round the ring";
    case Mistake::not_held:
      return "a rank sends elements that it does not have yet: it can pass on only its own chunk "
             "and what has arrived";
    case Mistake::not_a_chunk:
      return "messages begin at another element than the chunk does: look at how the buffer is cut "
             "where N does not divide it";
    case Mistake::stale:
      return "a rank sends on its own input although a partial sum has arrived: add what arrives "
             "before sending on";
    case Mistake::overwritten:
      return "what arrives replaces the rank's own input instead of being added to it";
    case Mistake::added_twice:
      return "some rank's input is counted twice: each input must be added exactly once";
    case Mistake::added_not_copied:
      return "a finished chunk is added to what the rank already holds: in the all-gather it "
             "replaces it";
    case Mistake::old_passed_on:
      return "a rank passes on what it held before, not what has arrived: put what arrives into "
             "the buffer before the next step";
    case Mistake::own_left_out: return "a rank's own input is missing in what it sends on";
    case Mistake::mixed:
      return "a rank has put together elements of different chunks: add a message to the chunk "
             "that it carries";
    case Mistake::wrong_sum: return "a message carries another sum than it should at that step";
    case Mistake::result_one_rank:
      return "with one rank the result is wrong: there is nobody to talk to, and what the function "
             "promises holds all the same";
    case Mistake::result_untouched:
      return "a result is still what the rank had before the call: look at how the numbers of a "
             "bucket are written back to all the tensors that they came from";
    case Mistake::result_unreadable:
      return "a result is NaN: it comes from memory that holds nothing yet, or that is not the "
             "function's";
    case Mistake::result_own_only:
      return "a result is the rank's own input only: is the last message that arrives added?";
    case Mistake::result_overwritten:
      return "a rank's own input is missing in its result: is the last message added, or copied "
             "over it?";
    case Mistake::result_twice: return "some rank's input is in a result more than once";
    case Mistake::result_incomplete: return "some rank's input is missing in a result";
    case Mistake::result_of_another_rank:
      return "a result holds another rank's numbers than it should";
    case Mistake::result_elsewhere: return "a result lies at the wrong place of the buffer";
    case Mistake::result_averaged:
      return "the result is divided by the number of ranks: the sum is asked, not the average";
    case Mistake::result_not_divided:
      return "the result is the sum, not the average: divide by the number of ranks";
    case Mistake::result_tail_not_divided:
      return "the elements of the last bucket are the sum, not the average: it is divided by the "
             "number of ranks like the others";
    case Mistake::result_zero: return "a result is 0: in whole numbers 1 / N is 0";
    case Mistake::result_divided_twice:
      return "the result is divided by the number of ranks twice: the average needs it once";
    case Mistake::result_divided_otherwise:
      return "the result is divided by another number than the number of ranks";
    case Mistake::result_tail_untouched:
      return "the last elements are never averaged: look at the last bucket, which may be shorter "
             "than the others";
    case Mistake::result_other_order:
      return "the sums are right but for their last bits: the additions are in another order than "
             "the ring's, in which each rank adds its own input to the sum that arrives";
    case Mistake::result_wrong: return "a result is wrong";
    case Mistake::all_send_first:
      return "every rank sends before it receives, and a send ends only when its message is taken: "
             "so nobody receives. Let some ranks receive first, or use sendrecv";
    case Mistake::all_receive_first:
      return "every rank receives before it sends: so nobody sends. Let some ranks send first, or "
             "use sendrecv";
    case Mistake::waits_for_nothing:
      return "a rank waits for another that has already returned: do all ranks make the same "
             "number of steps?";
    case Mistake::waits_in_a_circle:
      return "ranks wait for each other in a circle: look at the order of sends and receives, or "
             "use sendrecv";
    case Mistake::never_received: return "a message is sent that nobody receives";
    case Mistake::unwritten: return "the exercise is not written yet";
    case Mistake::threw: return "the function threw an exception";
    case Mistake::shared_buffer:
      return "sendrecv is given two spans that share memory: receive into a span of its own";
    case Mistake::crashed:
      return "the function crashed: look for elements outside the buffer, and for divisions by "
             "zero";
    case Mistake::ended_early: return "the process ended before the function had returned";
    case Mistake::endless:
      return "the function used more computing time than any answer needs: does its loop end?";
    case Mistake::out_of_memory: return "the function wanted more memory than any answer needs";
    case Mistake::forbidden:
      return "the function asked the system for something that no answer needs";
    case Mistake::flood: return "the function sent far more than any answer needs";
    case Mistake::not_run: return "the submission could not be run";
    case Mistake::written_outside:
      return "the function wrote outside the spans that it was given: look at the last chunk, and "
             "at sizes that N does not divide";
    case Mistake::input_changed: return "the function changed an input that must stay as it is";
    case Mistake::peak_too_high:
      return "the function needs more memory at a large size than a ring does: it takes room for a "
             "chunk, not for several buffers";
    case Mistake::shard_cut:
      return "the remainder goes to the wrong ranks: the first n mod N shards are one element "
             "longer";
    case Mistake::shard_size_not_end:
      return "the second number is the size of the shard; it should be its end";
    case Mistake::shard_end_inclusive:
      return "the end is the last element; it should be one past the last";
    case Mistake::shard_of_another_rank:
      return "a rank gets the shard of another rank: ranks count from 0";
    case Mistake::shard_overflow:
      return "wrong for a large number of elements: an int ends at 2147483647, so count in "
             "std::size_t all the way";
    case Mistake::shard_gap:
      return "the shards leave elements out, or overlap: each must begin where the last one ends";
    case Mistake::volume_whole_buffer:
      return "a rank does not send, or receive, the whole buffer: one chunk less";
    case Mistake::volume_swapped:
      return "sent and received are exchanged: they differ by which chunk is not among them";
    case Mistake::volume_both_ways: return "sent and received are added up: they are two numbers";
    case Mistake::volume_one_step:
      return "that is the volume of one step: how many steps are there?";
    case Mistake::volume_even:
      return "that is right only where N divides the buffer: chunks differ in size, so subtract "
             "the one chunk that is not sent";
    case Mistake::volume_wrong_chunk:
      return "another chunk is left out than the right one: which chunk does a rank never send, "
             "and which does it never receive?";
    case Mistake::volume_other_collective: return "that is the volume of another collective";
    case Mistake::volume_bytes: return "that is bytes: the volume is asked in elements";
    case Mistake::volume_chain_end:
      return "the ends of the chain differ from the ranks between them: who sends nothing, and who "
             "receives nothing?";
    case Mistake::volume_one_rank: return "with one rank nothing moves";
    case Mistake::numbers_wrong: return "an answer is wrong";
  }
  throw InvariantError("a Mistake without a nudge");
}

Finding to_finding(const Wrong& wrong) {
  return {aspect_of(wrong.mistake), wrong.rank, wrong.sentence, std::string(nudge(wrong.mistake))};
}

}  // namespace zerolab::exercises
