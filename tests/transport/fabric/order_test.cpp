// The order of a run is a function of the seed, however the processes are scheduled; and marks stop
// the world.
#include <set>
#include <thread>
#include <utility>

#include "tests/catch.hpp"
#include "tests/transport/fabric/worlds.hpp"

using namespace zerolab;

namespace {

struct Seen {
  FabricRecord record;
  std::vector<std::vector<int>> waves;  // ranks that reach a mark together, wave after wave
};

// Neighbours in a ring pass single messages, even ranks sending first; a mark after each call shows
// whose calls have ended before whose.
Seen run_with(std::uint64_t seed, int hurry) {
  Seen seen;
  std::vector<std::pair<int, int>> marks;
  const FabricHooks hooks{.on_wait = {}, .on_mark = [&](int rank, std::int64_t mark, std::size_t) {
                            marks.emplace_back(rank, static_cast<int>(mark));
                          }};
  const auto rank_main = [&](FabricTransport& transport) {
    const int rank = transport.rank();
    float mine = static_cast<float>(rank), other = 0;
    for (int round = 0; round < 3; ++round) {
      if ((rank * 7 + round + hurry) % 5 == 0) {  // some ranks are late, others each time
        std::this_thread::sleep_for(std::chrono::milliseconds(2 * hurry));
      }
      Send send{(rank + 1) % 6, &mine, 1, DType::f32, {"x"}, {}};
      Receive receive{(rank + 5) % 6, &other, 1, DType::f32, Combine::copy, {"x"}, {}};
      for (const bool sends : {rank % 2 == 0, rank % 2 != 0}) {
        if (sends) {
          transport.exchange({&send, 1}, {});
        } else {
          transport.exchange({}, {&receive, 1});
        }
        transport.mark(2 * round + (sends ? 1 : 0));
      }
    }
    return std::vector<float>{other};
  };
  seen.record =
      test::run_honest(6, rank_main, {.order_seed = seed, .keep_payloads = true}, hooks).record;
  for (const auto& [rank, mark] : marks) seen.waves.push_back({rank, mark});
  return seen;
}

}  // namespace

TEST_CASE("the same seed gives the same record and order and other seeds others") {
  std::set<std::vector<std::vector<int>>> orders;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Seen first = run_with(seed, 0);
    REQUIRE(first.record.detail == "");
    CHECK(first.waves.size() == 36);
    for (const int hurry : {1, 2, 3}) {
      const Seen again = run_with(seed, hurry);
      CHECK(again.record == first.record);
      CHECK(again.waves == first.waves);
    }
    orders.insert(first.waves);
  }
  CHECK(orders.size() >= 6);
}

TEST_CASE("a wrong program ends in the same record for the same seed") {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    std::vector<FabricRecord> records;
    for (int turn = 0; turn < 3; ++turn) {
      const auto rank_main = [&](FabricTransport& transport) {
        const int rank = transport.rank();
        std::this_thread::sleep_for(std::chrono::milliseconds((rank + turn) % 3));
        test::shift(transport, {1, 2, 3});
        if (rank >= 2) throw failure("rank {} has had enough", rank);
        return test::shift(transport, {4});
      };
      records.push_back(
          test::run_honest(4, rank_main, {.order_seed = seed, .keep_payloads = true}).record);
      CHECK(records.back().ending == FabricEnding::rank_failed);
      CHECK(records.back().culprit >= 2);
      CHECK(records.back() == records.front());
    }
  }
}

TEST_CASE("nothing runs while a mark is looked at") {
  bool moved_on = false;
  std::vector<int> marks;
  test::World world =
      test::run_honest(3,
                       [](FabricTransport& transport) {
                         transport.mark(10 + transport.rank());
                         test::shift(transport, {1});
                         if (transport.rank() == 1) transport.mark(20);
                         return test::shift(transport, {2});
                       },
                       {},
                       {.on_wait =
                            [&] {
                              moved_on = moved_on || (marks.size() > 0 && marks.size() < 3);
                              return std::string();
                            },
                        .on_mark =
                            [&](int rank, std::int64_t mark, std::size_t) {
                              marks.push_back(100 * rank + static_cast<int>(mark));
                              std::this_thread::sleep_for(std::chrono::milliseconds(30));
                            }});
  CHECK(world.record.detail == "");
  CHECK(marks == std::vector<int>{10, 111, 212, 120});
  CHECK_FALSE(moved_on);
}
