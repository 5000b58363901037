#include "exercises/grader/interruption.hpp"

namespace zerolab::exercises {

namespace {

volatile std::sig_atomic_t has_come = 0;

void note(int) {
  has_come = 1;
}

}  // namespace

Interruption::Interruption() {
  has_come = 0;
  struct sigaction action {};
  action.sa_handler = note;  // without SA_RESTART
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &interrupt_before_);
  sigaction(SIGTERM, &action, &terminate_before_);
}

Interruption::~Interruption() {
  end_in_child();
}

bool Interruption::came() const {
  return has_come != 0;
}

void Interruption::end_in_child() const {
  sigaction(SIGINT, &interrupt_before_, nullptr);
  sigaction(SIGTERM, &terminate_before_, nullptr);
}

}  // namespace zerolab::exercises
