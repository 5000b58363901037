// Wakes a sleeper. The sleeper arms its bell, looks once more at what it waits for, and sleeps;
// others change what it waits for, and ring. Whichever comes first, no wake-up is lost. Ringing a
// bell that nobody has armed costs the reading of one word.
//
// A rank's bell also rings the bell of the thread that runs it (carrier.hpp), which the thread arms
// in the same way once all its ranks sleep: it then looks at their bells once more.
#pragma once

#include <atomic>
#include <cstdint>

namespace zerolab {

class alignas(64) Bell {
 public:
  // Before anybody rings: whom to wake besides.
  void set_bell_of_thread(Bell& bell) { of_thread_ = &bell; }

  // For the owner.
  void arm() { armed_.store(1); }
  void disarm() { armed_.store(0); }
  bool rung() const { return armed_.load() == 0; }  // since arm()
  // Returns when rung since arm(), when `timeout_ns` have passed, or for no reason at all. Only for
  // a thread's bell: this is where a thread leaves its core.
  void sleep(std::int64_t timeout_ns);

  // For everybody else, after the change that the owner may wait for.
  void ring() {
    if (armed_.load() != 0) wake();
  }

 private:
  void wake();

  std::atomic<std::uint32_t> armed_{0};  // 1: the owner sleeps or is about to
  Bell* of_thread_ = nullptr;            // nullptr: this is a thread's
};

}  // namespace zerolab
