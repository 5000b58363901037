// Every name reads back, and an unknown one is refused with the names there are.
#include "core/base/names.hpp"

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/base/range.hpp"
#include "tests/catch.hpp"

using namespace zerolab;
using test::ContainsSubstring;

TEST_CASE("names read back") {
  for (const Collective value : all_collectives) CHECK(parse_collective(to_string(value)) == value);
  for (const MemoryCategory value : all_memory_categories) {
    CHECK(parse_memory_category(to_string(value)) == value);
  }
  for (const Combine value : {Combine::copy, Combine::add}) {
    CHECK(parse_combine(to_string(value)) == value);
  }
  for (const DType value : {DType::f32, DType::bf16, DType::i64})
    CHECK(parse_dtype(to_string(value)) == value);
}

TEST_CASE("an unknown name is refused as bad input with the known ones") {
  CHECK_THROWS_WITH(parse_collective("gossip"),
                    "unknown collective 'gossip': it may be reduce-scatter, all-gather, "
                    "all-reduce, broadcast, reduce");
  try {
    parse_dtype("f16");
    CHECK(false);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::input);
  }
}

TEST_CASE("five categories are at rest and four are transient") {
  int at_rest = 0;
  for (const MemoryCategory category : all_memory_categories) at_rest += is_at_rest(category);
  CHECK(at_rest == 5);
  CHECK(is_at_rest(MemoryCategory::variance));
  CHECK_FALSE(is_at_rest(MemoryCategory::buckets));
}

TEST_CASE("category bytes add up") {
  CategoryBytes bytes{};
  bytes_of(bytes, MemoryCategory::momentum) = 5;
  bytes_of(bytes, MemoryCategory::scratch) += 7;
  CHECK(total_bytes(bytes) == 12);
}

TEST_CASE("ranges meet or do not") {
  CHECK(intersect({0, 5}, {3, 9}) == Range{3, 5});
  CHECK(intersect({0, 3}, {5, 9}).empty());
  CHECK(intersect({5, 9}, {0, 3}).empty());
  CHECK(Range{2, 6}.size() == 4);
}

TEST_CASE("a broken invariant says which") {
  CHECK_NOTHROW(require(true, "fine"));
  CHECK_THROWS_WITH(require(false, "a rank has a number"), "broken invariant: a rank has a number");
}

TEST_CASE("the clock does not run backwards") {
  const std::int64_t first = now_ns();
  CHECK(now_ns() >= first);
}
