// Comm: messages move as asked, and the log holds every call in whole, also one that failed.
#include "exercises/comm/comm.hpp"

#include <limits>
#include <vector>

#include "core/base/error.hpp"
#include "core/transport/registry.hpp"
#include "exercises/comm/message_log.hpp"
#include "exercises/comm/not_written.hpp"
#include "tests/catch.hpp"

namespace zerolab {
namespace {

using Values = std::vector<float>;
using test::ContainsSubstring;

LoggedCall sent(int to, Values values, bool finished = true) {
  return {{{to, std::move(values)}}, {}, finished};
}

LoggedCall received(int from, Values values, bool finished = true) {
  return {{}, {{from, std::move(values)}}, finished};
}

// Runs `body` on every rank and returns what each rank's log holds, and the error, if any.
struct Outcome {
  std::vector<MessageLog> logs;
  std::string error;
};
template <typename Body>
Outcome run(int ranks, Body body, RunOptions options = {}) {
  Outcome outcome;
  outcome.logs.resize(static_cast<std::size_t>(ranks));
  options.threads = thread_per_rank;
  try {
    run_ranks(
        "threads", ranks,
        [&](Transport& transport) {
          Comm comm(transport, &outcome.logs[static_cast<std::size_t>(transport.rank())]);
          body(comm);
        },
        options);
  } catch (const Error& error) {
    outcome.error = error.what();
  }
  return outcome;
}

TEST_CASE("a rank knows its number and the number of ranks") {
  std::vector<int> seen(3);
  const Outcome outcome = run(3, [&](Comm& comm) {
    seen[static_cast<std::size_t>(comm.rank())] = comm.size() * 10 + comm.rank();
  });
  CHECK(outcome.error.empty());
  CHECK(seen == std::vector<int>{30, 31, 32});
}

TEST_CASE("a message arrives as it was sent and both logs hold it") {
  Values arrived(2);
  const Outcome outcome = run(2, [&](Comm& comm) {
    const Values mine{1, 2};
    if (comm.rank() == 0) comm.send(mine, 1);
    if (comm.rank() == 1) comm.recv(arrived, 0);
  });
  CHECK(outcome.error.empty());
  CHECK(arrived == Values{1, 2});
  CHECK(outcome.logs[0].calls() == std::vector{sent(1, {1, 2})});
  CHECK(outcome.logs[1].calls() == std::vector{received(0, {1, 2})});
}

TEST_CASE("sendrecv round a ring does not wait for itself and is one call in the log") {
  const Outcome outcome = run(3, [&](Comm& comm) {
    const Values mine{static_cast<float>(comm.rank())};
    Values from_left(1);
    comm.sendrecv(mine, (comm.rank() + 1) % 3, from_left, (comm.rank() + 2) % 3);
  });
  CHECK(outcome.error.empty());
  CHECK(outcome.logs[1].calls() == std::vector<LoggedCall>{{{{2, {1}}}, {{0, {0}}}, true}});
}

TEST_CASE("the log keeps the values of the time of sending") {
  const Outcome outcome = run(2, [&](Comm& comm) {
    Values buffer{7};
    if (comm.rank() == 0) {
      comm.send(buffer, 1);
      buffer[0] = 8;
      comm.send(buffer, 1);
    } else {
      comm.recv(buffer, 0);
      comm.recv(buffer, 0);
    }
  });
  CHECK(outcome.logs[0].calls() == std::vector{sent(1, {7}), sent(1, {8})});
  CHECK(outcome.logs[1].calls() == std::vector{received(0, {7}), received(0, {8})});
}

TEST_CASE("an empty message is a message") {
  const Outcome outcome = run(2, [&](Comm& comm) {
    if (comm.rank() == 0) comm.send({}, 1);
    if (comm.rank() == 1) comm.recv({}, 0);
  });
  CHECK(outcome.error.empty());
  CHECK(outcome.logs[0].calls() == std::vector{sent(1, {})});
  CHECK(outcome.logs[1].calls() == std::vector{received(0, {})});
}

TEST_CASE("all send first is a deadlock and the call that never ended is in the log") {
  const Outcome outcome = run(3, [&](Comm& comm) {
    Values buffer{1, 2};
    comm.send(buffer, (comm.rank() + 1) % 3);
    comm.recv(buffer, (comm.rank() + 2) % 3);
  });
  CHECK_THAT(outcome.error, ContainsSubstring("deadlock: rank 0 waits to send"));
  for (int rank = 0; rank < 3; ++rank) {
    CHECK(outcome.logs[static_cast<std::size_t>(rank)].calls() ==
          std::vector{sent((rank + 1) % 3, {1, 2}, false)});
  }
}

TEST_CASE("all send first passes where sends are buffered") {
  RunOptions buffered;
  buffered.eager_bytes = std::numeric_limits<std::size_t>::max();
  const Outcome outcome = run(
      3,
      [&](Comm& comm) {
        Values buffer{1, 2};
        comm.send(buffer, (comm.rank() + 1) % 3);
        comm.recv(buffer, (comm.rank() + 2) % 3);
      },
      buffered);
  CHECK(outcome.error.empty());
}

TEST_CASE("a receive of another length is an error with both sides and zeros in the log") {
  const Outcome outcome = run(2, [&](Comm& comm) {
    Values buffer(comm.rank() == 0 ? 2 : 3, 9.0F);
    if (comm.rank() == 0) comm.send(buffer, 1);
    if (comm.rank() == 1) comm.recv(buffer, 0);
  });
  CHECK_THAT(outcome.error, ContainsSubstring("of 3 f32 elements from rank 0"));
  CHECK_THAT(outcome.error, ContainsSubstring("of 2 f32 elements"));
  CHECK(outcome.logs[1].calls() == std::vector{received(0, {0, 0, 0}, false)});
}

TEST_CASE("a peer that cannot be is an error and the call is in the log") {
  const int peer = GENERATE(-1, 1, 2);  // rank 1 itself among them
  const Outcome outcome = run(2, [&](Comm& comm) {
    const Values buffer{5};
    if (comm.rank() == 1) comm.send(buffer, peer);
  });
  CHECK_THAT(outcome.error, ContainsSubstring("rank 1 wants to send to rank"));
  CHECK(outcome.logs[1].calls() == std::vector{sent(peer, {5}, false)});
}

TEST_CASE("sendrecv whose spans share memory is an error") {
  const std::size_t begin_of_in = GENERATE(0U, 1U, 2U);
  const Outcome outcome = run(2, [&](Comm& comm) {
    Values buffer{1, 2, 3, 4};
    const std::span<float> all(buffer);
    const int peer = 1 - comm.rank();
    comm.sendrecv(all.first(2), peer, all.subspan(begin_of_in, 2), peer);
  });
  if (begin_of_in < 2) {
    CHECK_THAT(outcome.error, ContainsSubstring("share memory"));
  } else {
    CHECK(outcome.error.empty());
  }
}

TEST_CASE("without a log all works alike") {
  Values arrived(1);
  run_ranks("threads", 2, [&](Transport& transport) {
    Comm comm(transport);
    const Values mine{3};
    if (comm.rank() == 0) comm.send(mine, 1);
    if (comm.rank() == 1) comm.recv(arrived, 0);
  });
  CHECK(arrived == Values{3});
}

TEST_CASE("an exercise that is not written says its number") {
  CHECK_THROWS_WITH(exercises::not_written(3), "exercise 03 is not written yet");
  CHECK_THROWS_AS(exercises::not_written(7), exercises::NotWritten);
}

}  // namespace
}  // namespace zerolab
