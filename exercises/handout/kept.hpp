// What an update leaves in a student's folder although the new version does not have it: whole
// exercises.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "exercises/handout/manifest.hpp"

namespace zerolab::exercises {

struct Kept {
  std::vector<int> exercises;   // in order
  std::set<std::string> files;  // theirs, by path, and the compiled exercises that they call
  // The compiled ones do not fit the new version, so that the student's own are called.
  bool calls_own = false;
};

// The exercises of `before` that `after` lacks: their folders, starters and entries. Compiled
// exercises (prebuilt/libearlier_NN.a) are kept with them where both versions are for one platform
// and no header that they were compiled with has changed.
Kept kept_of(const Manifest& before, const Manifest& after);

// `after`, with what is kept: its exercises, and its files as `before` has them, so that a later
// update knows which of them were edited.
Manifest with_kept(Manifest after, const Manifest& before, const Kept& kept);

}  // namespace zerolab::exercises
