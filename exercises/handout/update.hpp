// Merging a new version of a hand-out under a student's folder.
//
// What the student edited is known by comparing with the manifest of the old version; an edited
// file is never written to, and never moved. Exercises that the new version lacks stay as they are
// (kept.hpp). All else becomes as in the new version. Files that no manifest names (the student's
// own, the progress file, build/) are not looked at.
//
// A kill at any moment leaves every file whole, either old or new, and the old manifest: the same
// update, run again, then completes.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "exercises/handout/kept.hpp"
#include "exercises/handout/manifest.hpp"

namespace zerolab::exercises {

enum class Fate {
  same,      // is as the new version has it
  add,       // new in this version
  restore,   // was handed out, and is missing here
  replace,   // not edited, and different in the new version
  remove,    // not edited, and not part of the new version
  keep,      // edited; the new version has it as the old one had, or lacks the whole exercise
  beside,    // edited here and changed there: the new version is laid beside it
  abandoned  // edited, and not part of the new version: stays
};

struct UpdateStep {
  std::string path;
  Fate fate;
  std::string laid;  // of Fate::beside: the name beside, "reduce_scatter.cpp.new"
};

struct UpdatePlan {
  std::filesystem::path tree;     // the student's folder
  std::filesystem::path fresh;    // the new hand-out
  Manifest before;                // of the tree
  Manifest after;                 // of the new hand-out, with what is kept
  Kept kept;                      // exercises that the new hand-out does not have
  std::vector<UpdateStep> steps;  // without Fate::same, in the order of paths
};

enum class Direction { newer_only, any };

// Looks at both folders and changes nothing. Throws an input Error where one is no hand-out, where
// a file of `fresh` is not as its own manifest says, where `fresh` is the older version and
// `direction` forbids it, and where a folder lies in the place of a file.
UpdatePlan plan_update(const std::filesystem::path& tree, const std::filesystem::path& fresh,
                       Direction direction = Direction::newer_only);

// Does it. What was edited since the plan was made is kept as well. `before_each` is called before
// each change of the folder: for tests, which end the process there.
void apply_update(UpdatePlan& plan, const std::function<void()>& before_each = {});

}  // namespace zerolab::exercises
