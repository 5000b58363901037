// A rank that throws or dies ends everybody, with its number and its words; no process is left.
#include <array>
#include <csignal>
#include <stdexcept>
#include <thread>

#include <unistd.h>

#include "core/base/clock.hpp"
#include "core/transport/registry.hpp"
#include "tests/catch.hpp"
#include "tests/transport/fabric/worlds.hpp"
#include "tests/transport/singles.hpp"

using namespace zerolab;
using test::ContainsSubstring;
using test::receive_from;
using test::send_to;

TEST_CASE("the caller gets what the first rank threw and its peers name it") {
  const test::World world = test::run_honest(4, [](FabricTransport& transport) {
    if (transport.rank() == 2) throw failure("disk full");
    try {
      receive_from(transport, (transport.rank() + 1) % 4, 5);
    } catch (const Error& error) {
      if (error.what() == std::string("rank 2 failed first: disk full")) ::_exit(0);
    }
    ::pause();  // seen as stuck
    return std::vector<float>{};
  });
  CHECK(world.record.ending == FabricEnding::rank_failed);
  CHECK(world.record.detail == "disk full");
  CHECK(world.record.culprit == 2);
  CHECK(world.stuck == 0);
}

TEST_CASE("text and kind of an exception are carried over") {
  const auto throwing = [](const std::function<void()>& act) {
    return [&act](Transport& transport) {
      if (transport.rank() == 1) act();
      receive_from(transport, 1 - transport.rank(), 5);
    };
  };
  const auto kind_of = [&](const std::function<void()>& act, const std::string& text) {
    try {
      run_ranks("fabric", 2, throwing(act));
    } catch (const Error& error) {
      CHECK(error.what() == text);
      return error.kind();
    }
    throw failure("nothing was thrown");
  };
  CHECK(kind_of([] { throw input_error("no such file"); }, "no such file") == ErrorKind::input);
  CHECK(kind_of([] { throw failure("disk full"); }, "disk full") == ErrorKind::failure);
  CHECK(kind_of([] { throw std::runtime_error("Ψ\x1b[31m"); }, "Ψ\\x1B[31m") == ErrorKind::failure);
  CHECK(kind_of([] { throw 42; }, "something that is not a std::exception") == ErrorKind::failure);
  CHECK(kind_of([] { throw failure("{}", std::string(10'000, 'x')); }, std::string(4096, 'x')) ==
        ErrorKind::failure);
}

TEST_CASE("a peer that does not exist is refused before anything moves") {
  const auto send_wrongly = [](int n, int peer) {
    run_ranks("fabric", n, [&](Transport& transport) { send_to(transport, peer, 1); });
  };
  CHECK_THROWS_WITH(send_wrongly(2, 2),
                    ContainsSubstring("to rank 2") && ContainsSubstring("0 to 1 without itself"));
  CHECK_THROWS_WITH(send_wrongly(2, -1), ContainsSubstring("to rank -1"));
  CHECK_THROWS_WITH(send_wrongly(1, 0), ContainsSubstring("none, it is alone"));
  const test::World world = test::run_honest(2, [](FabricTransport& transport) {
    if (transport.rank() == 1) send_to(transport, 1, 1);
    receive_from(transport, 1, 1);
    return std::vector<float>{};
  });
  CHECK(world.record.ending == FabricEnding::mismatch);
  CHECK(world.record.kind == ErrorKind::input);
  CHECK(world.record.culprit == 1);
}

TEST_CASE("a rank whose process dies is named with how it died") {
  const auto dying = [](const std::function<void()>& die) {
    const std::int64_t begin_ns = now_ns();
    std::string text;
    try {
      run_ranks("fabric", 3, [&](Transport& transport) {
        if (transport.rank() == 1) die();
        receive_from(transport, (transport.rank() + 1) % 3, 5);
      });
    } catch (const Error& error) {
      text = error.what();
    }
    CHECK(now_ns() - begin_ns < test::soon_ns);
    CHECK(test::child_processes() == 0);
    return text;
  };
  CHECK(dying([] { ::kill(::getpid(), SIGKILL); }) ==
        "rank 1 is gone: its process ended by signal 9 (Killed)");
  CHECK(dying([] { ::_exit(3); }) == "rank 1 is gone: its process ended by itself, with status 3");
}

TEST_CASE("a rank that is killed while it waits is found") {
  const test::World world = test::run_raw(2, [](int fd, int rank) {
    if (rank == 0) {
      std::thread([] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        ::kill(::getpid(), SIGKILL);
      }).detach();
    }
    test::be_honest(fd, rank, 2, [](FabricTransport& transport) {
      if (transport.rank() == 0) receive_from(transport, 1, 5);
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
      return std::vector<float>{};
    });
  });
  CHECK(world.record.ending == FabricEnding::rank_gone);
  CHECK(world.record.culprit == 0);
  CHECK(world.record.detail == "rank 0 is gone: its socket closed before it had ended");
}

TEST_CASE("a rank that goes on computing after another has failed is ended") {
  const std::int64_t begin_ns = now_ns();
  CHECK_THROWS_WITH(run_ranks("fabric", 2,
                              [](Transport& transport) {
                                if (transport.rank() == 0) throw failure("planned");
                                while (true) std::this_thread::yield();
                              }),
                    "planned");
  CHECK(now_ns() - begin_ns < test::soon_ns);
  CHECK(test::child_processes() == 0);
}

TEST_CASE("what is waited for ends the run where the caller says so") {
  const std::int64_t begin_ns = now_ns();
  const test::World world =
      test::run_honest(3,
                       [](FabricTransport& transport) {
                         if (transport.rank() == 1)
                           std::this_thread::sleep_for(std::chrono::seconds(100));
                         receive_from(transport, 1, 5);
                         return std::vector<float>{};
                       },
                       {}, {.on_wait = test::one_second_limit()});
  CHECK(world.record.ending == FabricEnding::stopped);
  CHECK(world.record.detail == "too long");
  CHECK(world.record.culprit == 1);
  CHECK(world.stuck == 0);
  CHECK(now_ns() - begin_ns < test::soon_ns);
}

TEST_CASE("what a rank prints comes out once") {
  int pipe_ends[2];
  REQUIRE(::pipe(pipe_ends) == 0);
  std::fflush(stdout);
  const int kept = ::dup(STDOUT_FILENO);
  ::dup2(pipe_ends[1], STDOUT_FILENO);
  std::printf("before ");
  run_ranks("fabric", 3, [](Transport&) { std::printf("rank "); });
  std::printf("after");
  std::fflush(stdout);
  ::dup2(kept, STDOUT_FILENO);
  ::close(kept);
  ::close(pipe_ends[1]);
  std::array<char, 100> text{};
  const ssize_t count = ::read(pipe_ends[0], text.data(), text.size());
  ::close(pipe_ends[0]);
  CHECK(std::string(text.data(), static_cast<std::size_t>(count)) == "before rank rank rank after");
}
