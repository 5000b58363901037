// What a student's answer is written against: a rank's number, and blocking messages.
//
// A façade over Transport. A send ends when its receiver has taken the message, unless the run
// delivers through buffers; so two ranks that both send first wait for each other for ever, which
// is found and reported. Messages between two ranks arrive in the order in which they were sent. A
// message that is longer or shorter than what its receiver expects, or goes to a rank that does not
// exist or to the rank itself, ends the run with an error that names both sides.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "exercises/comm/note.hpp"

namespace zerolab {

class Transport;
class MessageLog;

class Comm {
 public:
  // The transport, and the log if there is one, outlive this object. Notes go into the log and to
  // the sink, where there are such.
  explicit Comm(Transport& transport, MessageLog* log = nullptr, NoteSink sink = nullptr)
      : transport_(transport), log_(log), sink_(std::move(sink)) {}

  int rank() const;  // 0 … size() - 1
  int size() const;  // N, the number of ranks

  // Each counts as one message, also when it is empty.
  void send(std::span<const float> data, int to);
  void recv(std::span<float> data, int from);

  // Both at once: neither waits for the other. `out` and `in` must not overlap.
  void sendrecv(std::span<const float> out, int to, std::span<float> in, int from);

  // For what is built on it (exercises/zero): says what the rank is doing.
  void note(const Note& note);

  Transport& transport() { return transport_; }

 private:
  Transport& transport_;
  MessageLog* log_;
  NoteSink sink_;
};

}  // namespace zerolab
