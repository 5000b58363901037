#include "exercises/grader/submissions.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "core/base/error.hpp"
#include "exercises/grader/student_file.hpp"

namespace zerolab::exercises {

namespace {

using std::filesystem::path;

// How many bytes of `text` at `at` are one character beyond ASCII in well-formed UTF-8; 0: none.
std::size_t long_character(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t size = lead >= 0xF0 && lead < 0xF5 ? 4
                           : lead >= 0xE0              ? 3
                           : lead >= 0xC2              ? 2
                                                       : 0;
  if (size == 0 || lead >= 0xF5 || at + size > text.size()) return 0;
  const std::string_view rest = text.substr(at + 1, size - 1);
  const bool continued = std::ranges::all_of(
      rest, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; });
  // U+0080 to U+009F are control characters; overlong forms and halves of UTF-16 are none at all.
  const auto second = static_cast<unsigned char>(rest[0]);
  const bool odd = (lead == 0xC2 && second < 0xA0) || (lead == 0xE0 && second < 0xA0) ||
                   (lead == 0xED && second >= 0xA0) || (lead == 0xF0 && second < 0x90) ||
                   (lead == 0xF4 && second >= 0x90);
  return continued && !odd ? size : 0;
}

// For folders, tables and spreadsheets: no separators, no control characters, no formula.
std::string safe_name(const std::string& name) {
  std::string safe;
  for (std::size_t at = 0; at < name.size();) {
    const char c = name[at];
    const bool plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-';
    const std::size_t size = std::max<std::size_t>(long_character(name, at), plain ? 1 : 0);
    safe += size == 0 ? "_" : name.substr(at, size);
    at += std::max<std::size_t>(size, 1);
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
    const std::string name = entry.filename().string();
    if (type_of(entry) == std::filesystem::file_type::directory) {
      if (name.starts_with('.') || name == "__MACOSX") continue;
      const StudentFile handed_in = file_in(entry, exercise);
      found.push_back({name, handed_in.file, handed_in.doubt});
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

void make_names_safe_and_different(Submissions& submissions) {
  std::set<std::string> taken;
  for (Submission& submission : submissions.list) {
    const std::string given = submission.name;
    const std::string name = safe_name(given);
    submission.name = name;
    for (int i = 2; !taken.insert(submission.name).second; ++i) {
      submission.name = fmt::format("{}-{}", name, i);
    }
    if (submission.name != given) {
      submissions.renamed.push_back(fmt::format("{} -> {}", given, submission.name));
    }
  }
}

}  // namespace

Submissions find_submissions(const std::vector<std::string>& named, const ExerciseInfo& exercise) {
  Submissions found;
  for (const std::string& name : named) {
    const path file = name;
    if (!is_there(file)) {
      throw input_error("{}: there is no such file or folder", name);
    }
    if (!std::filesystem::is_directory(file)) {
      found.list.push_back({name_of_file(file, exercise), file});
    } else if (is_there(file / exercise.file) ||
               is_there(file / "exercises" / exercise.label() / exercise.file)) {
      found.list.push_back({name_of_folder(file), file_in(file, exercise).file});
    } else {
      add_class(file, exercise, found.list);
      found.is_class = true;
    }
  }
  if (found.list.empty()) {
    throw input_error("{}: there is no {} in it, nor a folder or a .cpp file that may be one",
                      named.front(), exercise.file);
  }
  found.is_class |= found.list.size() > 1;
  make_names_safe_and_different(found);
  return found;
}

std::size_t files_there(const Submissions& submissions, const ExerciseInfo& exercise) {
  return static_cast<std::size_t>(
      std::ranges::count_if(submissions.list, [&](const Submission& one) {
        return one.file.filename() == exercise.file && is_there(one.file);
      }));
}

}  // namespace zerolab::exercises
