// The laws of exchange (tests/transport/exchange_test.cpp) hold between processes: elements arrive,
// are combined as asked, and are counted on both sides alike.
#include <array>

#include "core/transport/registry.hpp"
#include "tests/catch.hpp"
#include "tests/transport/fabric/worlds.hpp"

using namespace zerolab;
using test::ContainsSubstring;

namespace {

std::vector<float> counted(const Counters& c) {
  std::vector<float> all;
  for (const std::int64_t count : {c.sent_messages, c.received_messages, c.sent_elements,
                                   c.received_elements, c.sent_bytes, c.received_bytes}) {
    all.push_back(static_cast<float>(count));
  }
  return all;
}

}  // namespace

TEST_CASE("a ring shift moves every buffer one rank to the right") {
  for (const int n : {2, 3, 8, 64}) {
    const test::World world = test::run_honest(n, [](FabricTransport& transport) {
      return test::shift(transport, std::vector<float>(37, static_cast<float>(transport.rank())));
    });
    REQUIRE(world.record.detail == "");
    CHECK(world.stuck == 0);
    for (int rank = 0; rank < n; ++rank) {
      const FabricRank& got = world.record.ranks[static_cast<std::size_t>(rank)];
      CHECK(got.ended);
      CHECK(test::floats_of(got.report) ==
            std::vector<float>(37, static_cast<float>((rank + n - 1) % n)));
    }
  }
}

TEST_CASE("a receive that adds leaves the sum also beyond one piece") {
  run_ranks("fabric", 2, [](Transport& transport) {
    std::vector<long> own(10'000), outgoing(10'000);
    for (std::size_t i = 0; i < own.size(); ++i) {
      own[i] = static_cast<long>(10 * i);
      outgoing[i] = static_cast<long>(i);
    }
    const int peer = 1 - transport.rank();
    Send send{peer, outgoing.data(), outgoing.size(), DType::i64, {"numbers"}, {}};
    Receive receive{peer, own.data(), own.size(), DType::i64, Combine::add, {"numbers"}, {}};
    transport.exchange({&send, 1}, {&receive, 1});
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (own[i] != static_cast<long>(11 * i)) throw failure("wrong sum");
    }
  });
}

TEST_CASE("messages between two ranks keep their order whatever the seed") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const test::World world = test::run_honest(
        2,
        [](FabricTransport& transport) {
          std::vector<float> values{1, 2, 3, 4, 5}, arrived(5);
          std::vector<Send> sends;
          std::vector<Receive> receives;
          for (std::size_t i = 0; i < 5; ++i) {
            const int peer = 1 - transport.rank();
            sends.push_back({peer, &values[i], 1, DType::f32, {"one"}, {}});
            receives.push_back({peer, &arrived[i], 1, DType::f32, Combine::copy, {"one"}, {}});
          }
          transport.exchange(sends, receives);
          return arrived;
        },
        {.eager_bytes = seed % 2 == 0 ? 0U : 4U, .order_seed = seed});
    REQUIRE(world.record.detail == "");
    for (const FabricRank& rank : world.record.ranks) {
      CHECK(test::floats_of(rank.report) == std::vector<float>{1, 2, 3, 4, 5});
    }
  }
}

TEST_CASE("buffered messages and others keep their order whatever the seed") {
  constexpr std::array<std::size_t, 6> sizes{3, 1, 100, 0, 2, 50};  // up to 3 are buffered
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto rank_main = [&](FabricTransport& transport) {
      std::vector<std::vector<long>> buffers;
      std::vector<Send> sends;
      std::vector<Receive> receives;
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        const Label label{"x", -1, static_cast<int>(i)};
        buffers.emplace_back(sizes[i], transport.rank() == 0 ? static_cast<long>(i) : 10);
        long* data = buffers.back().data();
        sends.push_back({1, data, sizes[i], DType::i64, label, {}});
        receives.push_back({0, data, sizes[i], DType::i64, Combine::add, label, {}});
      }
      if (transport.rank() == 0) {
        transport.exchange(sends, {});
      } else {
        transport.exchange({}, receives);
        for (std::size_t i = 0; i < sizes.size(); ++i) {
          if (buffers[i] != std::vector<long>(sizes[i], 10 + static_cast<long>(i))) {
            throw failure("message {} arrived wrong", i);
          }
        }
      }
      return counted(transport.counters());
    };
    const test::World world =
        test::run_honest(2, rank_main, {.eager_bytes = 24, .order_seed = seed});
    CHECK(world.record.detail == "");
    CHECK(world.record.ranks[0].counters == Counters{6, 0, 156, 0, 1248, 0});
    CHECK(world.record.ranks[1].counters == Counters{0, 6, 0, 156, 0, 1248});
  }
}

