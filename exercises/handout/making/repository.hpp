// What git says of the course: which files are part of it, and which version it is.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace zerolab::exercises {

struct Repository {
  bool under_git = false;
  std::vector<std::string> files;    // paths from the root, sorted: those git knows and that exist;
                                     // without git all but build/
  std::vector<std::string> unknown;  // files that git neither knows nor ignores
  std::string commit;
  std::optional<int> revision;  // the number of commits up to it; none for a shallow clone
  bool changed = false;         // some of its files differ from the commit
};

Repository look_at_repository(const std::filesystem::path& root);

}  // namespace zerolab::exercises
