#include "exercises/handout/making/repository.hpp"

#include <algorithm>
#include <charconv>

#include "core/base/error.hpp"
#include "exercises/child/child.hpp"

namespace zerolab::exercises {

namespace {

namespace fs = std::filesystem;

// What git prints; nothing where it fails, or is not installed.
std::optional<std::string> git(const fs::path& root, std::vector<std::string> words) {
  std::vector<std::string> line{"git", "-C", root.string()};
  line.insert(line.end(), words.begin(), words.end());
  try {
    const ChildResult result = run_child(line, ChildOutput::captured);
    if (result.status == 0) return result.output;
  } catch (const Error&) {  // there is no git
  }
  return std::nullopt;
}

std::vector<std::string> ended_by(char end, std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t at; (at = text.find(end)) != std::string_view::npos;
       text.remove_prefix(at + 1)) {
    parts.emplace_back(text.substr(0, at));
  }
  return parts;
}

std::string first_line(const std::optional<std::string>& text) {
  return text ? text->substr(0, text->find('\n')) : "";
}

// A folder of somebody else's repository is not under git for us.
bool is_top_of_repository(const fs::path& root) {
  const std::string top = first_line(git(root, {"rev-parse", "--show-toplevel"}));
  std::error_code missing;
  return !top.empty() && fs::equivalent(top, root, missing);
}

std::vector<std::string> all_files(const fs::path& root) {
  std::vector<std::string> files;
  for (auto entry = fs::recursive_directory_iterator(root); entry != fs::end(entry); ++entry) {
    const std::string path = entry->path().lexically_relative(root).generic_string();
    if (path == "build" || path == ".git" || path == ".deps") entry.disable_recursion_pending();
    if (entry->is_regular_file()) files.push_back(path);
  }
  std::ranges::sort(files);
  return files;
}

void read_changes(const fs::path& root, Repository& repository) {
  const auto status = git(root, {"status", "--porcelain", "-z", "--no-renames", "-uall"});
  for (const std::string& line : ended_by('\0', status.value_or(""))) {
    if (line.starts_with("?? ")) {
      repository.unknown.push_back(line.substr(3));
    } else {
      repository.changed = true;
    }
  }
}

}  // namespace

Repository look_at_repository(const fs::path& root) {
  Repository repository;
  repository.under_git = is_top_of_repository(root);
  if (!repository.under_git) {
    repository.files = all_files(root);
    return repository;
  }
  for (std::string& file : ended_by('\0', git(root, {"ls-files", "-z"}).value_or(""))) {
    if (fs::is_regular_file(root / file)) repository.files.push_back(std::move(file));
  }
  std::ranges::sort(repository.files);
  repository.commit = first_line(git(root, {"rev-parse", "HEAD"}));
  if (first_line(git(root, {"rev-parse", "--is-shallow-repository"})) == "false") {
    const std::string count = first_line(git(root, {"rev-list", "--count", "HEAD"}));
    int commits = 0;
    const char* end = count.data() + count.size();
    if (std::from_chars(count.data(), end, commits).ec == std::errc{}) {
      repository.revision = commits;
    }
  }
  read_changes(root, repository);
  return repository;
}

}  // namespace zerolab::exercises
