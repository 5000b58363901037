// Buffered mode: small sends are done at once, keep their order, are counted, and hide deadlocks.
#include <array>
#include <vector>

#include "core/base/error.hpp"
#include "core/transport/registry.hpp"
#include "tests/catch.hpp"
#include "tests/transport/singles.hpp"

using namespace zerolab;
using test::ContainsSubstring;
using test::receive_from;
using test::send_to;

TEST_CASE("small messages hide a deadlock that one more element shows") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  const auto everybody_sends_first = [&](std::size_t elements) {
    run_ranks("threads", 4,
              [&](Transport& transport) {
                const int rank = transport.rank();
                send_to(transport, (rank + 1) % 4, elements);
                receive_from(transport, (rank + 3) % 4, elements);
              },
              {.eager_bytes = 4000, .threads = threads});
  };
  CHECK_NOTHROW(everybody_sends_first(1000));
  CHECK_THROWS_WITH(everybody_sends_first(1001),
                    ContainsSubstring("deadlock: rank 0 waits to send"));
}

TEST_CASE("buffered messages and others keep their order and are all counted") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  constexpr std::array<std::size_t, 6> sizes{3, 1, 100, 0, 2, 50};  // up to 3 are buffered
  std::array<Counters, 2> counters;
  std::array<std::size_t, 2> peaks{};
  bool right = true;
  run_ranks("threads", 2,
            [&](Transport& transport) {
              const auto rank = static_cast<std::size_t>(transport.rank());
              std::vector<std::vector<long>> buffers;
              std::vector<Send> sends;
              std::vector<Receive> receives;
              for (std::size_t i = 0; i < sizes.size(); ++i) {
                const Label label{"x", -1, static_cast<int>(i)};
                buffers.emplace_back(sizes[i], rank == 0 ? static_cast<long>(i) : 10);
                long* data = buffers.back().data();
                sends.push_back({1, data, sizes[i], DType::i64, label, {}});
                receives.push_back({0, data, sizes[i], DType::i64, Combine::add, label, {}});
              }
              if (rank == 0) {
                for (Send& send : sends) transport.exchange({&send, 1}, {});
              } else {
                transport.exchange({}, receives);
                for (std::size_t i = 0; i < sizes.size(); ++i) {
                  right = right && receives[i].moved.begin_ns > 0 &&
                          buffers[i] == std::vector<long>(sizes[i], 10 + static_cast<long>(i));
                }
              }
              counters[rank] = transport.counters();
              peaks[rank] = transport.peak_buffered_bytes();
            },
            {.eager_bytes = 24, .threads = threads});
  CHECK(right);
  CHECK(counters[0] == Counters{6, 0, 156, 0, 1248, 0});
  CHECK(counters[1] == Counters{0, 6, 0, 156, 0, 1248});
  CHECK(peaks[0] >= 24);
  CHECK(peaks[0] <= 32);
  CHECK(peaks[1] == 0);
}

TEST_CASE("the peak of what is buffered is counted in bytes") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  std::size_t peak = 0;
  run_ranks("threads", 2,
            [&](Transport& transport) {
              if (transport.rank() == 0) {
                for (int i = 0; i < 5; ++i) send_to(transport, 1, 100, {"x", i});
                send_to(transport, 1, 1000, {"go"});  // the receiver waits for this
                peak = transport.peak_buffered_bytes();
              } else {
                for (int i = 0; i < 5; ++i) receive_from(transport, 0, 100, {"x", i});
                receive_from(transport, 0, 1000, {"go"});
              }
            },
            {.eager_bytes = 400, .threads = threads});
  CHECK(peak % 400 == 0);
  CHECK(peak >= 400);
  CHECK(peak <= 2000);
}

TEST_CASE("a buffered message that nobody receives is an error at the end") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  CHECK_THROWS_WITH(run_ranks("threads", 2,
                              [](Transport& transport) {
                                if (transport.rank() == 0)
                                  send_to(transport, 1, 3, {"all-gather", 7, 2});
                              },
                              {.eager_bytes = 100, .threads = threads}),
                    "rank 0 sent 'all-gather #7 chunk 2' to rank 1, which has ended without "
                    "receiving it");
}

TEST_CASE("a buffered message outlives the rank that sent it") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  for (int trial = 0; trial < 1000; ++trial) {  // the sender often ends while the receiver looks
    run_ranks("threads", 2,
              [](Transport& transport) {
                if (transport.rank() == 0) send_to(transport, 1, 3);
                if (transport.rank() == 1) receive_from(transport, 0, 3);
              },
              {.eager_bytes = 100, .threads = threads});
  }
  SUCCEED();
}

TEST_CASE("sides that differ are an error for buffered messages too") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  CHECK_THROWS_WITH(run_ranks("threads", 2,
                              [](Transport& transport) {
                                if (transport.rank() == 0)
                                  send_to(transport, 1, 3, {"reduce-scatter", 7});
                                if (transport.rank() == 1)
                                  receive_from(transport, 0, 3, {"all-gather", 7});
                              },
                              {.eager_bytes = 100, .threads = threads}),
                    ContainsSubstring("rank 0 is in reduce-scatter #7, rank 1 in all-gather #7"));
}
