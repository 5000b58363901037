// The random programs of tests/transport/random_test.cpp, in processes: wrong ones fail with the
// right first cause, each within a second; right ones never fail.
#include <array>

#include "core/base/clock.hpp"
#include "tests/catch.hpp"
#include "tests/transport/fabric/worlds.hpp"
#include "tests/transport/random_programs.hpp"

using namespace zerolab;

namespace {

constexpr std::int64_t one_second_ns = 1'000'000'000;

struct Tally {
  std::array<int, 5> outcomes{};
  std::vector<std::string> differences;
  std::int64_t longest_ns = 0;
};

Tally run_all(test::Program (*make)(unsigned seed), unsigned first_seed, unsigned count) {
  Tally tally;
  for (unsigned seed = first_seed; seed < first_seed + count; ++seed) {
    const test::Program program = make(seed);
    std::string difference;
    std::int64_t took_ns = one_second_ns;
    for (int turn = 0; turn < 3 && took_ns >= one_second_ns;
         ++turn) {  // others use the machine too
      const std::int64_t begin_ns = now_ns();
      difference = test::difference(program, "fabric");
      took_ns = now_ns() - begin_ns;
    }
    tally.longest_ns = std::max(tally.longest_ns, took_ns);
    ++tally.outcomes[static_cast<std::size_t>(program.outcome)];
    if (!difference.empty()) {
      tally.differences.push_back("seed " + std::to_string(seed) + ": " + difference);
    }
  }
  return tally;
}

}  // namespace

TEST_CASE("random programs that go wrong fail with the right first cause within a second") {
  const int descriptors = test::open_descriptors();
  const Tally tally = run_all(test::random_wrong_program, 0, 200);
  CHECK(tally.differences == std::vector<std::string>{});
  CHECK(tally.outcomes[static_cast<std::size_t>(test::Outcome::deadlock)] > 50);
  CHECK(tally.outcomes[static_cast<std::size_t>(test::Outcome::mismatch)] == 40);
  CHECK(tally.outcomes[static_cast<std::size_t>(test::Outcome::thrown)] == 40);
  CHECK(tally.outcomes[static_cast<std::size_t>(test::Outcome::ended)] == 40);
  CHECK(tally.longest_ns < one_second_ns);
  CHECK(test::open_descriptors() == descriptors);
  CHECK(test::child_processes() == 0);
}

TEST_CASE("random programs that are right end well") {
  const Tally tally = run_all(test::random_right_program, 5000, 200);
  CHECK(tally.differences == std::vector<std::string>{});
  CHECK(tally.outcomes[static_cast<std::size_t>(test::Outcome::fine)] == 200);
}
