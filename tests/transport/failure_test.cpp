// A rank that throws, ends early, or disagrees with its peer makes everybody fail with the first
// cause. Nothing hangs: each of these would run into ctest's time limit if it did.
#include <array>
#include <atomic>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/transport/registry.hpp"
#include "tests/catch.hpp"
#include "tests/transport/singles.hpp"

using namespace zerolab;
using test::ContainsSubstring;
using test::receive_from;
using test::send_to;

TEST_CASE("the first failure is what the caller gets and the peers name it") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  std::array<std::string, 4> messages;
  CHECK_THROWS_WITH(run_ranks("threads", 4,
                              [&](Transport& transport) {
                                if (transport.rank() == 2) throw failure("disk full");
                                try {
                                  receive_from(transport, (transport.rank() + 1) % 4, 5);
                                } catch (const Error& error) {
                                  messages[static_cast<std::size_t>(transport.rank())] =
                                      error.what();
                                  throw;
                                }
                              },
                              {.threads = threads}),
                    "disk full");
  for (const std::size_t rank : {0U, 1U, 3U}) {
    CHECK(messages[rank] == "rank 2 failed first: disk full");
  }
}

TEST_CASE("a peer that ends while it is waited for is an error on both sides") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  CHECK_THROWS_WITH(run_ranks("threads", 2,
                              [](Transport& transport) {
                                if (transport.rank() == 0) receive_from(transport, 1, 5);
                              },
                              {.threads = threads}),
                    "rank 0 waits to receive 'number' from rank 1, which has ended");
  CHECK_THROWS_WITH(run_ranks("threads", 2,
                              [](Transport& transport) {
                                if (transport.rank() == 0) {
                                  send_to(transport, 1, 5, {"all-gather", 7, 3});
                                }
                              },
                              {.threads = threads}),
                    "rank 0 waits to send 'all-gather #7 chunk 3' to rank 1, which has ended");
}

TEST_CASE("sizes that differ are an error that names both sides and the label") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  CHECK_THROWS_WITH(run_ranks("threads", 2,
                              [](Transport& transport) {
                                if (transport.rank() == 0) {
                                  send_to(transport, 1, 7, {"all-gather", 7, 2});
                                } else {
                                  receive_from(transport, 0, 10, {"all-gather", 7, 3});
                                }
                              },
                              {.threads = threads}),
                    ContainsSubstring("rank 1 receives 'all-gather #7 chunk 3' of 10 f32 elements "
                                      "from rank 0, which sends 'all-gather #7 chunk 2' of 7 f32"));
}

TEST_CASE("types or labels that differ are errors too") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  CHECK_THROWS_WITH(run_ranks("threads", 2,
                              [](Transport& transport) {
                                if (transport.rank() == 0) {
                                  send_to(transport, 1, 4);
                                } else {
                                  receive_from(transport, 0, 4, {"number"}, DType::i64);
                                }
                              },
                              {.threads = threads}),
                    ContainsSubstring("4 i64") && ContainsSubstring("4 f32"));
  CHECK_THROWS_WITH(
      run_ranks("threads", 2,
                [](Transport& transport) {
                  if (transport.rank() == 0) {
                    send_to(transport, 1, 4, {"reduce-scatter", 3});
                  } else {
                    receive_from(transport, 0, 4, {"all-gather", 3});
                  }
                },
                {.threads = threads}),
      ContainsSubstring("'all-gather #3'") && ContainsSubstring("'reduce-scatter #3'"));
}

TEST_CASE("a peer that does not exist is refused before anything moves") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  const auto send_wrongly = [&](int n, int peer) {
    run_ranks("threads", n, [&](Transport& transport) { send_to(transport, peer, 1); },
              {.threads = threads});
  };
  CHECK_THROWS_WITH(send_wrongly(2, 2),
                    ContainsSubstring("to rank 2") && ContainsSubstring("0 to 1 without itself"));
  CHECK_THROWS_WITH(send_wrongly(2, -1), ContainsSubstring("to rank -1"));
  CHECK_THROWS_WITH(send_wrongly(1, 0), ContainsSubstring("none, it is alone"));
}

TEST_CASE("something thrown that is no exception still stops the others") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  CHECK_THROWS_AS(run_ranks("threads", 3,
                            [](Transport& transport) {
                              if (transport.rank() == 1) throw 42;
                              receive_from(transport, 1, 5);
                            },
                            {.threads = threads}),
                  int);
}

TEST_CASE("a rank that fails at a random moment of a busy exchange stops all") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  for (unsigned trial = 0; trial < 100; ++trial) {
    std::mt19937 random(trial);
    const int n = 2 + static_cast<int>(random() % 7);
    const int culprit = static_cast<int>(random() % static_cast<unsigned>(n));
    const int when = static_cast<int>(random() % 20);
    std::atomic<int> stopped{0};
    CHECK_THROWS_WITH(
        run_ranks("threads", n,
                  [&](Transport& transport) {
                    const int rank = transport.rank();
                    std::vector<float> mine(100, 1), other(100);
                    try {
                      for (int round = 0; round < 1000; ++round) {
                        if (rank == culprit && round == when) throw std::runtime_error("planned");
                        Send send{(rank + 1) % n, mine.data(), 100, DType::f32, {"x"}, {}};
                        Receive receive{(rank + n - 1) % n, other.data(), 100, DType::f32,
                                        Combine::copy,      {"x"},        {}};
                        transport.exchange({&send, 1}, {&receive, 1});
                      }
                    } catch (...) {
                      ++stopped;
                      throw;
                    }
                  },
                  {.threads = threads}),
        "planned");
    CHECK(stopped == n);
  }
}
