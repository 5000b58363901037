// What every exercise throws as handed out, so that one that has not been begun is told apart from
// one that is wrong.
#pragma once

#include <stdexcept>

#include <fmt/core.h>

namespace zerolab::exercises {

class NotWritten : public std::runtime_error {
 public:
  // "exercise 03 is not written yet"
  explicit NotWritten(int exercise)
      : std::runtime_error(fmt::format("exercise {:02} is not written yet", exercise)) {}
};

[[noreturn]] inline void not_written(int exercise) {
  throw NotWritten(exercise);
}

}  // namespace zerolab::exercises
