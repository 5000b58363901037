// Files are read whole, and written so that nothing is ever half written.
#include "core/base/files.hpp"

#include <filesystem>
#include <string>

#include <unistd.h>

#include "core/base/error.hpp"
#include "tests/catch.hpp"

using namespace zerolab;
using test::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

// An empty folder that is gone at the end of the test.
class Folder {
 public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "zerolab_files_XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path operator/(const char* name) const { return path_ / name; }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
  }

 private:
  fs::path path_;
};

}  // namespace

TEST_CASE("what is written is read back and nothing is left beside it") {
  const Folder folder;
  std::string content = "binary \0 and more";
  content += std::string(200'000, '\xff');
  write_file(folder / "a", content);
  CHECK(read_file(folder / "a") == content);
  write_file(folder / "a", "short");
  CHECK(read_file(folder / "a") == "short");
  write_file(folder / "empty", "");
  CHECK(read_file(folder / "empty").empty());
  CHECK(folder.files() == 2);
}

TEST_CASE("a file that cannot be read says why") {
  const Folder folder;
  CHECK_THROWS_WITH(read_file(folder / "absent"), ContainsSubstring("cannot read") &&
                                                      ContainsSubstring("absent") &&
                                                      ContainsSubstring("No such file"));
  CHECK_THROWS_WITH(read_file(folder / "."), ContainsSubstring("it is a directory"));
}

TEST_CASE("a file that cannot be written says why and leaves the old one alone") {
  const Folder folder;
  CHECK_THROWS_WITH(write_file(folder / "no" / "such", "x"), ContainsSubstring("No such file"));
  fs::create_directory(folder / "d");
  CHECK_THROWS_WITH(write_file(folder / "d", "x"), ContainsSubstring("Is a directory"));
  CHECK_THROWS_WITH(check_writable(folder / "d"), ContainsSubstring("Is a directory"));
  CHECK_THROWS_WITH(check_writable(folder / "no" / "such"), ContainsSubstring("No such file"));
  CHECK(folder.files() == 1);
}

TEST_CASE("asking whether a file can be written leaves it as it was") {
  const Folder folder;
  write_file(folder / "old", "old");
  CHECK_NOTHROW(check_writable(folder / "old"));
  CHECK_NOTHROW(check_writable(folder / "new"));
  CHECK(read_file(folder / "old") == "old");
  CHECK(folder.files() == 1);
}
