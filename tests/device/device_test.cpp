// The CPU device: addition is exact where sums are exact, and an element's bits do not depend on
// where in a range it lies.
#include "core/device/device.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "core/base/error.hpp"
#include "core/device/buffer.hpp"
#include "core/device/cpu/stream_copy.hpp"
#include "tests/catch.hpp"

using namespace zerolab;

TEST_CASE("memory is 64-byte aligned, zero and as long as asked for") {
  for (const std::size_t size : {1UL, 63UL, 4096UL, 262143UL, 262144UL, 5000000UL}) {
    const Buffer buffer(device("cpu"), size);
    const auto bytes = buffer.as<unsigned char>();
    REQUIRE(bytes.size() == size);
    CHECK(reinterpret_cast<std::uintptr_t>(bytes.data()) % 64 == 0);
    bool all_zero = true;
    for (const unsigned char byte : bytes) all_zero = all_zero && byte == 0;
    CHECK(all_zero);
  }
  CHECK(Buffer(device("cpu"), 0).as<float>().empty());
}

TEST_CASE("an added element has the same bits wherever the range is split") {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> values(-3, 3);
  constexpr std::size_t count = 1000;
  std::vector<float> own(count), arriving(count);
  for (float& value : own) value = values(random);
  for (float& value : arriving) value = values(random) * 1e-3f;

  Device& cpu = device("cpu");
  for (int trial = 0; trial < 200; ++trial) {
    // The same elements at another offset, in pieces of random sizes.
    const std::size_t offset = random() % 17;
    std::vector<float> moved(count + offset);
    std::memcpy(moved.data() + offset, own.data(), count * sizeof(float));
    std::size_t begin = 0;
    while (begin < count) {
      const std::size_t piece = std::min<std::size_t>(1 + random() % 40, count - begin);
      cpu.combine(Combine::add, moved.data() + offset + begin, arriving.data() + begin, piece,
                  DType::f32);
      begin += piece;
    }
    bool equal = true;
    for (std::size_t i = 0; i < count; ++i) {
      const volatile float expected = own[i] + arriving[i];
      const float rounded = expected;
      equal = equal && std::memcmp(&rounded, &moved[offset + i], sizeof(float)) == 0;
    }
    REQUIRE(equal);
  }
}

TEST_CASE("bfloat16 rounds to nearest even and widens exactly") {
  const auto rounded = [](float value) { return to_float(to_bfloat16(value)); };
  CHECK(rounded(1.0F) == 1.0F);
  CHECK(rounded(256.0F) == 256.0F);
  CHECK(rounded(257.0F) == 256.0F);  // halfway: to the even one
  CHECK(rounded(259.0F) == 260.0F);
  CHECK(rounded(257.01F) == 258.0F);
  CHECK(rounded(-257.0F) == -256.0F);
  CHECK(rounded(3.4e38F) == std::numeric_limits<float>::infinity());
  CHECK(std::isnan(rounded(std::nanf(""))));
  CHECK(std::signbit(rounded(-0.0F)));
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const BFloat16 value{static_cast<std::uint16_t>(bits)};
    if (std::isnan(to_float(value))) continue;
    REQUIRE(to_bfloat16(to_float(value)) == value);
  }
}

TEST_CASE("bfloat16 adds with one rounding wherever the range is split") {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> values(-3, 3);
  constexpr std::size_t count = 500;
  std::vector<BFloat16> own(count), arriving(count);
  for (BFloat16& value : own) value = to_bfloat16(values(random));
  for (BFloat16& value : arriving) value = to_bfloat16(values(random));
  Device& cpu = device("cpu");
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<BFloat16> sum = own;
    for (std::size_t begin = 0; begin < count;) {
      const std::size_t piece = std::min<std::size_t>(1 + random() % 40, count - begin);
      cpu.combine(Combine::add, sum.data() + begin, arriving.data() + begin, piece, DType::bf16);
      begin += piece;
    }
    bool equal = true;
    for (std::size_t i = 0; i < count; ++i) {
      equal = equal && sum[i] == to_bfloat16(to_float(own[i]) + to_float(arriving[i]));
    }
    REQUIRE(equal);
  }
}

TEST_CASE("converting widens exactly and narrows with one rounding") {
  Device& cpu = device("cpu");
  const std::vector<float> exact{1.0F, 257.0F, -259.0F, 0.1F};
  std::vector<BFloat16> narrow(4);
  cpu.convert(Combine::copy, narrow.data(), DType::bf16, exact.data(), DType::f32, 4);
  std::vector<float> wide(4);
  cpu.convert(Combine::copy, wide.data(), DType::f32, narrow.data(), DType::bf16, 4);
  CHECK(wide == std::vector<float>{1.0F, 256.0F, -260.0F, to_float(to_bfloat16(0.1F))});
  cpu.convert(Combine::add, narrow.data(), DType::bf16, exact.data(), DType::f32, 4);
  CHECK(to_float(narrow[1]) == 512.0F);  // 256 + 257 = 513, rounded once
  CHECK_THROWS_AS(cpu.convert(Combine::copy, wide.data(), DType::f32, exact.data(), DType::i64, 1),
                  InvariantError);
}

TEST_CASE("integers wrap around and copy copies") {
  Device& cpu = device("cpu");
  std::vector<long> to{1, INT64_MAX};
  const std::vector<long> from{41, 1};
  cpu.combine(Combine::add, to.data(), from.data(), 2, DType::i64);
  CHECK(to == std::vector<long>{42, INT64_MIN});
  cpu.combine(Combine::copy, to.data(), from.data(), 2, DType::i64);
  CHECK(to == from);
}

TEST_CASE("a streamed copy copies every byte and no other from any offset") {
  std::mt19937 random(7);
  std::vector<unsigned char> source(2000), copied(2000);
  for (unsigned char& byte : source) byte = static_cast<unsigned char>(random());
  for (int round = 0; round < 500; ++round) {
    const std::size_t size = random() % 1500;
    const std::size_t from = random() % 200;
    const std::size_t to = random() % 200;
    std::ranges::fill(copied, static_cast<unsigned char>(0));
    stream_copy(copied.data() + to, source.data() + from, size);
    std::vector<unsigned char> expected(2000, 0);
    std::copy_n(source.begin() + static_cast<std::ptrdiff_t>(from), size,
                expected.begin() + static_cast<std::ptrdiff_t>(to));
    REQUIRE(copied == expected);
  }
}

TEST_CASE("an unknown device is named, and so are the known ones") {
  CHECK_THROWS_WITH(device("tpu"), test::ContainsSubstring("'tpu'") &&
                                       test::ContainsSubstring("this build has cpu"));
}
