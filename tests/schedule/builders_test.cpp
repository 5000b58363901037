// Every builder, for every world size and root, gives a schedule that verify finds nothing in.
#include "core/schedule/build.hpp"
#include "core/schedule/chain.hpp"
#include "core/schedule/layout.hpp"
#include "core/schedule/ring.hpp"
#include "core/schedule/verify.hpp"
#include "tests/catch.hpp"

using namespace zerolab;

namespace {

void check_correct(const Schedule& schedule) {
  const Verdict verdict = verify(schedule);
  INFO(to_string(schedule.collective) << " of " << schedule.world_size << " ranks: "
                                      << (verdict.correct() ? "" : verdict.findings[0].message));
  CHECK(verdict.correct());
}

}  // namespace

TEST_CASE("ring schedules are correct for 1 to 17 and 32 ranks") {
  for (int n = 1; n <= 33; n += n == 17 ? 15 : 1) {
    if (n > 32) break;
    check_correct(ring_reduce_scatter(n));
    check_correct(ring_all_gather(n));
    check_correct(ring_all_reduce(n));
    CHECK(step_count(ring_reduce_scatter(n)) == n - 1);
    CHECK(step_count(ring_all_gather(n)) == n - 1);
    CHECK(step_count(ring_all_reduce(n)) == 2 * (n - 1));
  }
}

TEST_CASE("in every step of a ring every rank sends once and receives once") {
  const Schedule schedule = ring_all_reduce(7);
  for (int step = 0; step < step_count(schedule); ++step) {
    std::vector<int> sends(7), receives(7);
    for (const Transfer& t : schedule.transfers) {
      if (t.step != step) continue;
      ++sends[static_cast<std::size_t>(t.source)];
      ++receives[static_cast<std::size_t>(t.destination)];
    }
    CHECK(sends == std::vector<int>(7, 1));
    CHECK(receives == std::vector<int>(7, 1));
  }
}

TEST_CASE("chains are correct for 1 to 17 ranks and every root and chunk count") {
  for (int n = 1; n <= 17; ++n) {
    for (int root = 0; root < n; ++root) {
      for (const int chunks : {1, 2, n, 2 * n + 1}) {
        check_correct(chain_broadcast(n, root, chunks));
        check_correct(chain_reduce(n, root, chunks));
        const int steps = n == 1 ? 0 : n - 2 + chunks;
        CHECK(step_count(chain_broadcast(n, root, chunks)) == steps);
        CHECK(step_count(chain_reduce(n, root, chunks)) == steps);
      }
    }
  }
}

TEST_CASE("chunks meet and cover the buffer and the first ones are longer") {
  for (const std::size_t elements : {0UL, 1UL, 3UL, 7UL, 10UL, 16UL, 37UL, 1000UL}) {
    for (int chunks = 1; chunks <= 17; ++chunks) {
      const ChunkLayout layout{elements, chunks};
      std::size_t next = 0;
      for (int chunk = 0; chunk < chunks; ++chunk) {
        const Range range = layout.range(chunk);
        CHECK(range.begin == next);
        const bool longer =
            static_cast<std::size_t>(chunk) < elements % static_cast<std::size_t>(chunks);
        CHECK(range.size() == elements / static_cast<std::size_t>(chunks) + (longer ? 1 : 0));
        next = range.end;
      }
      CHECK(next == elements);
    }
  }
}

TEST_CASE("what cannot be built is refused with both numbers") {
  using test::ContainsSubstring;
  CHECK_THROWS_WITH(build_schedule(Collective::all_reduce, 0), ContainsSubstring("0 ranks"));
  CHECK_THROWS_WITH(build_schedule(Collective::all_reduce, 1'000'000),
                    ContainsSubstring("1000000 ranks") && ContainsSubstring("1 to 2048"));
  CHECK_THROWS_WITH(build_schedule(Collective::all_reduce, "tree", 4),
                    ContainsSubstring("'tree'") && ContainsSubstring("ring"));
  CHECK_THROWS_WITH(build_schedule(Collective::broadcast, 4),
                    ContainsSubstring("root from 0 to 3, got none"));
  CHECK_THROWS_WITH(build_schedule(Collective::broadcast, 4, 4),
                    ContainsSubstring("root from 0 to 3, got 4"));
  CHECK_THROWS_WITH(build_schedule(Collective::all_gather, 4, 1), ContainsSubstring("no root"));
}
