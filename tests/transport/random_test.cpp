// A thousand random programs that go wrong each fail with the right first cause; a thousand that
// are right never do, however long a rank computes or a message stays buffered, and however many
// ranks share a thread.
#include <array>
#include <atomic>
#include <mutex>
#include <thread>

#include "tests/catch.hpp"
#include "tests/transport/random_programs.hpp"

using namespace zerolab;

namespace {

// A deadlock takes its ranks some 50 ms of sleep, so that several worlds run side by side.
constexpr int worlds_at_once = 12;

struct Tally {
  std::array<int, 5> outcomes{};  // how many programs were made for each Outcome
  std::vector<std::string> differences;
};

Tally run_all(test::Program (*make)(unsigned seed), unsigned first_seed, unsigned count,
              int threads) {
  Tally tally;
  std::mutex mutex;
  std::atomic<unsigned> next{0};
  std::vector<std::thread> runners;
  for (int i = 0; i < worlds_at_once; ++i) {
    runners.emplace_back([&] {
      for (unsigned mine = next++; mine < count; mine = next++) {
        const unsigned seed = first_seed + mine;
        test::Program program = make(seed);
        program.options.threads = threads;
        const std::string difference = test::difference(program);
        const std::lock_guard lock(mutex);
        ++tally.outcomes[static_cast<std::size_t>(program.outcome)];
        if (!difference.empty()) {
          tally.differences.push_back("seed " + std::to_string(seed) + ": " + difference);
        }
      }
    });
  }
  for (std::thread& runner : runners) runner.join();
  return tally;
}

}  // namespace

TEST_CASE("random programs that go wrong fail with the right first cause") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  const Tally tally = run_all(test::random_wrong_program, 0, 1000, threads);
  CHECK(tally.differences == std::vector<std::string>{});
  CHECK(tally.outcomes[static_cast<std::size_t>(test::Outcome::deadlock)] > 250);
  CHECK(tally.outcomes[static_cast<std::size_t>(test::Outcome::mismatch)] == 200);
  CHECK(tally.outcomes[static_cast<std::size_t>(test::Outcome::thrown)] == 200);
  CHECK(tally.outcomes[static_cast<std::size_t>(test::Outcome::ended)] == 200);
}

TEST_CASE("random programs that are right end well") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  const Tally tally = run_all(test::random_right_program, 5000, 1000, threads);
  CHECK(tally.differences == std::vector<std::string>{});
  CHECK(tally.outcomes[static_cast<std::size_t>(test::Outcome::fine)] == 1000);
}
