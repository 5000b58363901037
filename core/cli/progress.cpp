#include "core/cli/progress.hpp"

#include <cstdio>

#include <fmt/core.h>
#include <unistd.h>

namespace zerolab {

Progress::Progress(bool quiet) : shows_(!quiet && ::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  clear();
}

void Progress::show(const std::string& line) {
  if (!shows_) return;
  fmt::print(stderr, "\r\033[K{}", line);
  std::fflush(stderr);
  dirty_ = true;
}

void Progress::clear() {
  if (!dirty_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  dirty_ = false;
}

}  // namespace zerolab
