// All answers to an exercise in one shared object, so that a hundred and seventy are compiled in
// seconds: each file is included inside of a namespace of its own, after the headers that any of
// them names. Beside them are the exercise's entry and its visible test.
//
// The program exports Comm, the judge and the reference versions of earlier exercises
// (ENABLE_EXPORTS) to it. An answer that forgets an #include compiles here all the same; the
// grader's own compilation, with --grader, is the strict one.
#pragma once

#include <filesystem>
#include <vector>

#include "tests/exercises/mutants/candidate.hpp"

namespace zerolab::exercises::mutants {

struct Compiler {
  std::filesystem::path program;  // g++
  std::filesystem::path root;     // of the repository
};

class Together {
 public:
  // Throws a failure with what the compiler said.
  Together(const Compiler& compiler, const ExerciseInfo& exercise,
           const std::vector<Candidate>& candidates);
  ~Together();
  Together(const Together&) = delete;
  Together& operator=(const Together&) = delete;

  // From now on call_student calls the candidate of this place in the list.
  void choose(int candidate) const { choose_(candidate); }

  // Runs the visible test on the chosen one, in a process of its own; true: passed.
  bool passes_visible_test() const;

 private:
  void* handle_ = nullptr;
  void (*choose_)(int) = nullptr;
  int (*visible_main_)(int, char**) = nullptr;
};

}  // namespace zerolab::exercises::mutants
