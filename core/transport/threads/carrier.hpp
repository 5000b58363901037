// A thread and the ranks that it runs.
//
// Where ranks outnumber cores a core has several ranks, and most of what small messages cost is
// going from one rank that waits to the next. Between threads that is a system call; so the ranks
// of a core share one thread, each a fiber (fiber.hpp), and a rank that waits gives way to the next
// one, round robin in the order of ranks: it takes a hundredth of the time. A carrier of one rank
// is that rank's own thread, without fibers.
//
// A rank that computes keeps the thread to itself, however long: the others of its thread neither
// move messages nor wake up until it waits for something. The core has no less work done for that;
// but a rank must not wait for another in any other way than by Transport::exchange.
//
// All but the constructor and run() is for the rank that is running.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/transport/threads/bell.hpp"
#include "core/transport/threads/fiber.hpp"

namespace zerolab {

// How many threads to run `ranks` on where `wanted` is RunOptions::threads: as many as ranks where
// there are no fibers.
int threads_for(int ranks, int wanted);

class Carrier {
 public:
  // For as many ranks as bells, at least one. `pauses`: see useful_pauses.
  Carrier(std::span<Bell> bells, int pauses);

  // Runs body(0), body(1), … as its ranks on the calling thread and returns when all have ended.
  // `body` must not throw. Throws a failure Error, before any begins, where there is no memory for
  // the stacks.
  void run(const std::function<void(std::size_t)>& body);

  Bell& bell_of_running() { return bells_[running_]; }

  // Lets the next rank run that can. Returns after the others have had their turns; after a whole
  // round in which none has noted progress, the thread pauses too, at first for a moment, later by
  // a yield to other threads.
  void give_way();
  void note_progress() { idle_turns_ = idle_rounds_ = 0; }

  // With its bell armed: the rank gets no turn until the bell is rung or `timeout_ns` have passed.
  // Once all ranks sleep, so does the thread.
  void sleep(std::int64_t timeout_ns);

 private:
  enum class State { awake, asleep, ended };
  struct Seat {  // of a rank
    std::unique_ptr<Fiber> fiber;
    State state = State::awake;
    std::int64_t until_ns = 0;  // asleep: no longer than this
  };

  Fiber& end_running();
  void go_on_in(std::size_t rank);
  std::size_t next_awake();
  bool can_go_on(std::size_t rank);
  void sleep_all();

  std::span<Bell> bells_;    // [rank]
  std::vector<Seat> seats_;  // [rank]
  int pauses_;
  Bell bell_;
  Fiber thread_;
  std::size_t running_ = 0;
  std::size_t awake_;           // how many
  std::size_t left_;            // that have not ended
  std::size_t idle_turns_ = 0;  // since a rank noted progress, or the thread paused
  int idle_rounds_ = 0;         // pauses of the thread since a rank noted progress
  unsigned turns_ = 0;
  std::int64_t now_ns_ = 0;  // when last looked at the clock
};

// Pauses that are worth while where so many `threads` wait on the cores of this process: none where
// they outnumber the cores, since the peer then most likely needs the core that a pause would keep.
int useful_pauses(int threads);

}  // namespace zerolab
