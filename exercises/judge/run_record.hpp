// What one run of a student's function did, as whoever ran it saw it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exercises/comm/message_log.hpp"
#include "exercises/judge/case.hpp"

namespace zerolab::exercises {

enum class Ending {
  finished,       // all ranks returned
  deadlock,       // ranks wait for each other, or for one that has returned
  mismatch,       // a message and its receive do not agree, or a peer that cannot be
  unreceived,     // all returned, but a buffered message was never received
  unwritten,      // the exercise is as it was handed out
  threw,          // the function threw
  crashed,        // a rank died of a signal such as SIGSEGV
  ended_early,    // a rank's process ended by itself before the function returned
  endless,        // the limit of computing time
  out_of_memory,  // the limit of memory
  forbidden,      // a system call that no answer needs
  flood,          // more messages or elements than any answer needs
  not_run         // it did not compile, or was not accepted
};
std::string_view to_string(Ending ending);

struct RankResult {
  std::vector<LoggedCall> calls;
  std::vector<Note> notes;  // exercises 9 to 12: in their order
  // The block after the call (case.hpp); empty where the rank did not return.
  std::vector<float> block;
  std::vector<std::int64_t> numbers;  // exercises 1, 6, 9 and 13: the answers
  // Bytes by which the resident memory's peak rose during the call; none where nobody looked.
  std::optional<std::int64_t> peak_bytes;
};

struct RunRecord {
  Case run;
  Ending ending = Ending::finished;
  std::string detail;  // for `ending`: the wait-for cycle, what was thrown, the signal, …
  int culprit = -1;    // the rank that `detail` is about; -1: none in particular
  std::vector<RankResult> ranks;
};

// Runs the student's function: on threads (check) or in processes (grader).
class Runner {
 public:
  virtual ~Runner() = default;
  virtual RunRecord run(const Case& run) = 0;
  // Whether the time for all runs together is used up: then no case is begun any more.
  virtual bool is_out_of_time() const { return false; }
};

}  // namespace zerolab::exercises
