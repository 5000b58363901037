// The corpus: read byte for byte, cut the same way every time, and errors that say what to do.
#include "core/model/data.hpp"

#include <cmath>
#include <filesystem>
#include <set>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "tests/catch.hpp"

using namespace zerolab;
using zerolab::test::ContainsSubstring;

namespace {

// A folder of its own, removed at the end.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "zerolab-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::filesystem::path file(const std::string& name, std::string_view content) const {
    write_file(path_ / name, content);
    return path_ / name;
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("files are read byte for byte and joined in order") {
  const Folder folder;
  const std::string first("a\0\r\n\xff", 5);
  const Corpus corpus = Corpus::read({folder.file("1", first), folder.file("2", "z")});
  const auto bytes = corpus.bytes();
  CHECK(std::string(bytes.begin(), bytes.end()) == first + "z");
}

TEST_CASE("text that is not there is refused") {
  const Folder folder;
  CHECK_THROWS_WITH(Corpus::read({}), ContainsSubstring("at least 1 file"));
  CHECK_THROWS_WITH(Corpus::read({folder.path() / "none"}), ContainsSubstring("none"));
  CHECK_THROWS_WITH(Corpus::read({folder.file("empty", "")}),
                    ContainsSubstring("empty") && ContainsSubstring("0 bytes"));
}

TEST_CASE("the entropy of a histogram is that of its frequencies") {
  CHECK(Corpus("aaaa").histogram_entropy() == 0);
  CHECK(std::abs(Corpus("abab").histogram_entropy() - std::log(2.0)) < 1e-12);
  CHECK(std::abs(Corpus("aabc").histogram_entropy() - 1.5 * std::log(2.0)) < 1e-12);
}

TEST_CASE("a sequence depends on seed and index and its targets are one byte on") {
  std::string text;
  for (int i = 0; i < 200; ++i) text += static_cast<char>(i);
  const Corpus corpus(text);
  std::set<int> starts;
  unsigned char inputs[16], targets[16];
  for (std::uint64_t index = 0; index < 2000; ++index) {
    corpus.fill(5, index, 16, inputs, targets);
    for (int i = 0; i < 16; ++i) {
      REQUIRE(inputs[i] == inputs[0] + i);
      REQUIRE(targets[i] == inputs[i] + 1);
    }
    starts.insert(inputs[0]);
  }
  // Every place occurs, the first and the last included.
  CHECK(starts.size() == 184);
  CHECK(*starts.rbegin() == 183);

  unsigned char again[16];
  corpus.fill(5, 7, 16, inputs, targets);
  corpus.fill(5, 7, 16, again, targets);
  CHECK(std::equal(inputs, inputs + 16, again));
  int different = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    corpus.fill(seed, 7, 16, again, targets);
    different += again[0] != inputs[0];
  }
  CHECK(different > 15);
}

TEST_CASE("a text one byte too short is refused with both numbers") {
  unsigned char inputs[16], targets[16];
  Corpus(std::string(17, 'x')).fill(0, 0, 16, inputs, targets);
  CHECK_THROWS_WITH(Corpus(std::string(16, 'x')).fill(0, 0, 16, inputs, targets),
                    ContainsSubstring("16 bytes") && ContainsSubstring("needs 17"));
  CHECK_THROWS_WITH(Corpus("abc").check_length(8), ContainsSubstring("3 bytes"));
}
