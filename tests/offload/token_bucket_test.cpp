// The arithmetic of a token bucket, to the nanosecond.
#include "core/offload/token_bucket.hpp"

#include "tests/catch.hpp"

using namespace zerolab;

TEST_CASE("a piece takes its bytes over the rate") {
  TokenBucket bucket(12e9);
  CHECK(bucket.reserve(12'000'000, 5'000) == 1'005'000);
  CHECK(bucket.reserve(12, 1'005'000) == 1'005'001);
}

TEST_CASE("pieces pass one after the other in the order of the calls") {
  TokenBucket bucket(1e9);
  CHECK(bucket.reserve(100, 0) == 100);
  CHECK(bucket.reserve(50, 0) == 150);
  CHECK(bucket.reserve(50, 120) == 200);  // asked for while the one before was under way
}

TEST_CASE("an idle bucket saves nothing up") {
  TokenBucket bucket(1e9);
  CHECK(bucket.reserve(100, 0) == 100);
  CHECK(bucket.reserve(100, 10'000) == 10'100);
}

TEST_CASE("a bucket that was never asked may be asked at a negative time") {
  TokenBucket bucket(1e9);
  CHECK(bucket.reserve(100, -1'000) == -900);
}

TEST_CASE("roundings do not add up") {
  // A byte takes a third of a nanosecond: each piece by itself would be rounded to 0.
  TokenBucket bucket(3e9);
  std::int64_t passed = 0;
  for (int piece = 0; piece < 3'000; ++piece) passed = bucket.reserve(1, passed);
  CHECK(passed == 1'000);
}
