// The repository, and a folder of its own for a test, gone with it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <unistd.h>

#include "core/base/files.hpp"

namespace zerolab::exercises {

inline const std::filesystem::path root = ZEROLAB_SOURCE_DIR;

class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "autograder-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::filesystem::path& folder() const { return folder_; }

  // With the folders that it needs.
  std::filesystem::path file(std::string_view name, std::string_view content) const {
    const std::filesystem::path path = folder_ / name;
    std::filesystem::create_directories(path.parent_path());
    write_file(path, content);
    return path;
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace zerolab::exercises
