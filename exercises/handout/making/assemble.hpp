// A hand-out in memory: every file that students get, with its text as they get it.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "exercises/handout/making/contents.hpp"
#include "exercises/handout/making/repository.hpp"
#include "exercises/handout/manifest.hpp"

namespace zerolab::exercises {

struct Assembled {
  struct File {
    std::string content;
    bool executable = false;
  };
  std::map<std::string, File> files;  // by path, without the manifest
  Manifest manifest;
  std::size_t passages = 0;               // of secret text that were looked for
  std::vector<std::string> left_unknown;  // would be part of it, if git knew them
};

// `compiled`: the folder that libraries.cmake fills, with platform.txt, calls.txt, libearlier_NN.a
// of every exercise that a chosen one calls and, for a prebuilt one, the libraries. Throws an input
// Error where a chosen exercise is not whole, and a failure that lists them where text of a
// solution, of a hidden test or of a mutant would go out.
Assembled assemble(const std::filesystem::path& root, const Repository& repository,
                   const std::vector<ExerciseInfo>& exercises, HandoutKind kind,
                   const std::filesystem::path& compiled);

// Makes `folder`, which may exist if it is empty: written beside, then renamed.
void write_handout(const Assembled& handout, const std::filesystem::path& folder);

}  // namespace zerolab::exercises
