// Ranks that write to the socket what they like are named, and the others end.
#include <array>
#include <chrono>
#include <cstring>
#include <random>
#include <thread>

#include <unistd.h>

#include "core/base/clock.hpp"
#include "core/transport/fabric/wire.hpp"
#include "tests/catch.hpp"
#include "tests/transport/fabric/worlds.hpp"
#include "tests/transport/singles.hpp"

using namespace zerolab;
using test::ContainsSubstring;

namespace {

// Rank 1 of 3 is hostile; the others pass messages until they are stopped.
FabricRecord with_hostile(const std::function<void(int fd)>& hostile,
                          const FabricOptions& options = {}, const FabricHooks& hooks = {}) {
  const std::int64_t begin_ns = now_ns();
  const test::World world = test::run_raw(
      3,
      [&](int fd, int rank) {
        if (rank == 1) {
          hostile(fd);
          return;
        }
        test::be_honest(fd, rank, 3, [](FabricTransport& transport) {
          for (int round = 0; round < 1'000'000; ++round) test::shift(transport, {1, 2, 3});
          return std::vector<float>{};
        });
      },
      options, hooks);
  CHECK(world.stuck == 0);
  CHECK(world.record.culprit == 1);
  CHECK(now_ns() - begin_ns < test::soon_ns);
  return world.record;
}

void linger() {
  std::this_thread::sleep_for(std::chrono::seconds(100));
}

template <typename T>
void write_record(int fd, const T& record) {
  test::write_raw(fd, &record, sizeof record);
}

FrameHeader exchange_of(std::uint32_t sends, std::uint32_t receives, std::uint64_t size_bytes) {
  return {
      .kind = FrameKind::exchange, .sends = sends, .receives = receives, .size_bytes = size_bytes};
}

MessageEntry entry(int peer, std::uint64_t elements) {
  MessageEntry message{.elements = elements, .peer = peer};
  std::strcpy(message.text, "shift");
  return message;
}

// The send that rank 2 waits for and the receive that rank 0 waits for.
void write_shift(int fd) {
  const float values[3] = {1, 2, 3};
  write_record(fd, exchange_of(1, 1, sizeof values));
  write_record(fd, entry(2, 3));
  write_record(fd, entry(0, 3));
  write_record(fd, values);
}

}  // namespace

TEST_CASE("garbage is nonsense") {
  const auto record = with_hostile([](int fd) {
    const std::string text(1000, 'x');
    test::write_raw(fd, text.data(), text.size());
    linger();
  });
  CHECK(record.ending == FabricEnding::nonsense);
  CHECK_THAT(record.detail, ContainsSubstring("rank 1 sent bytes that are no frame"));
}

TEST_CASE("random frames never bring the parent down") {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const auto record = with_hostile([&](int fd) {
      std::mt19937_64 random(seed);
      std::vector<std::uint64_t> bytes(50);
      for (auto& word : bytes) word = random() % 3 == 0 ? random() % 5 : random();
      FrameHeader header = exchange_of(static_cast<std::uint32_t>(random() % 4),
                                       static_cast<std::uint32_t>(random() % 4), random() % 300);
      header.kind = static_cast<FrameKind>(1 + random() % 9);
      write_record(fd, header);
      test::write_raw(fd, bytes.data(), bytes.size() * 8);
    });
    CHECK(record.ending != FabricEnding::finished);
  }
}

