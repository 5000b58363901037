// A temporary folder of one's own.
#pragma once

#include <filesystem>
#include <string_view>

namespace zerolab {

// A new folder zerolab-NAME-XXXXXX in the temporary folder, for its owner alone. It goes, with what
// is in it, with this object. Throws a failure where it cannot be made.
class ScratchFolder {
 public:
  explicit ScratchFolder(std::string_view name);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace zerolab
