#include "exercises/comm/not_written.hpp"

#include <fmt/core.h>

namespace zerolab::exercises {

NotWritten::NotWritten(int exercise)
    : std::runtime_error(fmt::format("exercise {:02} is not written yet", exercise)) {}

void not_written(int exercise) {
  throw NotWritten(exercise);
}

}  // namespace zerolab::exercises
