// A rank's connection to the others: it posts the sends and receives of one step together and
// waits for all of them. Counters increment here, where the bytes move.
//
// One Transport per rank, used by that rank only. Between two ranks messages keep their
// order. Nobody hangs: a rank that throws makes every rank that still waits fail, a rank that ends
// those that wait for it, and ranks that wait for each other in a circle are found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/names.hpp"

namespace zerolab {

// What a message is, for error messages and for telling that two ranks are in different
// collectives. Formatted only when needed: "all-gather #7 chunk 3".
struct Label {
  const char* text = "message";  // a literal
  std::int64_t sequence = -1;    // the collective's number; -1: none
  int chunk = -1;                // -1: none
  // What the collective as a whole is of ("parameters of block 3") and its buffer's size, for
  // messages about two ranks in different ones; not compared. The text lives as long as the
  // exchange.
  std::string_view purpose{};
  std::size_t whole_elements = 0;  // 0: not said

  friend bool operator==(const Label&, const Label&);
};
std::string to_string(const Label& label);

// When a transfer's data moved, in nanoseconds of std::chrono::steady_clock. Filled by exchange
// while timing is on.
struct Moment {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
};

struct Send {
  int peer = 0;
  const void* data = nullptr;
  std::size_t elements = 0;
  DType dtype = DType::f32;
  Label label;
  Moment moved;            // out
  bool continues = false;  // the next slice of the message before it: no message of its own
};

struct Receive {
  int peer = 0;
  void* data = nullptr;
  std::size_t elements = 0;
  DType dtype = DType::f32;
  Combine combine = Combine::copy;  // what to do with the arriving elements
  Label label;
  Moment moved;            // out
  bool continues = false;  // as in the Send
};

// Traffic of one rank since it started. A message is one Send, however short, even empty, together
// with those that continue it.
struct Counters {
  std::int64_t sent_messages = 0;
  std::int64_t received_messages = 0;
  std::int64_t sent_elements = 0;
  std::int64_t received_elements = 0;
  std::int64_t sent_bytes = 0;
  std::int64_t received_bytes = 0;

  Counters& operator+=(const Counters& other);
  friend Counters operator-(const Counters& a, const Counters& b);
  friend bool operator==(const Counters&, const Counters&) = default;
};

class Transport {
 public:
  virtual ~Transport() = default;

  virtual int rank() const = 0;
  virtual int world_size() const = 0;

  // Posts all, waits for all. Throws an Error naming both sides and the label where a peer's
  // message has another size, type or label, where the peer is out of range or the rank itself,
  // where the peer failed or ended, or where ranks wait for each other in a circle. Memory of a
  // Send must not be written by a Receive of the same call.
  virtual void exchange(std::span<Send> sends, std::span<Receive> receives) = 0;

  // Whether exchange fills `moved`, as it does at first. Off, a small message does not pay for two
  // looks at the clock.
  virtual void set_timing(bool on) = 0;

  // Waits until all exchanges have taken effect in memory (a no-op where exchange itself waits).
  virtual void synchronize() = 0;

  virtual Counters counters() const = 0;

  // The most bytes of this rank's sends that the transport ever held in buffers of its own at
  // once: 0 unless RunOptions::eager_bytes asks for it.
  virtual std::size_t peak_buffered_bytes() const { return 0; }
};

}  // namespace zerolab
