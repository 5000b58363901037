// The turns of ranks that share a thread: round robin, none for a rank that sleeps until its bell
// rings or its time is up, and no wake-up lost between threads.
#include "core/transport/threads/carrier.hpp"

#include <array>
#include <atomic>
#include <string>
#include <thread>

#include "core/base/clock.hpp"
#include "core/transport/registry.hpp"
#include "tests/catch.hpp"

using namespace zerolab;

namespace {

constexpr std::int64_t hour_ns = 3'600'000'000'000;

void sleep_rank(Carrier& carrier, std::int64_t timeout_ns) {
  carrier.bell_of_running().arm();
  carrier.sleep(timeout_ns);
  carrier.bell_of_running().disarm();
}

}  // namespace

TEST_CASE("ranks of a thread take turns in their order") {
  if (!fibers_available()) return;
  std::array<Bell, 3> bells;
  Carrier carrier(bells, 0);
  std::string log;
  carrier.run([&](std::size_t rank) {
    for (std::size_t i = 0; i <= rank; ++i) {
      log += std::to_string(rank);
      carrier.give_way();
    }
  });
  CHECK(log == "012122");
}

TEST_CASE("a rank that sleeps has no turn until its bell is rung") {
  if (!fibers_available()) return;
  std::array<Bell, 3> bells;
  Carrier carrier(bells, 0);
  std::string log;
  carrier.run([&](std::size_t rank) {
    if (rank == 1) sleep_rank(carrier, hour_ns);
    for (int i = 0; i < 3; ++i) {
      log += std::to_string(rank);
      if (rank == 2 && i == 1) bells[1].ring();
      carrier.give_way();
    }
  });
  CHECK(log == "020201211");
}

TEST_CASE("a bell that was rung before its rank sleeps is heard") {
  if (!fibers_available()) return;
  std::array<Bell, 2> bells;
  Carrier carrier(bells, 0);
  bool woken = false;
  carrier.run([&](std::size_t rank) {
    if (rank == 1) return;
    bells[0].arm();
    bells[0].ring();
    carrier.sleep(hour_ns);
    woken = true;
  });
  CHECK(woken);
}

TEST_CASE("a rank sleeps no longer than it asked for whether others sleep or not") {
  if (!fibers_available()) return;
  for (const bool others_sleep : {true, false}) {
    std::array<Bell, 2> bells;
    Carrier carrier(bells, 0);
    std::atomic<bool> woken{false};
    const std::int64_t begin_ns = now_ns();
    std::int64_t slept_ns = 0;
    carrier.run([&](std::size_t rank) {
      if (rank == 0) {
        sleep_rank(carrier, 20'000'000);
        slept_ns = now_ns() - begin_ns;
        woken = true;
        bells[1].ring();
      } else if (others_sleep) {
        while (!woken) sleep_rank(carrier, hour_ns);
      } else {
        while (!woken) carrier.give_way();
      }
    });
    CHECK(slept_ns >= 20'000'000);
    CHECK(slept_ns < 5'000'000'000);
  }
}

TEST_CASE("no wake-up is lost between threads whose ranks sleep") {
  // A token goes from rank to rank, over two threads, and who does not have it sleeps: one wake-up
  // lost would take an hour. Where the ranks of the first thread only give way, their answers come
  // while the other thread is about to sleep.
  const std::size_t half = fibers_available() ? 3 : 1;
  const std::size_t count = 2 * half;
  for (const bool all_sleep : {true, false}) {
    std::vector<Bell> bells(count);
    const std::span all(bells);
    std::array<Carrier, 2> carriers{Carrier(all.first(half), 0), Carrier(all.last(half), 0)};
    std::atomic<std::size_t> token{0};
    std::atomic<bool> over{false};
    const std::int64_t end_ns = now_ns() + 300'000'000;
    const auto run = [&](std::size_t thread) {
      Carrier& carrier = carriers[thread];
      carrier.run([&](std::size_t i) {
        const std::size_t rank = thread * half + i;
        while (!over) {
          carrier.bell_of_running().arm();
          if (token % count == rank) {
            carrier.bell_of_running().disarm();
            if (now_ns() > end_ns) over = true;
            ++token;
            for (Bell& bell : bells) bell.ring();
          } else if (over) {
            return;
          } else if (all_sleep || thread == 1) {
            carrier.sleep(hour_ns);
          } else {
            carrier.note_progress();  // without pauses
            carrier.give_way();
          }
        }
      });
    };
    std::thread other(run, 1);
    run(0);
    other.join();
    CHECK(token >= count);
  }
}

TEST_CASE("ranks run on as many threads as asked for in contiguous blocks") {
  constexpr int n = 5;
  for (const int threads : {1, 2, 3, n, 2 * n, thread_per_rank}) {
    std::vector<std::thread::id> carried_by(n);
    std::atomic<int> begun{0};
    std::atomic<int> begun_with{0};  // sum of the first ranks
    run_ranks("threads", n,
              [&](Transport& transport) {
                carried_by[static_cast<std::size_t>(transport.rank())] = std::this_thread::get_id();
              },
              {.threads = threads, .begin_thread = [&](int first) {
                 ++begun;
                 begun_with += first;
               }});
    const int expected = fibers_available() ? std::min(threads, n) : n;
    CHECK(begun == expected);
    int changes = 1;
    int firsts = 0;
    for (int rank = 1; rank < n; ++rank) {
      const auto r = static_cast<std::size_t>(rank);
      if (carried_by[r] == carried_by[r - 1]) continue;
      ++changes;
      firsts += rank;
    }
    CHECK(changes == expected);
    CHECK(begun_with == firsts);
  }
}

TEST_CASE("a thread that cannot be prepared fails the run") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  CHECK_THROWS_WITH(
      run_ranks("threads", 4,
                [](Transport& transport) {
                  float value = 0;
                  Receive receive{
                      (transport.rank() + 1) % 4, &value, 1, DType::f32, Combine::copy, {"x"}, {}};
                  transport.exchange({}, {&receive, 1});
                },
                {.threads = threads,
                 .begin_thread =
                     [](int rank) {
                       if (rank == 0) throw std::runtime_error("no such core");
                     }}),
      "no such core");
}
