// The JSON (before base64) that a command grader hands to the reporter of GitHub Classroom.
#pragma once

#include <string>
#include <vector>

namespace zerolab::exercises {

struct ClassroomTest {
  std::string name;
  double score = 0;
  bool passed = false;
  std::string message;
  std::string test_code;  // what was run, or what it was about
  std::string filename;
  double seconds = 0;
};

// Texts need not be UTF-8: what is not is replaced.
std::string classroom_report(bool passed, double max_score,
                             const std::vector<ClassroomTest>& tests);

}  // namespace zerolab::exercises
