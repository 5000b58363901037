// Holds an advisory lock on a file from construction to destruction; waits for whoever has it. The
// same lock as flock(1)'s, so that `lab` and the program keep out of each other's builds.
#pragma once

#include <filesystem>

namespace zerolab::exercises {

class FileLock {
 public:
  // Makes the file if need be. Throws a failure Error where it cannot.
  explicit FileLock(const std::filesystem::path& file);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace zerolab::exercises
