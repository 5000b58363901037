// Traces as files: compressed or not, the same bytes each time, and nothing left behind.
#include <filesystem>

#include <unistd.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/trace/chrome.hpp"
#include "core/trace/gzip.hpp"
#include "tests/catch.hpp"
#include "tests/trace/random_trace.hpp"

using namespace zerolab;
using test::ContainsSubstring;

namespace {

// An empty folder that is gone afterwards.
struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / fmt::format("zerolab_trace_{}", ::getpid());
  Folder() {
    std::filesystem::remove_all(path);
    std::filesystem::create_directory(path);
  }
  ~Folder() { std::filesystem::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
};

}  // namespace

TEST_CASE("a file reads back as it was and is the same when written again") {
  const Folder folder;
  const Trace trace = test::RandomTrace(11).make(500, 5000);
  for (const char* name : {"a.json", "a.json.gz"}) {
    const auto path = folder.path / name;
    write_trace(path, trace);
    const std::string bytes = read_file(path);
    CHECK(is_gzip(bytes) == std::string_view(name).ends_with(".gz"));
    CHECK(read_trace(path) == trace);
    write_trace(path, read_trace(path));
    CHECK(read_file(path) == bytes);
  }
  CHECK(std::filesystem::file_size(folder.path / "a.json.gz") * 3 <
        std::filesystem::file_size(folder.path / "a.json"));
  // What it is decides, not what it is called.
  std::filesystem::rename(folder.path / "a.json.gz", folder.path / "b.json");
  CHECK(read_trace(folder.path / "b.json") == trace);
}

TEST_CASE("a gzip header holds no time") {
  const std::string bytes = gzip("text");
  CHECK(bytes.substr(4, 4) == std::string(4, '\0'));
  CHECK(gunzip(bytes, 100).text == "text");
  CHECK(gunzip(gzip(""), 100).text.empty());
  CHECK(gunzip(gzip(""), 100).fault.empty());
}

TEST_CASE("long texts survive compression block by block") {
  std::string text;
  for (int i = 0; text.size() < 5000000; ++i) text += std::to_string(i * 7919L % 100003);
  text.resize(5000000);
  const Gunzipped again = gunzip(gzip(text), text.size());
  CHECK(again.fault.empty());
  CHECK(again.text == text);
  CHECK_THAT(gunzip(gzip(text), text.size() - 1).fault, ContainsSubstring("more than 4999"));
}

TEST_CASE("a trace goes only into .json or .json.gz") {
  const Folder folder;
  for (const char* name : {"a.txt", "a.gz", "a", "a.json.zip"}) {
    CHECK_THROWS_WITH(write_trace(folder.path / name, {}), ContainsSubstring(".json.gz"));
  }
  CHECK(std::filesystem::is_empty(folder.path));
}

TEST_CASE("a path that cannot be written fails and leaves nothing behind") {
  const Folder folder;
  CHECK_THROWS_WITH(write_trace(folder.path / "missing" / "a.json", {}),
                    ContainsSubstring("cannot write"));
  std::filesystem::create_directory(folder.path / "taken.json");
  CHECK_THROWS_WITH(write_trace(folder.path / "taken.json", {}), ContainsSubstring("cannot write"));
  std::filesystem::remove(folder.path / "taken.json");
  CHECK(std::filesystem::is_empty(folder.path));
  CHECK_THROWS_WITH(read_trace(folder.path / "none.json"), ContainsSubstring("cannot read"));
}
