#include "exercises/grader/submissions.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "core/base/error.hpp"

namespace zerolab::exercises {

namespace {

using std::filesystem::path;

// For folders, tables and spreadsheets: no separators, no control characters, no formula.
std::string safe_name(const std::string& name) {
  std::string safe;
  for (const char c : name) {
    const bool plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-';
    safe += plain ? c : '_';
  }
  if (safe.empty() || safe[0] == '.' || safe[0] == '-') safe.insert(0, "_");
  return safe;
}

std::filesystem::file_type type_of(const path& file) {
  return std::filesystem::symlink_status(file).type();
}

std::string name_of_folder(const path& folder) {
  return std::filesystem::absolute(folder / "")
      .lexically_normal()
      .parent_path()
      .filename()
      .string();
}

void add_class(const path& folder, const ExerciseInfo& exercise, std::vector<Submission>& found) {
  std::vector<path> entries;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    entries.push_back(entry.path());
  }
  std::ranges::sort(entries);
  for (const path& entry : entries) {
    const bool hidden = entry.filename().string().starts_with('.');
    if (type_of(entry) == std::filesystem::file_type::directory) {
      if (!hidden) found.push_back({entry.filename().string(), entry / exercise.file});
    } else if (entry.extension() == ".cpp") {
      found.push_back({entry.stem().string(), entry});
    }
  }
}

// The file of a student's folder is named by the folder.
std::string name_of_file(const path& file, const ExerciseInfo& exercise) {
  const bool usual = file.filename() == exercise.file;
  const std::string folder = usual ? name_of_folder(file.parent_path()) : std::string();
  return folder.empty() ? file.stem().string() : folder;
}

void make_names_safe_and_different(std::vector<Submission>& list) {
  std::set<std::string> taken;
  for (Submission& submission : list) {
    const std::string name = safe_name(submission.name);
    submission.name = name;
    for (int i = 2; !taken.insert(submission.name).second; ++i) {
      submission.name = fmt::format("{}-{}", name, i);
    }
  }
}

}  // namespace

Submissions find_submissions(const std::vector<std::string>& named, const ExerciseInfo& exercise) {
  Submissions found;
  for (const std::string& name : named) {
    const path file = name;
    if (type_of(file) == std::filesystem::file_type::not_found) {
      throw input_error("{}: there is no such file or folder", name);
    }
    if (!std::filesystem::is_directory(file)) {
      found.list.push_back({name_of_file(file, exercise), file});
    } else if (type_of(file / exercise.file) != std::filesystem::file_type::not_found) {
      found.list.push_back({name_of_folder(file), file / exercise.file});
    } else {
      add_class(file, exercise, found.list);
      found.is_class = true;
    }
  }
  if (found.list.empty()) throw input_error("no submission: there is no {} in it", exercise.file);
  found.is_class |= found.list.size() > 1;
  make_names_safe_and_different(found.list);
  return found;
}

}  // namespace zerolab::exercises
