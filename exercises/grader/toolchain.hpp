// What the build of zerolab knows and grading needs: the compiler, and per exercise the trusted
// half of the rank program, one object file that everything but the answer has been linked into,
// and the earlier exercises, an archive.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace zerolab::exercises {

struct Toolchain {
  std::filesystem::path root;  // of the repository: exercises/ is below it
  std::filesystem::path compiler;
  std::vector<std::string> compile_options;
  std::vector<std::string> link_options;
  std::filesystem::path rank_objects;  // rank_01.o, …; before_02.a, …
  bool static_program = true;          // else the rank program loads shared libraries
};

// As CMake found it.
Toolchain built_toolchain();

}  // namespace zerolab::exercises
