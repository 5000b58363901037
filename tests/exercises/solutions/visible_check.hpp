// Runs the program of a visible test that was built from a solution or a starter.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace zerolab::test {

inline constexpr int exercises = 7;

struct Checked {
  int status = -1;
  nlohmann::json report;
};

// `kind` is solution or starter.
Checked visible_check(const char* kind, int exercise, const std::string& arguments);

}  // namespace zerolab::test
