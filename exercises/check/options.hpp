// The command line of exercise_NN.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "exercises/judge/case.hpp"

namespace zerolab::exercises {

struct CheckOptions {
  std::string json;                   // a file, or "-" for standard output; empty: none
  std::string traces;                 // a folder; empty: none
  std::optional<std::uint64_t> seed;  // of cases drawn anew
  std::optional<Case> only;           // this case instead of all
  bool in_process = false;            // for debuggers
};

// Either what to do, or that there is nothing left to do, and with which exit status.
struct ParsedOptions {
  CheckOptions options;
  std::optional<int> exit_status;
};

// Prints help and complaints itself.
ParsedOptions parse_options(int argc, char** argv, int exercise);

}  // namespace zerolab::exercises
