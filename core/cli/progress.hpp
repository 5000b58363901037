// One line of progress on standard error, rewritten in place on a terminal, and left out where
// standard error is not one.
#pragma once

#include <string>

namespace zerolab {

class Progress {
 public:
  explicit Progress(bool quiet);
  ~Progress();  // clears the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const std::string& line);
  void clear();

 private:
  bool shows_;
  bool dirty_ = false;
};

}  // namespace zerolab
