// The fabric says who waits for whom in the words of the threads transport
// (tests/transport/deadlock_test.cpp), at once.
#include <thread>

#include "core/base/clock.hpp"
#include "tests/catch.hpp"
#include "tests/transport/fabric/worlds.hpp"
#include "tests/transport/singles.hpp"

using namespace zerolab;
using test::ContainsSubstring;
using test::receive_from;
using test::send_to;

namespace {

test::World run(int n, const std::function<void(Transport&)>& rank_main,
                const FabricOptions& options = {}) {
  const std::int64_t begin_ns = now_ns();
  test::World world = test::run_honest(
      n,
      [&](FabricTransport& transport) {
        rank_main(transport);
        return std::vector<float>{};
      },
      options);
  CHECK(world.stuck == 0);
  CHECK(now_ns() - begin_ns < test::soon_ns);
  return world;
}

void send_first(Transport& transport, std::size_t elements) {
  const int rank = transport.rank();
  const int n = transport.world_size();
  send_to(transport, (rank + 1) % n, elements, {"chunk", -1, (n - rank) % n});
  receive_from(transport, (rank + n - 1) % n, elements, {"chunk", -1, (n + 1 - rank) % n});
}

}  // namespace

TEST_CASE("a ring in which everybody sends first is a deadlock that shows the ring") {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const auto record =
        run(3, [](Transport& transport) { send_first(transport, 5); }, {.order_seed = seed}).record;
    CHECK(record.ending == FabricEnding::deadlock);
    CHECK(record.culprit == -1);
    CHECK(record.detail ==
          "deadlock: rank 0 waits to send 'chunk chunk 0' to rank 1, which waits to send 'chunk "
          "chunk 2' to rank 2, which waits to send 'chunk chunk 1' to rank 0: post sends and "
          "receives together in one exchange, or let one of these ranks do first what the rank "
          "before it waits for");
  }
}

TEST_CASE("two ranks that both receive first are a deadlock") {
  const auto record = run(2, [](Transport& transport) {
                        receive_from(transport, 1 - transport.rank(), 5, {"x", transport.rank()});
                      }).record;
  CHECK(record.ending == FabricEnding::deadlock);
  CHECK_THAT(record.detail, ContainsSubstring("rank 0 waits to receive 'x #0' from rank 1, which "
                                              "waits to receive 'x #1' from rank 0"));
}

TEST_CASE("small messages hide a deadlock that one more element shows") {
  const FabricOptions options{.eager_bytes = 4000, .order_seed = 3};
  CHECK(run(
            4, [](Transport& transport) { send_first(transport, 1000); }, options)
            .record.detail == "");
  CHECK(run(
            4, [](Transport& transport) { send_first(transport, 1001); }, options)
            .record.ending == FabricEnding::deadlock);
}

TEST_CASE("a rank that is waited for and has ended is a deadlock that names it") {
  const auto receives = run(3, [](Transport& transport) {
                          if (transport.rank() == 0) receive_from(transport, 1, 5);
                          if (transport.rank() == 2) receive_from(transport, 0, 5);
                        }).record;
  CHECK(receives.ending == FabricEnding::deadlock);
  CHECK(receives.detail == "rank 0 waits to receive 'number' from rank 1, which has ended");
  CHECK(receives.culprit == 0);
  const auto sends = run(2, [](Transport& transport) {
                       if (transport.rank() == 0) send_to(transport, 1, 5, {"all-gather", 7, 3});
                     }).record;
  CHECK(sends.detail == "rank 0 waits to send 'all-gather #7 chunk 3' to rank 1, which has ended");
}

TEST_CASE("ranks in different collectives that wait for each other are told so") {
  const auto record = run(3, [](Transport& transport) {
                        switch (transport.rank()) {
                          case 0: return send_to(transport, 1, 5, {"all-gather", 7, 0});
                          case 1: return send_to(transport, 2, 5, {"all-gather", 7, 1});
                          default: return send_to(transport, 0, 5, {"reduce-scatter", 7, 2});
                        }
                      }).record;
  CHECK(record.ending == FabricEnding::deadlock);
  CHECK_THAT(record.detail,
             ContainsSubstring("rank 0 is in all-gather #7, rank 2 in reduce-scatter #7"));
}

TEST_CASE("labels or sizes or types that differ are a mismatch in the words of every transport") {
  const auto record = run(3, [](Transport& transport) {
                        if (transport.rank() == 0) send_to(transport, 1, 7, {"all-gather", 7, 2});
                        if (transport.rank() == 1) {
                          receive_from(transport, 0, 10, {"reduce-scatter", 7, 3});
                        }
                      }).record;
  CHECK(record.ending == FabricEnding::mismatch);
  CHECK(record.culprit == 1);
  CHECK_THAT(record.detail,
             ContainsSubstring("rank 1 receives 'reduce-scatter #7 chunk 3' of 10 f32 elements "
                               "from rank 0, which sends 'all-gather #7 chunk 2' of 7 f32") &&
                 ContainsSubstring("rank 0 is in all-gather #7, rank 1 in reduce-scatter #7"));
  const auto types = run(2, [](Transport& transport) {
                       if (transport.rank() == 0) send_to(transport, 1, 4);
                       if (transport.rank() == 1) {
                         receive_from(transport, 0, 4, {"number"}, DType::i64);
                       }
                     }).record;
  CHECK_THAT(types.detail, ContainsSubstring("4 i64") && ContainsSubstring("4 f32"));
}

TEST_CASE("a buffered message that nobody receives is found at the end") {
  const auto record = run(2,
                          [](Transport& transport) {
                            if (transport.rank() == 0) {
                              send_to(transport, 1, 3, {"all-gather", 7, 2});
                            }
                          },
                          {.eager_bytes = 100})
                          .record;
  CHECK(record.ending == FabricEnding::unreceived);
  CHECK(record.culprit == 0);
  CHECK(record.detail ==
        "rank 0 sent 'all-gather #7 chunk 2' to rank 1, which has ended without receiving it");
}

TEST_CASE("a buffered message outlives the rank that sent it and its peak is counted") {
  const auto record = run(2,
                          [](Transport& transport) {
                            if (transport.rank() == 1) {
                              for (int i = 0; i < 4; ++i) receive_from(transport, 0, 100);
                              return;
                            }
                            for (int i = 0; i < 4; ++i) send_to(transport, 1, 100);
                            const std::size_t peak = transport.peak_buffered_bytes();
                            if (peak < 400 || peak > 1600 || peak % 400 != 0) throw failure("peak");
                          },
                          {.eager_bytes = 400})
                          .record;
  CHECK(record.detail == "");
}

TEST_CASE("a rank that computes is no deadlock") {
  const auto record = run(4, [](Transport& transport) {
                        for (int round = 0; round < 3; ++round) {
                          if (transport.rank() == round) {
                            std::this_thread::sleep_for(std::chrono::milliseconds(100));
                          }
                          test::shift(transport, {1});
                        }
                      }).record;
  CHECK(record.detail == "");
}
