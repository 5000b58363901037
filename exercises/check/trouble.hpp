// The first thing that went wrong in a run, whichever rank saw it.
#pragma once

#include <mutex>
#include <string>
#include <utility>

#include "exercises/judge/run_record.hpp"

namespace zerolab::exercises {

class Trouble {
 public:
  // What is noted later follows from what was noted first, and is dropped.
  void note(Ending ending, int culprit, std::string detail) {
    const std::lock_guard lock(mutex_);
    if (ending_ != Ending::finished) return;
    ending_ = ending;
    culprit_ = culprit;
    detail_ = std::move(detail);
  }

  // Once all ranks have ended.
  void write_to(RunRecord& record) {
    const std::lock_guard lock(mutex_);
    record.ending = ending_;
    record.culprit = culprit_;
    record.detail = detail_;
  }

 private:
  std::mutex mutex_;
  Ending ending_ = Ending::finished;  // these three under mutex_
  int culprit_ = -1;
  std::string detail_;
};

}  // namespace zerolab::exercises
