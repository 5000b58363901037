#include "exercises/handout/unpack.hpp"

#include <algorithm>
#include <vector>

#include <unistd.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/scratch_folder.hpp"
#include "exercises/child/child.hpp"
#include "exercises/handout/manifest.hpp"

namespace zerolab::exercises {

namespace {

namespace fs = std::filesystem;

bool is_zip(const fs::path& archive) {
  return archive.extension() == ".zip";
}

// cmake -E tar works where it stands.
ChildResult run_tar(const fs::path& where, const std::string& cmake,
                    const std::vector<std::string>& words) {
  std::vector<std::string> line{cmake, "-E", "chdir", where.string(), cmake, "-E", "tar"};
  line.insert(line.end(), words.begin(), words.end());
  return run_child(line, ChildOutput::captured);
}

void tar(const fs::path& where, const std::string& cmake, const std::vector<std::string>& words) {
  const ChildResult result = run_tar(where, cmake, words);
  if (result.status != 0) {
    throw failure("{} {} failed: {}", words.front(), words.at(1), result.output);
  }
}

enum class Form { zip, tar_gz };

// All files below `folder`, by their paths from `base`.
void pack_files(const fs::path& base, const fs::path& folder, const fs::path& archive, Form as,
                const std::string& cmake) {
  check_writable(archive);
  const fs::path target = fs::absolute(archive);
  const fs::path part = target.string() + fmt::format(".{}.part", ::getpid());
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_directory()) names.push_back(entry.path().lexically_relative(base).string());
  }
  std::ranges::sort(names);
  const ScratchFolder scratch("handout");
  std::string list;
  for (const std::string& name : names) list += name + "\n";
  write_file(scratch.path() / "names", list);
  const bool zip = as == Form::zip;
  const std::vector<std::string> words{
      zip ? "cf" : "czf", part.string(), zip ? "--format=zip" : "--format=gnutar",
      "--mtime=2000-01-01 00:00:00 UTC", "--files-from=" + (scratch.path() / "names").string()};
  try {
    tar(base, cmake, words);
    fs::rename(part, target);
  } catch (...) {
    std::error_code ignored;
    fs::remove(part, ignored);
    throw;
  }
}

}  // namespace

void check_archive_name(const fs::path& archive) {
  const std::string name = archive.filename().string();
  if (name.ends_with(".tar.gz") || name.ends_with(".tgz") || name.ends_with(".zip")) return;
  throw input_error("the archive {} must end in .tar.gz, .tgz or .zip", archive.string());
}

void pack(const fs::path& folder, const fs::path& archive, const std::string& cmake) {
  check_archive_name(archive);
  const fs::path whole = fs::absolute(folder);
  pack_files(whole.parent_path(), whole, archive, is_zip(archive) ? Form::zip : Form::tar_gz,
             cmake);
}

void pack_zip_of_contents(const fs::path& folder, const fs::path& archive,
                          const std::string& cmake) {
  const fs::path whole = fs::absolute(folder);
  pack_files(whole, whole, archive, Form::zip, cmake);
}

fs::path unpack(const fs::path& archive, const fs::path& folder, const std::string& cmake) {
  const ChildResult result = run_tar(folder, cmake, {"xf", fs::absolute(archive).string()});
  if (result.status != 0) {
    throw input_error("{} is no archive that can be read: make it again ({})", archive.string(),
                      result.output.substr(0, result.output.find('\n')));
  }
  if (is_handout(folder)) return folder;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.is_directory() && is_handout(entry.path())) return entry.path();
  }
  throw input_error("{} holds no hand-out: none of its folders has a {}", archive.string(),
                    manifest_name);
}

}  // namespace zerolab::exercises
