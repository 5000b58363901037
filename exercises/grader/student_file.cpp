#include "exercises/grader/student_file.hpp"

#include <algorithm>
#include <vector>

#include <fmt/core.h>

#include "exercises/grader/accept.hpp"

namespace zerolab::exercises {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_looked_at = 10'000;
constexpr int deepest = 6;

struct Candidate {
  int depth = 0;
  fs::path file;
  friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

// By depth, then by path.
std::vector<Candidate> candidates(const fs::path& folder, const ExerciseInfo& exercise) {
  std::vector<Candidate> found;
  std::error_code error;
  std::size_t looked_at = 0;
  for (fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                              error);
       !error && entry != fs::recursive_directory_iterator() && ++looked_at < most_looked_at;
       entry.increment(error)) {
    const bool is_folder = entry->symlink_status().type() == fs::file_type::directory;
    if (is_folder && (entry.depth() >= deepest || entry->path().filename().string()[0] == '.')) {
      entry.disable_recursion_pending();
    }
    if (!is_folder && entry->path().filename() == exercise.file) {
      found.push_back({entry.depth(), entry->path()});
    }
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace

bool is_there(const fs::path& file) {
  return fs::symlink_status(file).type() != fs::file_type::not_found;
}

StudentFile file_in(const fs::path& folder, const ExerciseInfo& exercise) {
  for (const fs::path& usual :
       {folder / exercise.file, folder / "exercises" / exercise.label() / exercise.file}) {
    if (is_there(usual)) return {usual, ""};
  }
  const std::vector<Candidate> found = candidates(folder, exercise);
  if (found.empty()) return {folder / exercise.file, ""};
  for (const Candidate& other : found) {
    if (other.depth > found[0].depth) break;
    if (accept(other.file).content == accept(found[0].file).content) continue;
    return {found[0].file, fmt::format("is there twice, {} and {}, with different contents",
                                       found[0].file.lexically_relative(folder).string(),
                                       other.file.lexically_relative(folder).string())};
  }
  return {found[0].file, ""};
}

}  // namespace zerolab::exercises
