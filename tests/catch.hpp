// Catch2, whichever version the system has: v3 (Debian 13, Ubuntu 24.04) or v2.13 (Debian 12,
// Ubuntu 22.04). Precompiled; every test includes this and nothing else of Catch2.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
namespace zerolab::test {
using Catch::Matchers::ContainsSubstring;
}
#else
#include <catch2/catch.hpp>
namespace zerolab::test {
// v3's name for v2's Contains(string).
inline auto ContainsSubstring(const std::string& text) {
  return Catch::Matchers::Contains(text);
}
}  // namespace zerolab::test
#endif
