#include "core/transport/threads/waiting.hpp"

#include "core/base/clock.hpp"

namespace zerolab {

void Waiting::once() {
  ++rounds_;
  if (rounds_ <= untimed_rounds) {
    carrier_.give_way();
    return;
  }
  const std::int64_t now = now_ns();
  if (rounds_ == untimed_rounds + 1) begin_ns_ = now;
  waited_ns_ = now - begin_ns_;
  if (waited_ns_ < give_way_ns) {
    carrier_.give_way();
  } else if (!armed_) {
    carrier_.bell_of_running().arm();
    armed_ = true;  // the caller looks once more before it sleeps
  } else {
    carrier_.sleep(waited_ns_ < long_wait_ns ? long_wait_ns - waited_ns_ : longest_sleep_ns);
    carrier_.bell_of_running().disarm();
    armed_ = false;
  }
}

}  // namespace zerolab
