// The hash is the published FNV-1a, and the mixer the published SplitMix64.
#include "core/base/hash.hpp"

#include <string>

#include "tests/catch.hpp"

using namespace zerolab;

TEST_CASE("FNV-1a of known strings") {
  const auto hash = [](const std::string& text) {
    Fnv1a h;
    h.add(text.data(), text.size());
    return h.hex();
  };
  CHECK(hash("") == "cbf29ce484222325");
  CHECK(hash("a") == "af63dc4c8601ec8c");
  CHECK(hash("foobar") == "85944171f73967e8");
}

TEST_CASE("the hash does not depend on the pieces") {
  Fnv1a whole, pieces;
  whole.add("foobar", 6);
  pieces.add("foo", 3);
  pieces.add("bar", 3);
  CHECK(whole.value() == pieces.value());
}

TEST_CASE("SplitMix64 from seed 0") {
  // The first outputs of the reference generator: state advances by the golden gamma each time.
  CHECK(mix(0) == 0xe220a8397b1dcdafULL);
  CHECK(mix(0x9e3779b97f4a7c15ULL) == 0x6e789e6aa1b965f4ULL);
}
