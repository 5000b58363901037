// Ranks that wait for each other in a circle are told so, with the circle, whatever other ranks of
// their threads do; ranks that wait for one that computes are not.
#include <chrono>
#include <thread>
#include <vector>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/transport/registry.hpp"
#include "tests/catch.hpp"
#include "tests/transport/singles.hpp"

using namespace zerolab;
using test::ContainsSubstring;
using test::receive_from;
using test::send_to;

namespace {

void compute_for(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

}  // namespace

TEST_CASE("a ring in which everybody sends first is a deadlock that shows the ring") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  CHECK_THROWS_WITH(
      run_ranks("threads", 3,
                [](Transport& transport) {
                  const int rank = transport.rank();
                  send_to(transport, (rank + 1) % 3, 5, {"chunk", -1, (3 - rank) % 3});
                  receive_from(transport, (rank + 2) % 3, 5, {"chunk", -1, (4 - rank) % 3});
                },
                {.threads = threads}),
      "deadlock: rank 0 waits to send 'chunk chunk 0' to rank 1, which waits to send 'chunk chunk "
      "2' to rank 2, which waits to send 'chunk chunk 1' to rank 0: post sends and receives "
      "together in one exchange, or let one of these ranks do first what the rank before it waits "
      "for");
}

TEST_CASE("two ranks that both receive first are a deadlock") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  CHECK_THROWS_WITH(
      run_ranks("threads", 2,
                [](Transport& transport) {
                  receive_from(transport, 1 - transport.rank(), 5, {"x", transport.rank()});
                },
                {.threads = threads}),
      ContainsSubstring("rank 0 waits to receive 'x #0' from rank 1, which waits to receive "
                        "'x #1' from rank 0"));
}

TEST_CASE("one message of an exchange is enough to be stuck and the others are not blamed") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  // Rank 0 also receives from rank 2, which computes; rank 1 also from rank 3, which has sent.
  CHECK_THROWS_WITH(
      run_ranks("threads", 4,
                [](Transport& transport) {
                  const int rank = transport.rank();
                  float from_other = 0, mine = 1, from_peer = 0;
                  if (rank == 2) compute_for(300);
                  if (rank >= 2) return send_to(transport, rank - 2, 1);
                  Send send{1 - rank, &mine, 1, DType::f32, {"mine"}, {}};
                  Receive receive{rank + 2,      &from_other, 1, DType::f32,
                                  Combine::copy, {"number"},  {}};
                  transport.exchange({&send, 1}, {&receive, 1});
                  receive = {1 - rank, &from_peer, 1, DType::f32, Combine::copy, {"mine"}, {}};
                  transport.exchange({}, {&receive, 1});
                },
                {.threads = threads}),
      ContainsSubstring("deadlock: rank 0 waits to send 'mine' to rank 1, which waits to send "
                        "'mine' to rank 0: post"));
}

TEST_CASE("ranks in different collectives that wait for each other are told so") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  CHECK_THROWS_WITH(
      run_ranks("threads", 3,
                [](Transport& transport) {
                  switch (transport.rank()) {
                    case 0: return send_to(transport, 1, 5, {"all-gather", 7, 0});
                    case 1: return send_to(transport, 2, 5, {"all-gather", 7, 1});
                    default: return send_to(transport, 0, 5, {"reduce-scatter", 7, 2});
                  }
                },
                {.threads = threads}),
      "deadlock: rank 0 waits to send 'all-gather #7 chunk 0' to rank 1, which waits to send "
      "'all-gather #7 chunk 1' to rank 2, which waits to send 'reduce-scatter #7 chunk 2' to rank "
      "0: rank 0 is in all-gather #7, rank 2 in reduce-scatter #7: all ranks must issue the same "
      "collectives in the same order");
}

TEST_CASE("a rank that computes for long is no deadlock") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  std::vector<long> sums(4);
  run_ranks("threads", 4,
            [&](Transport& transport) {
              const int rank = transport.rank();
              const long mine = rank;
              for (int round = 0; round < 3; ++round) {
                if (rank == round) compute_for(200);
                long arrived = 0;
                Send send{(rank + 1) % 4, &mine, 1, DType::i64, {"x"}, {}};
                Receive receive{(rank + 3) % 4, &arrived, 1, DType::i64, Combine::copy, {"x"}, {}};
                transport.exchange({&send, 1}, {&receive, 1});
                sums[static_cast<std::size_t>(rank)] += arrived;
              }
            },
            {.threads = threads});
  CHECK(sums == std::vector<long>{9, 0, 3, 6});
}

TEST_CASE("ranks behind a deadlock get it as the first cause") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  std::string message;
  CHECK_THROWS_WITH(run_ranks("threads", 3,
                              [&](Transport& transport) {
                                if (transport.rank() < 2) {
                                  receive_from(transport, 1 - transport.rank(), 5);
                                }
                                try {
                                  receive_from(transport, 0, 5);
                                } catch (const Error& error) {
                                  message = error.what();
                                  throw;
                                }
                              },
                              {.threads = threads}),
                    ContainsSubstring("deadlock: rank 0 waits to receive 'number' from rank 1"));
  CHECK_THAT(message, ContainsSubstring(" failed first: deadlock: rank 0 waits to receive"));
}

TEST_CASE("a deadlock is found soon though other ranks of the same threads never rest") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  const std::int64_t begin_ns = now_ns();
  CHECK_THROWS_WITH(run_ranks("threads", 4,
                              [&](Transport& transport) {
                                const int rank = transport.rank();  // 0 and 2 are stuck
                                if (rank % 2 == 0) return receive_from(transport, 2 - rank, 5);
                                while (now_ns() - begin_ns < 5'000'000'000) {
                                  if (rank == 1) send_to(transport, 3, 1);
                                  if (rank == 3) receive_from(transport, 1, 1);
                                }
                              },
                              {.threads = threads}),
                    ContainsSubstring("deadlock: rank 0 waits to receive 'number' from rank 2"));
  CHECK(now_ns() - begin_ns < 1'000'000'000);  // some 50 ms on a quiet machine
}
