// The exchange of every transport: elements arrive, are combined as asked, and are counted where
// they move.
#include <array>
#include <vector>

#include "core/base/error.hpp"
#include "core/transport/registry.hpp"
#include "tests/catch.hpp"

using namespace zerolab;

namespace {

// Runs on every rank at once and keeps each rank's result.
template <typename Result>
std::vector<Result> on_ranks(int n, int threads,
                             const std::function<Result(Transport&)>& rank_main) {
  std::vector<Result> results(static_cast<std::size_t>(n));
  run_ranks("threads", n,
            [&](Transport& transport) {
              results[static_cast<std::size_t>(transport.rank())] = rank_main(transport);
            },
            {.threads = threads});
  return results;
}

}  // namespace

TEST_CASE("a ring shift moves every buffer one rank to the right") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  for (const int n : {2, 3, 4, 8}) {
    const auto got = on_ranks<std::vector<float>>(n, threads, [n](Transport& transport) {
      const int rank = transport.rank();
      const std::vector<float> mine(37, static_cast<float>(rank));
      std::vector<float> from_left(37);
      Send send{(rank + 1) % n, mine.data(), mine.size(), DType::f32, {"shift"}, {}};
      Receive receive{(rank + n - 1) % n,
                      from_left.data(),
                      from_left.size(),
                      DType::f32,
                      Combine::copy,
                      {"shift"},
                      {}};
      transport.exchange({&send, 1}, {&receive, 1});
      if (receive.moved.begin_ns > receive.moved.end_ns) throw failure("it ends before it begins");
      return from_left;
    });
    for (int rank = 0; rank < n; ++rank) {
      CHECK(got[static_cast<std::size_t>(rank)] ==
            std::vector<float>(37, static_cast<float>((rank + n - 1) % n)));
    }
  }
}

TEST_CASE("a receive that adds leaves the sum") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  const auto got = on_ranks<std::vector<long>>(2, threads, [](Transport& transport) {
    std::vector<long> own{10, 20, 30}, outgoing{1, 2, 3};
    const int peer = 1 - transport.rank();
    Send send{peer, outgoing.data(), 3, DType::i64, {"numbers"}, {}};
    Receive receive{peer, own.data(), 3, DType::i64, Combine::add, {"numbers"}, {}};
    transport.exchange({&send, 1}, {&receive, 1});
    return own;
  });
  CHECK(got[0] == std::vector<long>{11, 22, 33});
  CHECK(got[1] == got[0]);
}

TEST_CASE("messages between two ranks keep their order") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  const auto got = on_ranks<std::vector<float>>(2, threads, [](Transport& transport) {
    std::vector<float> values{1, 2, 3};
    if (transport.rank() == 0) {
      std::vector<Send> sends;
      for (float& value : values) sends.push_back({1, &value, 1, DType::f32, {"one"}, {}});
      transport.exchange(sends, {});
    } else {
      std::vector<float> arrived(3);
      std::vector<Receive> receives;
      for (float& value : arrived) {
        receives.push_back({0, &value, 1, DType::f32, Combine::copy, {"one"}, {}});
      }
      transport.exchange({}, receives);
      values = arrived;
    }
    return values;
  });
  CHECK(got[1] == std::vector<float>{1, 2, 3});
}

TEST_CASE("everybody talks to everybody in one exchange") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  constexpr int n = 8;
  const auto got = on_ranks<float>(n, threads, [](Transport& transport) {
    const float mine = static_cast<float>(1 << transport.rank());
    float sum = mine;
    std::vector<float> arrived(n);
    std::vector<Send> sends;
    std::vector<Receive> receives;
    for (int peer = 0; peer < n; ++peer) {
      if (peer == transport.rank()) continue;
      sends.push_back({peer, &mine, 1, DType::f32, {"all"}, {}});
      receives.push_back({peer,
                          &arrived[static_cast<std::size_t>(peer)],
                          1,
                          DType::f32,
                          Combine::copy,
                          {"all"},
                          {}});
    }
    transport.exchange(sends, receives);
    for (const float value : arrived) sum += value;
    return sum;
  });
  CHECK(got == std::vector<float>(n, 255));
}

TEST_CASE("counters count messages and elements and bytes and also empty messages") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  const auto counted = on_ranks<Counters>(2, threads, [](Transport& transport) {
    std::vector<long> buffer(7);
    if (transport.rank() == 0) {
      std::vector<Send> sends{{1, buffer.data(), 5, DType::i64, {"a"}, {}},
                              {1, buffer.data(), 0, DType::i64, {"b"}, {}}};
      transport.exchange(sends, {});
    } else {
      std::vector<Receive> receives{{0, buffer.data(), 5, DType::i64, Combine::copy, {"a"}, {}},
                                    {0, nullptr, 0, DType::i64, Combine::add, {"b"}, {}}};
      transport.exchange({}, receives);
    }
    return transport.counters();
  });
  CHECK(counted[0] == Counters{2, 0, 5, 0, 40, 0});
  CHECK(counted[1] == Counters{0, 2, 0, 5, 0, 40});
}

TEST_CASE("one rank alone runs and has nobody to talk to") {
  run_ranks("threads", 1, [](Transport& transport) {
    transport.exchange({}, {});
    if (!(transport.counters() == Counters{})) throw failure("it counted something");
  });
}

TEST_CASE("unknown transports and impossible world sizes are refused") {
  using test::ContainsSubstring;
  const RankMain nothing = [](Transport&) {};
  CHECK_THROWS_WITH(run_ranks("pigeons", 2, nothing),
                    ContainsSubstring("'pigeons'") && ContainsSubstring("threads"));
  CHECK_THROWS_WITH(run_ranks("threads", 0, nothing), ContainsSubstring("0 ranks"));
  CHECK_THROWS_WITH(run_ranks("threads", 1'000'000, nothing),
                    ContainsSubstring("1000000 ranks") && ContainsSubstring("1 to 256"));
}

TEST_CASE("a message is timed if its own side asks for it whatever the other side does") {
  const int threads = GENERATE(1, 2, thread_per_rank);
  for (const bool sender_asks : {false, true}) {
    for (const bool receiver_asks : {false, true}) {
      std::array<Moment, 2> moved;
      run_ranks("threads", 2,
                [&](Transport& transport) {
                  float value = 1;
                  if (transport.rank() == 0) {
                    transport.set_timing(sender_asks);
                    Send send{1, &value, 1, DType::f32, {"x"}, {}};
                    transport.exchange({&send, 1}, {});
                    moved[0] = send.moved;
                  } else {
                    transport.set_timing(receiver_asks);
                    Receive receive{0, &value, 1, DType::f32, Combine::copy, {"x"}, {}};
                    transport.exchange({}, {&receive, 1});
                    moved[1] = receive.moved;
                  }
                },
                {.threads = threads});
      CHECK((moved[0].begin_ns > 0) == sender_asks);
      CHECK(moved[0].begin_ns <= moved[0].end_ns);
      if (receiver_asks) CHECK(moved[1].begin_ns > 0);
      CHECK(moved[1].begin_ns <= moved[1].end_ns);
    }
  }
}