TEST_CASE("both sides count messages and elements and bytes and also empty messages") {
  const test::World world = test::run_honest(2, [](FabricTransport& transport) {
    std::vector<long> buffer(7);
    if (transport.rank() == 0) {
      std::vector<Send> sends{{1, buffer.data(), 5, DType::i64, {"a"}, {}},
                              {1, buffer.data(), 0, DType::i64, {"b"}, {}},
                              {1, buffer.data(), 2, DType::i64, {"b"}, {}, true}};
      transport.exchange(sends, {});
    } else {
      std::vector<Receive> receives{
          {0, buffer.data(), 5, DType::i64, Combine::copy, {"a"}, {}},
          {0, nullptr, 0, DType::i64, Combine::add, {"b"}, {}},
          {0, buffer.data(), 2, DType::i64, Combine::add, {"b"}, {}, true}};
      transport.exchange({}, receives);
    }
    return counted(transport.counters());
  });
  REQUIRE(world.record.detail == "");
  const std::array right{Counters{2, 0, 7, 0, 56, 0}, Counters{0, 2, 0, 7, 0, 56}};
  for (std::size_t rank = 0; rank < 2; ++rank) {
    CHECK(world.record.ranks[rank].counters == right[rank]);
    CHECK(test::floats_of(world.record.ranks[rank].report) == counted(right[rank]));
  }
}

TEST_CASE("one rank alone runs and an exchange of nothing ends") {
  const test::World world = test::run_honest(1, [](FabricTransport& transport) {
    transport.exchange({}, {});
    return counted(transport.counters());
  });
  CHECK(world.record.detail == "");
  CHECK(test::floats_of(world.record.ranks[0].report) == std::vector<float>(6, 0));
}

TEST_CASE("the fabric is offered by name for 1 to 64 ranks") {
  const RankMain nothing = [](Transport&) {};
  run_ranks("fabric", 1, nothing);
  run_ranks("fabric", 64, nothing);
  CHECK_THROWS_WITH(run_ranks("fabric", 0, nothing), ContainsSubstring("0 ranks"));
  CHECK_THROWS_WITH(run_ranks("fabric", 65, nothing),
                    ContainsSubstring("65 ranks") && ContainsSubstring("1 to 64"));
}

TEST_CASE("a message is timed where its own side asks for it") {
  run_ranks("fabric", 2, [](Transport& transport) {
    for (const bool asks : {true, false}) {
      float value = 1, other = 0;
      const int peer = 1 - transport.rank();
      transport.set_timing(asks);
      Send send{peer, &value, 1, DType::f32, {"x"}, {}};
      Receive receive{peer, &other, 1, DType::f32, Combine::copy, {"x"}, {}};
      transport.exchange({&send, 1}, {&receive, 1});
      for (const Moment& moved : {send.moved, receive.moved}) {
        if ((moved.begin_ns > 0) != asks || moved.begin_ns > moved.end_ns) throw failure("timing");
      }
    }
  });
}

TEST_CASE("the record has every call with what it carried") {
  const test::World world = test::run_honest(
      2,
      [](FabricTransport& transport) {
        return test::shift(transport, {1, 2, static_cast<float>(transport.rank())});
      },
      {.keep_payloads = true});
  REQUIRE(world.record.detail == "");
  for (int rank = 0; rank < 2; ++rank) {
    const auto& calls = world.record.ranks[static_cast<std::size_t>(rank)].calls;
    REQUIRE(calls.size() == 1);
    CHECK(calls[0].finished);
    REQUIRE(calls[0].sends.size() == 1);
    REQUIRE(calls[0].receives.size() == 1);
    CHECK(calls[0].sends[0].peer == 1 - rank);
    CHECK(calls[0].sends[0].label == "shift");
    CHECK(test::floats_of(calls[0].sends[0].bytes) ==
          std::vector<float>{1, 2, static_cast<float>(rank)});
    CHECK(calls[0].receives[0].elements == 3);
    CHECK(test::floats_of(calls[0].receives[0].bytes) ==
          std::vector<float>{1, 2, static_cast<float>(1 - rank)});
  }
}

TEST_CASE("labels of up to 31 characters travel and longer ones are refused") {
  const auto send_with = [](const char* text) {
    run_ranks("fabric", 2, [&](Transport& transport) {
      float value = 0;
      Send send{1 - transport.rank(), &value, 1, DType::f32, {text}, {}};
      Receive receive{1 - transport.rank(), &value, 1, DType::f32, Combine::add, {text}, {}};
      transport.exchange({&send, 1}, {&receive, 1});
    });
  };
  CHECK_NOTHROW(send_with("1234567890123456789012345678901"));
  CHECK_THROWS_WITH(send_with("12345678901234567890123456789012"),
                    ContainsSubstring("of 32 characters: the fabric carries up to 31"));
}
