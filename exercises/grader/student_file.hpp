// A student's file in whatever was handed in: alone, in a folder, or in a whole hand-out.
#pragma once

#include <filesystem>
#include <string>

#include "exercises/catalog/catalog.hpp"

namespace zerolab::exercises {

struct StudentFile {
  std::filesystem::path file;  // it need not exist
  std::string doubt;           // why nobody can say which file is meant; empty: this one
};

// In `folder`: the exercise's file at its top; as in a hand-out, in exercises/NN-name; or else the
// one that lies least deep, at most six folders down (10,000 files and folders are looked at, none
// whose name begins with a dot; links are not followed). Two files as near as each other with
// different contents are a doubt. Where there is none, the file that should be at the top.
StudentFile file_in(const std::filesystem::path& folder, const ExerciseInfo& exercise);

// Whether anything is there, a link that leads nowhere too.
bool is_there(const std::filesystem::path& file);

}  // namespace zerolab::exercises
