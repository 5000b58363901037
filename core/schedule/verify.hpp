// Proves a schedule, symbolically: it runs it on who-contributed-what instead of on numbers.
//
// The state is, for each rank and chunk, how often each origin's input is held, and in which order
// it was added up. At the start of reduce-scatter, all-reduce and reduce every rank holds its own
// input of every chunk once; of all-gather each owner holds its chunk; of broadcast the root holds
// all. A transfer adds the source's counts to the destination's, or replaces them; a step reads the
// state that the last one left. At the end the collective's definition must hold, and nothing on
// the way may be wrong: see FindingKind.
//
// Cost: N counts per transfer; memory about N·N·chunks bytes (2 MB for a ring of 128 ranks).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/schedule/schedule.hpp"

namespace zerolab {

enum class FindingKind {
  malformed,           // a rank, chunk or step out of range, a rank sending to itself
  out_of_order,        // transfers are not ordered by step
  not_the_neighbour,   // to a rank that the algorithm never sends to (neighbours.hpp)
  sent_before_held,    // the source holds nothing of the chunk
  two_arrivals,        // two transfers into one chunk of one rank in one step
  written_while_sent,  // into a chunk that its rank sends in the same step: memory is in use
  added_to_nothing,    // added where no input is: an executor would add to whatever lies there
  counted_twice,       // an origin's input would be held more than once
  waste,               // a transfer that changes nothing
  wrong_result,        // the collective's definition does not hold at the end
  different_order      // ranks that are promised one sum have made it by different additions
};
std::string_view to_string(FindingKind kind);

struct Finding {
  FindingKind kind = FindingKind::malformed;
  int step = -1;  // -1: at the end, or of the schedule as a whole
  int rank = -1;  // the rank that is wrong
  int chunk = -1;
  int transfer = -1;      // index of the transfer; -1: none
  std::string message{};  // one sentence: "step 2: rank 1 sends chunk 3 before it holds it"
};

struct Verdict {
  std::vector<Finding> findings;  // in the order in which they are met; at most 100

  // [chunk]: a hash of the order in which the result was added up, on the first rank that is
  // promised it. Equal orders give equal bits; a+b and b+a are one order. Empty where the symbolic
  // run was left out.
  std::vector<std::uint64_t> orders;

  bool correct() const { return findings.empty(); }
};

// A bad schedule is what it reports on, never a reason to throw. After a malformed transfer the
// symbolic run is left out. Throws an input Error only where N·N·chunks is above 2^30, which would
// not fit in memory (a ring of 1,024 ranks does).
Verdict verify(const Schedule& schedule);

}  // namespace zerolab
