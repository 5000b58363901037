#include "exercises/autograder/bundle.hpp"

#include <algorithm>
#include <cstdlib>

#include <sys/wait.h>
#include <unistd.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"

namespace zerolab::exercises {

namespace {

namespace fs = std::filesystem;

void add_tree(const fs::path& root, const fs::path& folder, std::vector<fs::path>& files) {
  for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
    if (!entry.is_regular_file() || entry.is_symlink()) continue;
    files.push_back(fs::relative(entry.path(), root));
  }
}

// A folder of its own beside the zip, removed in the end.
class Staging {
 public:
  explicit Staging(const fs::path& zip)
      : path_(zip.parent_path() / (zip.filename().string() + ".XXXXXX")) {
    std::string name = path_.string();
    if (mkdtemp(name.data()) == nullptr) {
      throw input_error(
          "cannot make a folder beside {}: does its folder exist, and may it be "
          "written?",
          zip.string());
    }
    path_ = name;
  }
  ~Staging() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// cmake is there wherever this was built, and writes zip files.
void zip_folder(const fs::path& folder, const fs::path& zip) {
  const pid_t child = fork();
  if (child < 0) throw failure("cannot start cmake");
  if (child == 0) {
    if (chdir(folder.c_str()) != 0) _exit(1);
    execlp(ZEROLAB_CMAKE, ZEROLAB_CMAKE, "-E", "tar", "cf", zip.c_str(), "--format=zip", ".",
           static_cast<char*>(nullptr));
    _exit(1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || !fs::exists(zip)) {
    throw failure("{} could not write {}", ZEROLAB_CMAKE, zip.string());
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
  const fs::path whole = fs::absolute(zip);
  const std::vector<fs::path> files = bundled_files(root, plan);
  const std::vector<ExerciseInfo> catalog = read_catalog(root);
  const Staging staging(whole);
  const fs::path inside = staging.path() / "zip";
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
  zip_folder(inside, staging.path() / "grader.zip");
  fs::rename(staging.path() / "grader.zip", whole);
}

}  // namespace zerolab::exercises
