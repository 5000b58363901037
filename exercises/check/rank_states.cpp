#include "exercises/check/rank_states.hpp"

#include <csignal>
#include <cstddef>
#include <initializer_list>

namespace zerolab::exercises {

namespace {

constexpr std::size_t signal_stack_bytes = 64 * 1024;

// A handler gets nothing but the signal: what it needs must be found from the thread it runs on.
thread_local RankStates* states_here = nullptr;
thread_local int rank_here = -1;

void note_crash(int signal) {
  int nobody = -1;
  if (states_here) states_here->crashed.compare_exchange_strong(nobody, rank_here);
  std::signal(signal, SIG_DFL);
  raise(signal);  // arrives on return
}

}  // namespace

WatchedRank::WatchedRank(RankStates* states, int rank) : states_(states), rank_(rank) {
  if (!states) return;
  signal_stack_ = std::make_unique<std::byte[]>(signal_stack_bytes);
  stack_t stack{};
  stack.ss_sp = signal_stack_.get();
  stack.ss_size = signal_stack_bytes;
  sigaltstack(&stack, nullptr);
  states_here = states;
  rank_here = rank;
  set(RankState::computing);
}

WatchedRank::~WatchedRank() {
  if (!states_) return;
  set(RankState::ended);
  states_here = nullptr;
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
}

void WatchedRank::set(RankState state) {
  if (states_ && rank_ < max_watched_ranks) {
    states_->ranks[static_cast<std::size_t>(rank_)].store(state);
  }
}

void note_crashes() {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    struct sigaction action {};
    action.sa_handler = note_crash;
    action.sa_flags = SA_ONSTACK;
    sigaction(signal, &action, nullptr);
  }
}

}  // namespace zerolab::exercises
