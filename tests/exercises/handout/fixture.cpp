#include "tests/exercises/handout/fixture.hpp"

#include <fmt/core.h>

#include "core/base/files.hpp"
#include "exercises/handout/making/choice.hpp"

namespace zerolab::exercises::test {

namespace fs = std::filesystem;

const fs::path& the_course() {
  static const fs::path root = ZEROLAB_SOURCE_ROOT;
  return root;
}

const std::vector<ExerciseInfo>& the_exercises() {
  static const std::vector<ExerciseInfo> catalog = read_catalog(the_course());
  return catalog;
}

const Repository& the_repository() {
  static const Repository repository = [] {
    Repository found = look_at_repository(the_course());
    // What is about to be committed is tested as well.
    found.files.insert(found.files.end(), found.unknown.begin(), found.unknown.end());
    found.unknown.clear();
    return found;
  }();
  return repository;
}

fs::path compiled_parts() {
  return ZEROLAB_HANDOUT_PARTS;
}

Assembled the_handout(HandoutKind kind, std::string_view exercises) {
  const zerolab::test::TemporaryFolder compiled;
  compiled.file("platform.txt", "debian 12, x86_64, GNU 12\nLinux, x86_64, GNU\n");
  compiled.file("libzerolab.a", "machine code");
  compiled.file("libzerolab_viz.a", "machine code");
  compiled.file("targets.txt", "zerolab_base\nzerolab_app\n");
  compiled.file("calls.txt", read_file(compiled_parts() / "calls.txt"));
  for (const ExerciseInfo& info : the_exercises()) {
    compiled.file(fmt::format("libearlier_{:02}.a", info.number), "machine code");
  }
  return assemble(the_course(), the_repository(), choose(the_exercises(), exercises).exercises,
                  kind, compiled.path(""));
}

void write_files(const fs::path& folder, const Files& files) {
  fs::create_directories(folder);
  for (const auto& [path, content] : files) {
    fs::create_directories((folder / path).parent_path());
    write_file(folder / path, content);
  }
}

void write_handout_of(const fs::path& folder, const Files& files, std::optional<int> revision,
                      const std::vector<int>& exercises, const std::string& platform) {
  write_files(folder, files);
  Manifest manifest;
  manifest.version = "1.2.3";
  manifest.commit = "0123456789abcdef";
  manifest.revision = revision;
  manifest.exercises = exercises;
  manifest.platform = platform;
  for (const auto& [path, content] : files) {
    manifest.files[path] = {fingerprint_of(content), path == "run.sh"};
  }
  write_file(folder / manifest_name, to_json(manifest));
}

Files files_in(const fs::path& folder) {
  Files files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().lexically_relative(folder).generic_string();
    if (entry.is_regular_file() && path != manifest_name) files[path] = read_file(entry.path());
  }
  return files;
}

}  // namespace zerolab::exercises::test
