// A sandboxed program run to its end, with what it prints.
#pragma once

#include <string>

#include "exercises/grader/sandbox.hpp"

namespace zerolab::exercises {

struct ProgramEnd {
  int status = 0;        // as of waitpid
  bool overdue = false;  // it was ended after `patience_seconds`
  std::string output;    // standard output and error, the first `output_bytes`
};

// Standard input is empty. Ends every process that the program leaves behind.
ProgramEnd run_program(SandboxPlan plan, std::size_t output_bytes, double patience_seconds);

// Open for as long as the object lives.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  void reset();

 private:
  int number_;
};

// /dev/null, for reading and writing.
Descriptor open_null();

}  // namespace zerolab::exercises
