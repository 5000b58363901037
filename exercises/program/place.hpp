// Where the student's course lies: the repository with exercises/, and the build that the program
// is part of. place.cpp alone has paths compiled in, and is a library of its own: a hand-out whose
// core is prebuilt compiles it where it lies.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "exercises/catalog/catalog.hpp"

namespace zerolab::exercises {

struct Place {
  std::filesystem::path root;   // holds exercises/, and solutions/ where they were handed out
  std::filesystem::path build;  // build/<preset>; its bin/ holds exercise_NN

  // The repository that this program was built from and the build it is part of; or, where
  // $ZEROLAB_COURSE names another course, that one and its build/: whoever made it has built its
  // check programs.
  static Place find();

  // Whether this program's own CMake builds the check programs; a course elsewhere brings them.
  bool builds_checks() const;

  std::filesystem::path file_to_edit(const ExerciseInfo& exercise) const;
  std::filesystem::path starter(const ExerciseInfo& exercise) const;
  std::filesystem::path solution(const ExerciseInfo& exercise) const;
  std::filesystem::path check_program(const ExerciseInfo& exercise) const;
  std::filesystem::path progress_file()
      const;                                 // .lab-progress.json: git and updates leave it alone
  std::filesystem::path last_check() const;  // a folder: what `lab view --last` shows
};

// The cmake that configured this program's build.
std::string cmake_program();

// For messages: relative to where the user stands, if that is shorter.
std::string shown(const std::filesystem::path& path);

// Whether the file to edit is, byte for byte, as it was handed out.
bool is_untouched(const Place& place, const ExerciseInfo& exercise);

}  // namespace zerolab::exercises
