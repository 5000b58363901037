// A rank's collectives beside those that are due: which stand for each other, which are missing,
// and which are one too many. What words, tables and pictures say about calls begins here.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "exercises/judge/zero/calls.hpp"

namespace zerolab::exercises {

// One of the two at least is there.
struct CallPair {
  std::optional<std::size_t> right;  // into right_calls
  std::optional<std::size_t> seen;   // into seen_calls
  bool same = false;
};

// Both in their order, with as few differences as possible (an edit distance): a call that is left
// out does not make all later ones wrong.
std::vector<CallPair> paired_calls(const std::vector<RightCall>& right,
                                   const std::vector<SeenCall>& seen);

// The first pair that is not the same, of all ranks; of several at one place the first rank's.
// None: all collectives are right, as far as the run went.
struct WrongCall {
  std::size_t place = 0;  // how many right calls come before it
  int rank = 0;
  CallPair pair;
};
std::optional<WrongCall> first_wrong_call(const RunRecord& record);

// Whether the rank would have gone on: what it has not called may have been still to come.
bool was_stopped(const RunRecord& record, int rank);

}  // namespace zerolab::exercises
