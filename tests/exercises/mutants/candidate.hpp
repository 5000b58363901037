// The answers that the matrix tries, and what is expected of each.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "exercises/catalog/catalog.hpp"
#include "exercises/judge/exam.hpp"

namespace zerolab::exercises::mutants {

// mutant    tests/mutants/NN-name/*.cpp: loses the points of one group, with a message to the point
// valid     tests/mutants/NN-name/valid/*.cpp: unusual, and gets all points
// solution  solutions/NN-name/name.cpp
// starter   exercises/starters/NN-name/name.cpp: gets none
enum class Kind { mutant, valid, solution, starter };

struct Candidate {
  Kind kind = Kind::mutant;
  std::string name;  // "all_send_first", "valid/even_odd", "the solution"
  std::filesystem::path file;
  // A mutant's first line: "// loses: deadlock; says: send first / receive".
  Group loses = Group::values;
  std::vector<std::string> says;  // each of these words is in the message
};

// Those of one exercise, mutants first, in the order of names. Throws an input Error that names the
// file whose first line is not as above.
std::vector<Candidate> read_candidates(const std::filesystem::path& root,
                                       const ExerciseInfo& exercise);

}  // namespace zerolab::exercises::mutants
