#include "exercises/program/place.hpp"

#include <cstdlib>

#include "core/base/error.hpp"
#include "core/base/files.hpp"

namespace zerolab::exercises {

namespace fs = std::filesystem;

Place Place::find() {
  const char* course = std::getenv("ZEROLAB_COURSE");
  if (course != nullptr) return {course, fs::path(course) / "build"};
  return {ZEROLAB_ROOT, ZEROLAB_BUILD};
}

bool Place::builds_checks() const {
  return fs::weakly_canonical(root) == fs::weakly_canonical(ZEROLAB_ROOT);
}

std::string cmake_program() {
  return ZEROLAB_CMAKE;
}

fs::path Place::file_to_edit(const ExerciseInfo& exercise) const {
  return exercise.folder / exercise.file;
}

fs::path Place::starter(const ExerciseInfo& exercise) const {
  return root / "exercises" / "starters" / exercise.label() / exercise.file;
}

fs::path Place::solution(const ExerciseInfo& exercise) const {
  return root / "solutions" / exercise.label() / exercise.file;
}

fs::path Place::check_program(const ExerciseInfo& exercise) const {
  return build / "bin" / fmt::format("exercise_{:02}", exercise.number);
}

fs::path Place::progress_file() const {
  return root / ".lab-progress.json";
}

fs::path Place::last_check() const {
  return build / "last-check";
}

std::string shown(const fs::path& path) {
  std::error_code unknown;
  const fs::path here = fs::relative(path, unknown);
  const std::string whole = path.string();
  return unknown || here.empty() || here.string().size() > whole.size() ? whole : here.string();
}

bool is_untouched(const Place& place, const ExerciseInfo& exercise) {
  return read_file(place.file_to_edit(exercise)) == read_file(place.starter(exercise));
}

}  // namespace zerolab::exercises
