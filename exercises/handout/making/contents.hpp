// What goes into a hand-out, file by file, and what stays with the instructors. Nothing is left out
// by being on a list of secrets alone: what no rule lets in stays out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exercises/catalog/catalog.hpp"

namespace zerolab::exercises {

enum class HandoutKind {
  sources,  // everything that students build is there to be read
  prebuilt  // the core, the visualizer and what judges are a library with headers
};

struct Content {
  std::string path;  // in the hand-out
  std::string from;  // in the course
  friend bool operator==(const Content&, const Content&) = default;
};

// Of `files` (paths from the course's root) those that are handed out with `exercises`. A file to
// edit comes from exercises/starters: what somebody has written into the course's own stays there.
std::vector<Content> contents(const std::vector<std::string>& files,
                              const std::vector<ExerciseInfo>& exercises, HandoutKind kind);

// The files whose text must not be in a hand-out: solutions, hidden tests, mutants, and the correct
// versions that later exercises are linked with.
bool is_secret(std::string_view path);

}  // namespace zerolab::exercises
