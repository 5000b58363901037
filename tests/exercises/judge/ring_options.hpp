// A ring with knobs: as a student would write it, and with one thing wrong.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/base/range.hpp"
#include "exercises/comm/comm.hpp"
#include "exercises/judge/partition.hpp"
#include "tests/exercises/judge/simulated.hpp"

namespace zerolab::exercises {

enum class Keep { add, replace, ignore, add_twice, add_shifted };
enum class Order { sendrecv, even_first, send_first, receive_first };

struct RingOptions {
  Cut cut = Cut::balanced;
  Order order = Order::sendrecv;
  Keep keep = Keep::add;            // in the first half
  Keep keep_later = Keep::replace;  // in the second
  int direction = 1;                // +1: to the right
  int more_steps = 0;               // in each half
  int first_sends = -1;             // the first half begins with chunk r + this
  int second_sends = 0;             // the second with chunk r + this
  int index_step = -1;              // what the chunk's number changes by, per step
  bool pads = false;                // all messages as long as the longest chunk
  bool stays_at_first = false;      // sends its first chunk again and again
  bool keeps_last = true;           // what arrives in the last step of the first half is added
};

void ring_first_half(Comm& comm, std::span<float> buffer, const RingOptions& options = {});
void ring_second_half(Comm& comm, std::span<float> buffer, const RingOptions& options = {});

// As programs on the first span.
Program first_half(const RingOptions& options);
Program second_half(const RingOptions& options);
Program both_halves(const RingOptions& options);

// One message each way, in the given order of calls.
void exchange(Comm& comm, Order order, std::span<const float> out, int to, std::span<float> in,
              int from);

inline int left_of(const Comm& comm) {
  return (comm.rank() + comm.size() - 1) % comm.size();
}
inline int right_of(const Comm& comm) {
  return (comm.rank() + 1) % comm.size();
}

}  // namespace zerolab::exercises
