// Cases: their text, their spans and what lies in the block.
#include <bit>
#include <cmath>
#include <set>

#include "core/base/error.hpp"
#include "exercises/judge/exam.hpp"
#include "exercises/judge/input.hpp"
#include "tests/catch.hpp"

namespace zerolab::exercises {

namespace {

Case case_of(int exercise, int ranks, std::size_t elements) {
  Case run;
  run.exercise = exercise;
  run.ranks = ranks;
  run.elements = elements;
  return run;
}

}  // namespace

TEST_CASE("every case of every drawn exam reads back from its text") {
  for (int exercise = 1; exercise <= last_exercise; ++exercise) {
    for (const ExamCase& c : drawn_exam(exercise, {1, 1, 1, 1, 1}, 11).cases) {
      INFO(to_text(c.run));
      CHECK(parse_case(to_text(c.run)) == c.run);
    }
  }
  Case run = case_of(7, 3, 7);
  run.tensors = {0, 7, 0};
  run.bucket_elements = 3;
  run.input = Input::rounding;
  run.delivery = Delivery::buffered;
  run.order_seed = ~std::uint64_t{0};
  CHECK(parse_case(to_text(run)) == run);
  Case volume = case_of(6, 3, 7);
  volume.collective = Collective::broadcast;
  CHECK(parse_case(to_text(volume)) == volume);
}

TEST_CASE("a faulty case names the field") {
  using test::ContainsSubstring;
  CHECK_THROWS_WITH(parse_case("ranks=0"), ContainsSubstring("ranks '0'"));
  CHECK_THROWS_WITH(parse_case("ranks=4x"), ContainsSubstring("ranks '4x'"));
  CHECK_THROWS_WITH(parse_case("elements=-1"), ContainsSubstring("elements '-1'"));
  CHECK_THROWS_WITH(parse_case("delivery=post"), ContainsSubstring("delivery 'post'"));
  CHECK_THROWS_WITH(parse_case("input=secret"), ContainsSubstring("input 'secret'"));
  CHECK_THROWS_WITH(parse_case("colour=red"), ContainsSubstring("unknown field 'colour'"));
  CHECK_THROWS_WITH(parse_case("exercise"), ContainsSubstring("name=value"));
  CHECK_THROWS_WITH(parse_case("exercise=7 elements=5 tensors=2,2 bucket=2"),
                    ContainsSubstring("4 elements together"));
  CHECK_THROWS_WITH(parse_case("exercise=7 elements=4 tensors=2,2"), ContainsSubstring("bucket 0"));
}

TEST_CASE("distinct inputs differ by rank and element and by seed") {
  Case run = case_of(3, 8, 1000);
  std::set<float> values;
  for (int rank = 0; rank < 8; ++rank) {
    for (std::size_t i = 0; i < run.elements; ++i) values.insert(input_value(run, rank, i));
  }
  CHECK(values.size() == 8000);
  CHECK(*values.begin() >= 1);
  CHECK(*values.rbegin() <= 1 << 20);
  const float before = input_value(run, 3, 5);
  run.order_seed = 1;
  CHECK(input_value(run, 3, 5) != before);
}

TEST_CASE("inputs of exercise 7 are multiples of the number of ranks") {
  Case run = case_of(7, 5, 100);
  run.tensors = {100};
  run.bucket_elements = 9;
  for (const Input input : {Input::distinct, Input::origins, Input::places}) {
    run.input = input;
    for (std::size_t i = 0; i < 100; ++i) CHECK(std::fmod(input_value(run, 2, i), 5.0F) == 0);
  }
}

TEST_CASE("what must not be read is NaN, and guard words differ") {
  const Case gather = case_of(4, 3, 7);
  const std::vector<float> block = input_block(gather, 1);
  REQUIRE(block.size() == 7 + 2 * guard_elements);
  for (std::size_t i = 0; i < 7; ++i) {
    CHECK(std::isnan(block[guard_elements + i]) == !(i == 3 || i == 4));
  }
  std::set<std::uint32_t> words;
  for (const Case& run : {gather, case_of(2, 2, 3)}) {
    for (int rank = 0; rank < 2; ++rank) {
      for (std::size_t i = 0; i < guard_elements; ++i) {
        const float word = input_block(run, rank)[i];
        CHECK(std::isnan(word));
        words.insert(std::bit_cast<std::uint32_t>(word));
      }
    }
  }
  CHECK(words.size() == 4 * guard_elements);
  CHECK(spans_of(case_of(2, 2, 3), 0).size() == 2);
  CHECK(block_elements(case_of(1, 2, 3), 0) == 0);
  CHECK(describe(case_of(3, 4, 10)) == "4 ranks, 10 elements, rendezvous");
}

}  // namespace zerolab::exercises
