#include "exercises/grader/private_tree.hpp"

#include <cerrno>
#include <cstring>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"

namespace zerolab::exercises {

PrivateTree::PrivateTree(uid_t writer) {
  std::string name = (std::filesystem::temp_directory_path() / "zerolab-grader-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw failure("cannot make {}: {}", name, std::strerror(errno));
  }
  path_ = name;
  // Another user may pass through, and open what it knows the name of; not list.
  const bool made = chmod(path_.c_str(), S_IRWXU | S_IXGRP | S_IXOTH) == 0 &&
                    mkdir(build().c_str(), S_IRWXU) == 0 &&
                    (writer == geteuid() || chown(build().c_str(), writer, writer) == 0);
  if (!made) throw failure("cannot prepare {}: {}", name, std::strerror(errno));
}

PrivateTree::~PrivateTree() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void PrivateTree::add(const std::filesystem::path& name, std::string_view content) {
  const std::filesystem::path file = path_ / name;
  std::filesystem::create_directories(file.parent_path());
  write_file(file, content);
  for (auto folder = file.parent_path(); folder != path_; folder = folder.parent_path()) {
    chmod(folder.c_str(), S_IRWXU | S_IXGRP | S_IRGRP | S_IXOTH | S_IROTH);
  }
  chmod(file.c_str(), S_IRUSR | S_IRGRP | S_IROTH);
}

std::filesystem::path PrivateTree::take_program(std::string_view name) {
  const std::filesystem::path made = build() / name;
  const std::filesystem::path program = path_ / name;
  struct stat status {};
  if (lstat(made.c_str(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_nlink != 1) {
    throw failure("{} is no regular file", made.string());
  }
  std::filesystem::rename(made, program);
  if (chown(program.c_str(), geteuid(), getegid()) != 0 ||
      chmod(program.c_str(), S_IRUSR | S_IXUSR | S_IRGRP | S_IXGRP | S_IROTH | S_IXOTH) != 0) {
    throw failure("cannot take {}: {}", made.string(), std::strerror(errno));
  }
  return program;
}

}  // namespace zerolab::exercises
