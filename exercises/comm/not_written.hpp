// What every exercise throws as handed out, so that one that has not been begun is told apart from
// one that is wrong.
#pragma once

#include <stdexcept>

namespace zerolab::exercises {

class NotWritten : public std::runtime_error {
 public:
  // "exercise 03 is not written yet"
  explicit NotWritten(int exercise);
};

[[noreturn]] void not_written(int exercise);

}  // namespace zerolab::exercises
