// Random programs of exchanges, right ones and wrong ones, with the outcome that follows from how
// they were made. Nothing here asks the product what to expect.
//
// A right program starts from one list of messages in a global order. Each rank does its own in
// that order, singly or several in one exchange. That always ends: the earliest message not yet
// moved is the earliest of both its ranks, so both have it in their present exchange. (A ring
// shift in which even ranks send first and odd ranks receive first is one such list.)
//
// Between two such lists may stand a knot: every rank posts some halves of messages at once, and
// posts the other halves, of what its peers posted, in its next exchange. It comes undone exactly
// if the arrows from each rank to the peers of its own halves have no cycle; sends that are
// buffered are no arrows.
#pragma once

#include <cstddef>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/transport/registry.hpp"

namespace zerolab::test {

struct Half {  // one rank's side of a message of 64-bit integers
  int peer = 0;
  std::size_t elements = 0;
  Label label;
  long value = 0;  // of every element
  Combine combine = Combine::copy;
  DType dtype = DType::i64;
};

struct Step {
  std::vector<Half> sends;
  std::vector<Half> receives;
  int pause_ms = 0;  // before the exchange
  bool throws = false;
  bool ends = false;
};

enum class Outcome {
  fine,
  deadlock,  // some cycle of `arrows`
  mismatch,  // exactly `text`
  thrown,    // exactly `text`
  ended      // one of `arrows`, to `culprit`
};

struct Arrow {
  int rank = 0;
  bool sends = false;
  std::string label;
  int peer = 0;
  std::string collective;  // "all-gather #7"; empty: none

  auto operator<=>(const Arrow&) const = default;
};

struct Program {
  std::vector<std::vector<Step>> ranks;
  RunOptions options;
  Outcome outcome = Outcome::fine;
  std::set<Arrow> arrows;
  int culprit = -1;
  std::string text;
};

Program random_right_program(unsigned seed);

// Of one of the other outcomes, as the seed says; a knot that buffered sends undo is fine.
Program random_wrong_program(unsigned seed);

// Runs it. "" if what happened is what was to happen, else what differs.
std::string difference(const Program& program, std::string_view transport_name = "threads");

}  // namespace zerolab::test
