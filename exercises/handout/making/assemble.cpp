#include "exercises/handout/making/assemble.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include <unistd.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "exercises/handout/making/leaks.hpp"
#include "exercises/handout/making/pages.hpp"

namespace zerolab::exercises {

namespace {

namespace fs = std::filesystem;

bool is_executable(const fs::path& file) {
  return (fs::status(file).permissions() & fs::perms::owner_exec) != fs::perms::none;
}

// What the build and the commands need of an exercise; git may not know a new one yet.
void check_whole(const Assembled& handout, const ExerciseInfo& info) {
  const std::string folder = "exercises/" + info.label() + "/";
  for (const std::string& path :
       {folder + "README.md", folder + "exercise.json", folder + info.file,
        folder + "visible_test.cpp", "exercises/starters/" + info.label() + "/" + info.file,
        fmt::format("exercises/entry/{:02}.cpp", info.number)}) {
    if (handout.files.contains(path)) continue;
    throw input_error(
        "exercise {:02} has no {}{}: add it, or leave the exercise out with --exercises",
        info.number, path,
        std::ranges::count(handout.left_unknown, path) > 0 ? " that git knows" : "");
  }
}

// The exercises that one of `callers` calls. `calls` has a line per exercise: "05 01 03 04".
std::set<int> called_by(const std::vector<ExerciseInfo>& callers, const std::string& calls) {
  std::set<int> called;
  std::istringstream lines(calls);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream numbers(line);
    int caller = 0;
    numbers >> caller;
    if (std::ranges::count(callers, caller, &ExerciseInfo::number) == 0) continue;
    for (int number = 0; numbers >> number;) called.insert(number);
  }
  return called;
}

void add_compiled(const fs::path& compiled, const std::string& name, Assembled& handout) {
  handout.files["prebuilt/" + name] = {read_file(compiled / name)};
}

Secrets secrets_of(const fs::path& root, const Repository& repository, const Assembled& handout) {
  Secrets secrets;
  for (const std::string& path : repository.files) {
    if (is_secret(path)) secrets.add(path, read_file(root / path));
  }
  for (const auto& [path, file] : handout.files) {
    const bool is_header_of_exercise = path.starts_with("exercises/") && path.ends_with(".hpp") &&
                                       path[10] >= '0' && path[10] <= '9';
    if (path.starts_with("exercises/starters/") || is_header_of_exercise) {
      secrets.give(file.content);
    }
  }
  return secrets;
}

void check_leaks(const Secrets& secrets, const Assembled& handout) {
  std::string found;
  for (const auto& [path, file] : handout.files) {
    if (path.starts_with("prebuilt/")) continue;  // machine code
    for (const Leak& leak : secrets.find_in(path, file.content)) {
      found += "\n  " + to_string(leak);
    }
  }
  if (!found.empty()) {
    throw failure("nothing was handed out, because secret text would go with it:{}", found);
  }
}

Manifest manifest_of(const Assembled& handout, const Repository& repository,
                     const std::vector<ExerciseInfo>& exercises, HandoutKind kind) {
  Manifest manifest;
  manifest.version = ZEROLAB_VERSION;
  manifest.commit = repository.commit;
  manifest.revision = repository.revision;
  manifest.changed = repository.changed;
  for (const ExerciseInfo& info : exercises) manifest.exercises.push_back(info.number);
  manifest.prebuilt = kind == HandoutKind::prebuilt;
  // A line for the core, and one for exercises.
  std::istringstream platforms(handout.files.at("prebuilt/platform.txt").content);
  std::getline(platforms, manifest.platform);
  if (!manifest.prebuilt) std::getline(platforms, manifest.platform);
  for (const auto& [path, file] : handout.files) {
    manifest.files[path] = {fingerprint_of(file.content), file.executable};
  }
  return manifest;
}

}  // namespace

Assembled assemble(const fs::path& root, const Repository& repository,
                   const std::vector<ExerciseInfo>& exercises, HandoutKind kind,
                   const fs::path& compiled) {
  Assembled handout;
  for (const Content& content : contents(repository.files, exercises, kind)) {
    std::string text = read_file(root / content.from);
    const bool is_markdown = content.path.ends_with(".md");
    if (is_markdown || content.path.ends_with(".html")) {
      text = page_for_students(text, content.path);
    }
    if (is_markdown) text = without_links_elsewhere(text, content.path, exercises);
    handout.files[content.path] = {std::move(text), is_executable(root / content.from)};
  }
  for (const Content& content : contents(repository.unknown, exercises, kind)) {
    handout.left_unknown.push_back(content.path);
  }
  for (const ExerciseInfo& info : exercises) check_whole(handout, info);
  for (const int number : called_by(exercises, read_file(compiled / "calls.txt"))) {
    add_compiled(compiled, fmt::format("libearlier_{:02}.a", number), handout);
  }
  add_compiled(compiled, "platform.txt", handout);
  if (kind == HandoutKind::prebuilt) {
    for (const char* name : {"libzerolab.a", "targets.txt"}) add_compiled(compiled, name, handout);
    const std::string& targets = handout.files.at("prebuilt/targets.txt").content;
    if (targets.find("zerolab_app\n") != std::string::npos) {  // the visualizer was built
      add_compiled(compiled, "libzerolab_viz.a", handout);
    }
    handout.files["prebuilt/CMakeLists.txt"] = {
        read_file(root / "exercises/handout/making/prebuilt.cmake")};
  }
  const Secrets secrets = secrets_of(root, repository, handout);
  handout.passages = secrets.passages();
  check_leaks(secrets, handout);
  handout.manifest = manifest_of(handout, repository, exercises, kind);
  return handout;
}

void write_handout(const Assembled& handout, const fs::path& folder) {
  const fs::path part = folder.string() + fmt::format(".{}.part", ::getpid());
  try {
    for (const auto& [path, file] : handout.files) {
      fs::create_directories((part / path).parent_path());
      write_file(part / path, file.content);
      if (file.executable) {
        constexpr auto all = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
        fs::permissions(part / path, all, fs::perm_options::add);
      }
    }
    write_file(part / manifest_name, to_json(handout.manifest));
    fs::rename(part, folder);
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(part, ignored);
    throw;
  }
}

}  // namespace zerolab::exercises
