#include "exercises/grader/given_headers.hpp"

#include <set>
#include <sstream>
#include <string>

#include "core/base/error.hpp"
#include "core/base/files.hpp"

namespace zerolab::exercises {

namespace {

// The name in `#include "…"`; empty in any other line.
std::string included(const std::string& line) {
  const std::size_t hash = line.find_first_not_of(" \t");
  constexpr std::string_view directive = "#include \"";
  if (hash == std::string::npos || line.compare(hash, directive.size(), directive) != 0) return {};
  const std::size_t begin = hash + directive.size();
  const std::size_t end = line.find('"', begin);
  return end == std::string::npos ? std::string() : line.substr(begin, end - begin);
}

void collect(const std::filesystem::path& root, const std::filesystem::path& file,
             std::set<std::filesystem::path>& found) {
  std::istringstream lines(read_file(root / file));
  for (std::string line; std::getline(lines, line);) {
    const std::filesystem::path name = std::filesystem::path(included(line)).lexically_normal();
    if (name.empty() || found.contains(name)) continue;
    if (name.is_absolute() || *name.begin() == "..") {
      throw input_error("{} includes {}: a header is named from the root", file.string(),
                        name.string());
    }
    found.insert(name);
    collect(root, name, found);
  }
}

}  // namespace

std::vector<std::filesystem::path> given_headers(const std::filesystem::path& root,
                                                 const ExerciseInfo& exercise) {
  const std::filesystem::path exercises = "exercises";
  std::set<std::filesystem::path> found;
  collect(root, exercises / "starters" / exercise.label() / exercise.file, found);
  for (const ExerciseInfo& other : read_catalog(root)) {
    if (other.number > exercise.number) continue;
    const std::filesystem::path header = exercises / other.label() / (other.name + ".hpp");
    if (found.insert(header).second) collect(root, header, found);
  }
  return {found.begin(), found.end()};
}

}  // namespace zerolab::exercises
