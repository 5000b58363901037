// A RunRecord as bytes: it comes back as it was, or not at all.
#include "exercises/check/record_bytes.hpp"

#include "tests/catch.hpp"

namespace zerolab::exercises {
namespace {

RunRecord sample() {
  RunRecord record;
  record.run.exercise = 3;
  record.run.ranks = 2;
  record.ending = Ending::mismatch;
  record.culprit = 1;
  record.detail = "what was wrong";
  record.ranks.resize(2);
  record.ranks[0].calls = {{{{1, {1.5F, 2}}}, {{1, {}}}, true}, {{}, {{1, {3}}}, false}};
  record.ranks[0].block = {7, 8, 9};
  record.ranks[1].numbers = {-1, std::int64_t{1} << 40};
  return record;
}

TEST_CASE("a record comes back as it was") {
  const RunRecord record = sample();
  const std::optional<RunRecord> back = parse_record(to_bytes(record), record.run);
  REQUIRE(back);
  CHECK(back->run == record.run);
  CHECK(back->ending == record.ending);
  CHECK(back->culprit == record.culprit);
  CHECK(back->detail == record.detail);
  REQUIRE(back->ranks.size() == 2);
  for (std::size_t rank = 0; rank < 2; ++rank) {
    CHECK(back->ranks[rank].calls == record.ranks[rank].calls);
    CHECK(back->ranks[rank].block == record.ranks[rank].block);
    CHECK(back->ranks[rank].numbers == record.ranks[rank].numbers);
  }
}

TEST_CASE("bytes that end too early are no record") {
  const std::string bytes = to_bytes(sample());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    CHECK_FALSE(parse_record(std::string_view(bytes).substr(0, length), sample().run));
  }
}

}  // namespace
}  // namespace zerolab::exercises