TEST_CASE("huge counts are refused before memory is taken for them") {
  const auto announcing = [](const FrameHeader& header, const MessageEntry& message) {
    return with_hostile([&](int fd) {
      write_record(fd, header);
      write_record(fd, message);
      linger();
    });
  };
  const std::uint64_t huge = std::uint64_t{1} << 62;
  CHECK(announcing(exchange_of(4'000'000'000, 0, 0), {}).ending == FabricEnding::nonsense);
  CHECK(announcing(exchange_of(0, 4'000'000'000, 0), {}).ending == FabricEnding::nonsense);
  CHECK(announcing(exchange_of(1, 0, huge), entry(2, 3)).ending == FabricEnding::nonsense);
  CHECK(announcing(exchange_of(1, 0, huge), entry(2, huge)).ending == FabricEnding::flood);
  CHECK(announcing(exchange_of(1, 0, 0), entry(2, huge)).ending == FabricEnding::flood);
  CHECK(announcing(exchange_of(0, 1, 0), entry(2, huge)).ending == FabricEnding::flood);
  CHECK(announcing({.kind = FrameKind::finish, .size_bytes = huge}, {}).ending ==
        FabricEnding::flood);
  CHECK(announcing({.kind = FrameKind::fail, .size_bytes = huge}, {}).ending ==
        FabricEnding::flood);
  CHECK(announcing({.kind = FrameKind::moved}, {}).ending == FabricEnding::nonsense);
  MessageEntry ugly = entry(2, 0);
  ugly.text[0] = '\x1b';
  CHECK(announcing(exchange_of(1, 0, 0), ugly).ending == FabricEnding::nonsense);
  ugly = entry(2, 0);
  std::memset(ugly.text, 'x', sizeof ugly.text);
  CHECK(announcing(exchange_of(1, 0, 0), ugly).ending == FabricEnding::nonsense);
  ugly = entry(2, 0);
  ugly.dtype = 3;
  CHECK(announcing(exchange_of(1, 0, 0), ugly).ending == FabricEnding::nonsense);
  CHECK(announcing(exchange_of(1, 0, 0), entry(1'000'000, 0)).ending == FabricEnding::mismatch);
  CHECK(announcing(exchange_of(1, 0, 0), entry(-1, 0)).ending == FabricEnding::mismatch);
}

TEST_CASE("half a frame and then the end is a rank that is gone") {
  const auto record = with_hostile([](int fd) {
    write_record(fd, exchange_of(1, 1, 12));
    write_record(fd, entry(2, 3));
  });
  CHECK(record.ending == FabricEnding::rank_gone);
  CHECK_THAT(record.detail, ContainsSubstring("in the middle of a frame"));
}

TEST_CASE("a frame after the last is nonsense") {
  const auto at_once = with_hostile([](int fd) {
    write_record(fd, std::array{FrameHeader{.kind = FrameKind::finish},
                                FrameHeader{.kind = FrameKind::mark}});
    linger();
  });
  CHECK(at_once.ending == FabricEnding::nonsense);
  int pipe_ends[2];
  REQUIRE(::pipe(pipe_ends) == 0);
  const test::World later = test::run_raw(2, [&](int fd, int rank) {
    char go = 0;
    if (rank == 0 && ::read(pipe_ends[0], &go, 1) != 1) return;
    write_record(fd, FrameHeader{.kind = FrameKind::finish});
    if (rank == 0) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    write_record(fd, FrameHeader{.kind = FrameKind::mark});
    if (::write(pipe_ends[1], &go, 1) == 1) linger();  // only now can rank 0 end
  });
  ::close(pipe_ends[0]);
  ::close(pipe_ends[1]);
  CHECK(later.record.ending == FabricEnding::nonsense);
  CHECK(later.record.culprit == 1);
}

TEST_CASE("a rank that dribbles byte by byte is understood") {
  const auto record = with_hostile([](int fd) {
    FabricTransport transport(fd, 1, 3);
    float values[3] = {1, 2, 3};
    const FrameHeader header = exchange_of(1, 1, sizeof values);
    std::string bytes;
    const auto add = [&](const auto& part) {
      bytes.append(reinterpret_cast<const char*>(&part), sizeof part);
    };
    add(header);
    add(entry(2, 3));
    add(entry(0, 3));
    add(values);
    for (const char& byte : bytes) {
      test::write_raw(fd, &byte, 1);
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    FrameHeader answer;
    if (::read(fd, &answer, sizeof answer) == sizeof answer && answer.kind == FrameKind::moved &&
        answer.size_bytes == 12 && ::read(fd, values, sizeof values) == sizeof values &&
        values[2] == 3) {
      transport.fail("understood");
    }
  });
  CHECK(record.ending == FabricEnding::rank_failed);
  CHECK(record.detail == "understood");
}

TEST_CASE("a rank that dribbles for ever is stopped by the caller's limit") {
  const auto record = with_hostile(
      [](int fd) {
        for (const char byte : std::string(reinterpret_cast<const char*>(&frame_magic), 4)) {
          test::write_raw(fd, &byte, 1);
        }
        const FrameHeader header = exchange_of(0, 60'000, 0);
        test::write_raw(fd, reinterpret_cast<const char*>(&header) + 4, sizeof header - 4);
        for (int i = 0; i < 10'000; ++i) {
          test::write_raw(fd, "", 1);
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
      },
      {}, {.on_wait = test::one_second_limit()});
  CHECK(record.ending == FabricEnding::stopped);
}

TEST_CASE("a rank that sends without reading its answers is named") {
  const auto record = with_hostile([](int fd) {
    while (true) write_shift(fd);
  });
  CHECK(record.ending == FabricEnding::nonsense);
}

TEST_CASE("a rank that never reads a large answer is stopped by the caller's limit") {
  const std::int64_t begin_ns = now_ns();
  const test::World world =
      test::run_raw(3,
                    [](int fd, int rank) {
                      if (rank == 1) {
                        write_record(fd, exchange_of(0, 1, 0));
                        write_record(fd, entry(0, 1'000'000));
                        linger();
                      }
                      test::be_honest(fd, rank, 3, [](FabricTransport& transport) {
                        if (transport.rank() == 0)
                          test::send_to(transport, 1, 1'000'000, {"shift"});
                        test::receive_from(transport, 1, 5);
                        return std::vector<float>{};
                      });
                    },
                    {}, {.on_wait = test::one_second_limit()});
  CHECK(world.record.ending == FabricEnding::stopped);
  CHECK(world.record.culprit == 1);
  CHECK(world.stuck == 0);
  CHECK(now_ns() - begin_ns < test::soon_ns);
}

TEST_CASE("more messages or bytes or calls than the limits are a flood") {
  FabricOptions options;
  options.eager_bytes = 1000;
  options.max_messages = 100;
  options.max_total_bytes = 5000;
  options.max_message_bytes = 400;
  const auto flooding = [&](const std::function<void(FabricTransport&)>& flood) {
    const auto record = with_hostile(
        [&](int fd) {
          test::be_honest(fd, 1, 3, [&](FabricTransport& transport) {
            while (true) flood(transport);
            return std::vector<float>{};
          });
        },
        options);
    CHECK(record.ending == FabricEnding::flood);
    return record.detail;
  };
  CHECK_THAT(flooding([](FabricTransport& t) { test::send_to(t, 0, 1); }),
             ContainsSubstring("101 sends") && ContainsSubstring("limit is 100"));
  CHECK_THAT(flooding([](FabricTransport& t) { test::send_to(t, 0, 100); }),
             ContainsSubstring("sends 5200 bytes in all: the limit is 5000"));
  CHECK_THAT(flooding([](FabricTransport& t) { test::send_to(t, 0, 101); }),
             ContainsSubstring("a message of 101 f32 elements: the limit is 400 bytes"));
  CHECK_THAT(flooding([](FabricTransport& t) { t.exchange({}, {}); }),
             ContainsSubstring("posted 101 exchanges"));
  CHECK_THAT(flooding([](FabricTransport& t) { t.mark(1); }), ContainsSubstring("posted 101"));
}
