// Every message of one rank, in the order of its calls, with the values that it carried.
#pragma once

#include <utility>
#include <vector>

#include "exercises/comm/note.hpp"

namespace zerolab {

struct LoggedMessage {
  int peer = 0;
  std::vector<float> values;
  friend bool operator==(const LoggedMessage&, const LoggedMessage&) = default;
};

// One call of send, recv or sendrecv, in whole: a call that never ended is still here, with
// `finished` false and, for what it would have received, as many zeros.
struct LoggedCall {
  std::vector<LoggedMessage> sends;     // none or one
  std::vector<LoggedMessage> receives;  // none or one
  bool finished = false;
  friend bool operator==(const LoggedCall&, const LoggedCall&) = default;
};

class MessageLog {
 public:
  const std::vector<LoggedCall>& calls() const { return calls_; }
  std::vector<LoggedCall> take() { return std::move(calls_); }
  LoggedCall& begin_call() { return calls_.emplace_back(); }

  void add(Note note) {
    note.calls = calls_.size();
    notes_.push_back(note);
  }
  std::vector<Note> take_notes() { return std::move(notes_); }

 private:
  std::vector<LoggedCall> calls_;
  std::vector<Note> notes_;
};

}  // namespace zerolab
