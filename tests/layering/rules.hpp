// Checks a source tree against the house (house.hpp). Reads text only: nothing is compiled, so a
// backend that this machine cannot build is checked as well.
//
// The rules:
//   includes   an #include of ours is written from the repository root and obeys the table;
//              a backend's headers are known to its folder and its registry
//   vendors    mpi.h, nccl.h and cuda*.h appear in their backend's folder only
//   features   #if … ZEROLAB_… appears in the registries only
//   comment    a C++ file opens with a comment: what it is, and its contract; or, a source file,
//              with its own header, which says so
//   length     400 lines at most, or "Long because" and the reason within the first 15
//   top level  the repository's first folder holds what the design names, and outputs of programs
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace zerolab::layering {

inline constexpr std::size_t most_lines = 400;
inline constexpr std::size_t reason_within_lines = 15;

struct SourceFile {
  std::string path;  // from the root, with '/'
  std::vector<std::string> lines;
};

// One broken rule; `line` counts from 1, and is 0 where the whole file is meant.
struct Finding {
  std::string path;
  std::size_t line = 0;
  std::string message;
};

// "path:line: message", as compilers write it.
std::string to_string(const Finding& finding);

// All files of ours under `root`, in the order of their paths: C++ and CUDA, CMake, shell scripts.
// Left out: build/, and folders that open with a dot, except .ci.
std::vector<SourceFile> read_tree(const std::filesystem::path& root);

// Every finding of every rule; empty when the house is in order.
std::vector<Finding> check_tree(const std::filesystem::path& root);

}  // namespace zerolab::layering
