#include "core/base/scratch_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "core/base/error.hpp"

namespace zerolab {

ScratchFolder::ScratchFolder(std::string_view name) {
  const std::filesystem::path temporary = std::filesystem::temp_directory_path();
  std::string pattern = (temporary / fmt::format("zerolab-{}-XXXXXX", name)).string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    throw failure("cannot make the folder {}: {}", pattern, std::strerror(errno));
  }
  path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace zerolab
