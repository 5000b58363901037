// The messages of a run beside those of the closest right one, and what is wrong with the first
// that differs. What is not decoded (findings.hpp judges sizes and peers only) is not looked at.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exercises/judge/decode.hpp"
#include "exercises/judge/mistake.hpp"
#include "exercises/judge/right.hpp"

namespace zerolab::exercises {

struct Comparison {
  Comparison(const DecodedRun& decoded, const RightRun& closest_right);

  const DecodedRun& run;
  const RightRun& right;
  std::vector<std::vector<const DecodedMessage*>> sent;  // [source][step]: to the right neighbour

  int ranks() const { return run.run.ranks; }
  bool decoded() const { return !run.held.empty(); }
  int right_of(int rank) const { return wrap(rank + 1, ranks()); }
  int left_of(int rank) const { return wrap(rank - 1, ranks()); }
  const DecodedMessage* sent_at(int source, int step) const;  // nullptr: none
  bool returned(int rank) const { return run.returned[static_cast<std::size_t>(rank)]; }
};

// In words.
std::string at_step(const Comparison& look, int step);  // "at step 1", "in bucket 2, at step 0"
std::string chunk_words(const Case& run, int slot);     // "chunk 2", "chunk 2 of bucket 1"
std::string count_words(std::size_t elements);          // "1 element", "3 elements"
std::string range_words(Range range);                   // "elements 4 to 6", "element 4"
std::string as_all_do(bool all);                        // "", or that all ranks do so
// What it means that all chunks sent are `shift` (1 to N-1) further than they should be.
std::string numbering_words(const Case& run, int shift);

// Each looks for one kind of mistakes; none: there is none of these.
std::optional<Wrong> left_out(const Comparison& look);                 // what is empty
std::optional<Wrong> wrong_link(const Comparison& look);               // peers, no messages
std::optional<Wrong> wrong_count(const Comparison& look, int step);    // too few, too many
std::optional<Wrong> wrong_size(const Comparison& look, int step);     // elements per message
std::optional<Wrong> wrong_content(const Comparison& look, int step);  // which elements, which sum

// The first of all, by step.
std::optional<Wrong> wrong_traffic(const Comparison& look);

// Whether each rank has sent and received as many messages and elements over each link as in one of
// the right runs, as a whole.
bool counts_are_right(const DecodedRun& run, const std::vector<RightRun>& rights);

}  // namespace zerolab::exercises
