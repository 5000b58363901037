// One run that is asked of a student's function, as data: everything that all ranks' processes, and
// whoever judges them, must agree on. It has one line of text that reads back, so that a rank in
// another process can be given it.
//
// The function sees spans of one block of memory per rank; what lies between and around them are
// guard words, which nobody may change:
//
//   exercise 2  two spans of `elements`: what the rank has, and where its left neighbour's goes
//   3, 4, 5     one span of `elements`: the buffer
//   7           a span per tensor
//   1, 6, 13    none; they answer with numbers
//   8 to 14     those of zero/layout.hpp: shards, so a rank's spans have sizes of its own
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/names.hpp"
#include "core/base/range.hpp"

namespace zerolab::exercises {

// rendezvous: a send ends when its message has been received. buffered: at once.
enum class Delivery { rendezvous, buffered };

// What the ranks start with.
//   distinct  whole numbers that differ by rank and element, whose sums float holds exactly
//   origins   4^rank everywhere: a sum's digits in base 4 say how often each rank is in it
//   places    element i is i + 1 on every rank: says which element it is
//   rounding  numbers whose sum depends, in its last bits, on the order of additions
enum class Input { distinct, origins, places, rounding };

// What a parameter's state takes (exercise 13): mixed is bf16 with fp32 master weights.
enum class StatePrecision { fp32, mixed };

inline constexpr int last_exercise = 14;

struct Case {
  int exercise = 3;
  int ranks = 1;                     // N
  std::size_t elements = 0;          // of the buffer; exercises 7 to 13: of all tensors together
  std::vector<std::size_t> tensors;  // exercises 7 to 13: the elements of each tensor or unit
  std::size_t bucket_elements = 0;   // exercise 7
  Collective collective = Collective::all_reduce;  // exercise 6
  int setting = 0;      // exercises 8 and 9: which of zero/layout.hpp's settings of AdamW
  int step = 1;         // exercise 8: the number of the step; 9: of how many steps there are
  int micro_steps = 1;  // exercises 10 and 11
  int stage = 0;        // exercise 13
  StatePrecision precision = StatePrecision::fp32;  // exercise 13
  int from_ranks = 0;                               // exercise 14: how many have the old shards
  int to_ranks = 0;                                 // exercise 14: how many get the new ones
  Delivery delivery = Delivery::rendezvous;
  Input input = Input::distinct;
  // Which of the messages that could move moves next, where the runner decides that.
  std::uint64_t order_seed = 0;

  friend bool operator==(const Case&, const Case&) = default;
};

inline constexpr std::size_t guard_elements = 16;  // before, between and after the spans

// "exercise=3 ranks=4 elements=10 delivery=buffered input=distinct order=7 …"; parse throws an
// input Error that names the field.
std::string to_text(const Case& run);
Case parse_case(std::string_view text);

// "4 ranks, 10 elements, buffered": for people.
std::string describe(const Case& run);

// Where the function's spans lie in the block of `rank`, and how many floats the block has in all.
std::vector<Range> spans_of(const Case& run, int rank);
std::size_t block_elements(const Case& run, int rank);
std::size_t largest_block_elements(const Case& run);  // of any rank

// The spans themselves, in a block of that rank.
std::vector<std::span<float>> spans_in(const Case& run, int rank, std::span<float> block);

// What the block of `rank` holds before the call: the input in the spans, NaN where the function
// must not read (the other chunks in exercise 4, the place to receive in exercise 2), guard words
// around. Guard words differ by seed, rank and place.
std::vector<float> input_block(const Case& run, int rank);

// Whether the run sends messages at all, and so needs a process or thread per rank.
bool is_collective(int exercise);

// Exercises 8 to 14, which are judged by zero/.
bool is_zero(int exercise);

}  // namespace zerolab::exercises
