// What a message carried, read from its values.
//
// `Comm` sees only spans, so one run with Input::origins and one with Input::places are decoded
// together: the first says which ranks are in it and how often (4^rank: exact to N = 8, up to three
// times each), the second, divided by that number, which elements it is. What cannot be decoded is
// "?". A message's step is its index on its directed link, so that even/odd orders and sendrecv
// read alike.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/range.hpp"
#include "core/trace/trace.hpp"
#include "exercises/judge/findings.hpp"
#include "exercises/judge/run_record.hpp"

namespace zerolab::exercises {

struct DecodedMessage {
  int source = 0;
  int destination = 0;  // may be no rank at all where the run ended of it
  int step = 0;         // index on its directed link
  std::size_t elements = 0;
  // Which elements of the buffer: of the tensors laid end to end (exercise 7), of all ranks' `mine`
  // laid end to end (exercise 2); none: "?" (or empty).
  std::optional<Range> range;
  int bucket = 0;            // exercise 7, where the range lies in one
  std::optional<int> chunk;  // where the range is one chunk of N (exercise 7: of the bucket)
  std::optional<std::vector<int>> origins;  // [rank]: how often; none: "?"
  std::optional<bool> added;  // what the receiver did with it: seen later; none: "?", or nothing
  // How many elements are NaN: what is not there yet, or lies outside the buffer.
  std::size_t unreadable = 0;
  bool delivered = true;         // false: the run ended before its receive had ended
  std::size_t send_call = 0;     // index among the source's calls
  std::size_t receive_call = 0;  // likewise at the destination, where delivered
  friend bool operator==(const DecodedMessage&, const DecodedMessage&) = default;
};

// A receive that never ended.
struct AwaitedMessage {
  int rank = 0;
  int from = 0;
  int step = 0;  // as of the message that would arrive
  std::size_t elements = 0;
  friend bool operator==(const AwaitedMessage&, const AwaitedMessage&) = default;
};

// What was wrong first. step -1: the messages are right, the result is not, or the run did not end.
struct FirstWrong {
  int step = -1;
  int rank = -1;
  std::string sentence;
  std::string nudge;  // for a hidden test
  Aspect aspect = Aspect::values;
  friend bool operator==(const FirstWrong&, const FirstWrong&) = default;
};

struct DecodedRun {
  Case run;
  Ending ending = Ending::finished;
  std::vector<DecodedMessage> messages;  // by step, source, destination
  std::vector<AwaitedMessage> awaited;   // by rank
  std::vector<bool> returned;            // [rank]
  // Per rank: per chunk of N (exercise 7: of each bucket, one bucket after the other), how often
  // each rank is in what it holds at the end; none: "?".
  std::vector<std::vector<std::optional<std::vector<int>>>> held;
  // What is wrong with the results, or with how the run ended, messages apart.
  std::optional<FirstWrong> end_fault;
};

// The two records are of the same case but for the input.
DecodedRun decode(const RunRecord& origins, const RunRecord& places);

// "0211": digit r, from the right from rank 0, is how often rank r is in it (rank 2 twice), as in
// the number that 10^r from each rank r adds up to, and as in the visualizer; "?" where unknown.
std::string digits(const std::optional<std::vector<int>>& origins);

// The first message, in the order of steps, that differs from the closest right schedule, or what
// is missing, or the result. `sentence` says what is wrong in one sentence, e.g. "at step 1 rank 2
// sent chunk 2; it has just added into chunk 0, which its neighbour needs next".
std::optional<FirstWrong> first_wrong(const DecodedRun& decoded);

// The first step in which a right message arrives and is then added where it should be kept as it
// came, or the other way round. What first_wrong names may be what follows of it, a step later.
std::optional<int> first_wrong_arrival(const DecodedRun& decoded);

// The table per rank of expected against actual sends and receives, up to and with the first wrong
// step, and the digits; for a terminal of 100 columns.
std::string comparison_text(const DecodedRun& decoded);

// The student's run, and the right one beside it, as traces that the visualizer plays: a step of
// the run takes a microsecond. What cannot be decoded has chunk -1 in no event: such messages are
// left out and counted in the header's config ("undecoded messages"). There too, where not all
// ranks returned: how it ended ("ended").
Trace student_trace(const DecodedRun& decoded);
Trace right_trace(const DecodedRun& decoded);

}  // namespace zerolab::exercises
