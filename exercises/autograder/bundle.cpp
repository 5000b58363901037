#include "exercises/autograder/bundle.hpp"

#include <algorithm>
#include <optional>

#include <sys/stat.h>

#include "core/base/files.hpp"
#include "core/base/scratch_folder.hpp"
#include "exercises/handout/unpack.hpp"

namespace zerolab::exercises {

namespace {

namespace fs = std::filesystem;

void add_tree(const fs::path& root, const fs::path& folder, std::vector<fs::path>& files) {
  for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
    if (!entry.is_regular_file() || entry.is_symlink()) continue;
    files.push_back(fs::relative(entry.path(), root));
  }
}

// Where a student's file belongs, the starter is put.
fs::path source_of(const fs::path& root, const fs::path& file,
                   const std::vector<ExerciseInfo>& catalog) {
  for (const ExerciseInfo& exercise : catalog) {
    if (file == fs::path("exercises") / exercise.label() / exercise.file) {
      return root / "exercises" / "starters" / exercise.label() / exercise.file;
    }
  }
  return root / file;
}

// While it lives, files of this process and of its children are made for their owner alone.
class PrivateFiles {
 public:
  PrivateFiles() : before_(::umask(S_IRWXG | S_IRWXO)) {}
  ~PrivateFiles() { ::umask(before_); }
  PrivateFiles(const PrivateFiles&) = delete;
  PrivateFiles& operator=(const PrivateFiles&) = delete;

 private:
  mode_t before_;
};

}  // namespace

std::vector<fs::path> bundled_files(const fs::path& root, const AutogradePlan& plan) {
  std::vector<fs::path> files{"CMakeLists.txt"};
  add_tree(root, "core", files);
  add_tree(root, "exercises", files);
  const std::vector<ExerciseInfo> catalog = read_catalog(root);
  for (const std::string& word : plan.exercises) {
    const fs::path hidden = fs::path("tests/hidden") / find_exercise(catalog, word).label();
    if (fs::exists(root / hidden)) add_tree(root, hidden, files);
  }
  std::ranges::sort(files);
  return files;
}

void write_bundle(const fs::path& root, const AutogradePlan& plan, const fs::path& zip) {
  const std::vector<fs::path> files = bundled_files(root, plan);
  const std::vector<ExerciseInfo> catalog = read_catalog(root);
  const ScratchFolder scratch("handout");
  const fs::path& inside = scratch.path();
  for (const fs::path& file : files) {
    fs::create_directories((inside / "course" / file).parent_path());
    fs::copy_file(source_of(root, file, catalog), inside / "course" / file);
  }
  for (const char* script : {"setup.sh", "run_autograder"}) {
    fs::copy_file(root / "exercises/autograder" / script, inside / script);
    fs::permissions(inside / script, fs::perms::owner_all | fs::perms::group_read |
                                         fs::perms::group_exec | fs::perms::others_read |
                                         fs::perms::others_exec);
  }
  write_file(inside / "config.json", to_json(plan));
  std::optional<PrivateFiles> privately;
  if (!plan.secret.empty()) privately.emplace();
  pack_zip_of_contents(inside, zip, ZEROLAB_CMAKE);
}

}  // namespace zerolab::exercises
