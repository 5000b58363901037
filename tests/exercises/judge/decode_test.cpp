// What a run's values say is what its schedule did: transfers, digits, combines, and the trace.
#include "exercises/judge/decode.hpp"

#include <map>
#include <random>

#include "core/base/units.hpp"
#include "core/trace/check.hpp"
#include "exercises/judge/right.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/judge/programs.hpp"
#include "tests/exercises/judge/ring_options.hpp"

namespace zerolab::exercises {

namespace {

using Held = std::vector<std::vector<Origins>>;  // [rank][chunk]

Held own_inputs(int ranks) {
  const auto n = static_cast<std::size_t>(ranks);
  Held held(n, std::vector<Origins>(n, Origins(n)));
  for (std::size_t r = 0; r < n; ++r) {
    for (std::size_t c = 0; c < n; ++c) held[r][c][r] = 1;
  }
  return held;
}

struct Random {
  Schedule schedule;
  std::vector<Origins> carried;  // by transfer
  Held held;                     // at the end
};

// In each step every rank sends at most one chunk, and none is received by a rank that sends it
// in the same step; no input is counted more than three times.
Random random_schedule(std::mt19937& random, int ranks, int steps) {
  Random made{
      empty_schedule(Collective::all_reduce, "random", ranks, ranks), {}, own_inputs(ranks)};
  const auto any = [&](int count) {
    return static_cast<int>(random() % static_cast<unsigned>(count));
  };
  for (int step = 0; step < steps; ++step) {
    const Held before = made.held;
    std::map<std::pair<int, int>, int> touched;
    for (int source = 0; source < ranks; ++source) {
      const int destination = (source + 1 + any(ranks - 1)) % ranks;
      const int chunk = any(ranks);
      if (touched[{source, chunk}] > 0 || touched[{destination, chunk}] > 0 || any(4) == 0)
        continue;
      const Combine combine = any(2) == 0 ? Combine::add : Combine::copy;
      const Origins& sent =
          before[static_cast<std::size_t>(source)][static_cast<std::size_t>(chunk)];
      Origins after = sent;
      const Origins& old =
          before[static_cast<std::size_t>(destination)][static_cast<std::size_t>(chunk)];
      bool fits = true;
      for (std::size_t r = 0; r < after.size(); ++r) {
        if (combine == Combine::add) after[r] += old[r];
        fits = fits && after[r] <= 3;
      }
      if (!fits) continue;
      ++touched[{source, chunk}];
      ++touched[{destination, chunk}];
      made.schedule.transfers.push_back({step, source, destination, chunk, combine});
      made.carried.push_back(sent);
      made.held[static_cast<std::size_t>(destination)][static_cast<std::size_t>(chunk)] = after;
    }
  }
  return made;
}

Program program_of(const Schedule& schedule) {
  return [schedule](Comm& comm, const Case& run, const std::vector<std::span<float>>& spans) {
    const auto chunk = [&](const Transfer& transfer) {
      const Range range = slots_of(run)[static_cast<std::size_t>(transfer.chunk)];
      return spans[0].subspan(range.begin, range.size());
    };
    for (int step = 0; step < step_count(schedule); ++step) {
      for (const Transfer& t : schedule.transfers) {
        if (t.step == step && t.source == comm.rank()) comm.send(chunk(t), t.destination);
      }
      for (const Transfer& t : schedule.transfers) {
        if (t.step != step || t.destination != comm.rank()) continue;
        std::vector<float> arrived(chunk(t).size());
        comm.recv(arrived, t.source);
        for (std::size_t i = 0; i < arrived.size(); ++i) {
          chunk(t)[i] = arrived[i] + (t.combine == Combine::add ? chunk(t)[i] : 0);
        }
      }
    }
  };
}

DecodedRun decoded(Case run, const Program& program) {
  run.input = Input::origins;
  const RunRecord origins = simulate(run, program);
  run.input = Input::places;
  return decode(origins, simulate(run, program));
}

// What the ranks hold after a trace's events, the moves of a step reading what the last one left.
Held replay(const Trace& trace, Held held) {
  int steps = 0;
  for (const Event& event : trace.events) steps = std::max(steps, event.step + 1);
  for (int step = 0; step < steps; ++step) {
    const Held before = held;
    for (const Event& event : trace.events) {
      if (event.kind != EventKind::receive || event.step != step) continue;
      const auto chunk = static_cast<std::size_t>(event.chunk);
      const Origins& sent = before[static_cast<std::size_t>(event.peer)][chunk];
      Origins& target = held[static_cast<std::size_t>(event.rank)][chunk];
      for (std::size_t r = 0; r < target.size(); ++r) {
        target[r] = sent[r] + (event.combine == Combine::add ? target[r] : 0);
      }
    }
  }
  return held;
}

void check_rules(const Trace& trace) {
  CHECK(header_fault(trace.header) == "");
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    CHECK(event_fault(trace.header, trace.events[i]) == "");
    if (i > 0) CHECK(!comes_before(trace.events[i], trace.events[i - 1]));
  }
}

Case buffered_case(int exercise, int ranks, std::size_t elements) {
  Case run;
  run.exercise = exercise;
  run.ranks = ranks;
  run.elements = elements;
  run.delivery = Delivery::buffered;
  if (exercise == 7) {
    run.tensors = {elements / 3, elements - elements / 3};
    run.bucket_elements = elements / 2 + 1;
  }
  return run;
}

}  // namespace

TEST_CASE("a random schedule is decoded exactly up to 8 ranks") {
  std::mt19937 random(1);
  for (int round = 0; round < 60; ++round) {
    const int ranks = 2 + round % 7;
    const Random made = random_schedule(random, ranks, 1 + round % 9);
    const Case run = buffered_case(5, ranks, static_cast<std::size_t>(ranks) * 2 + 1);
    const DecodedRun got = decoded(run, program_of(made.schedule));
    INFO("round " << round << ", " << ranks << " ranks");
    REQUIRE(got.messages.size() == made.schedule.transfers.size());
    std::map<std::pair<int, int>, int> links;
    for (std::size_t t = 0; t < made.carried.size(); ++t) {
      const Transfer& transfer = made.schedule.transfers[t];
      const int step = links[{transfer.source, transfer.destination}]++;
      const auto message = std::ranges::find_if(got.messages, [&](const DecodedMessage& m) {
        return m.source == transfer.source && m.destination == transfer.destination &&
               m.step == step;
      });
      REQUIRE(message != got.messages.end());
      CHECK(message->chunk == transfer.chunk);
      CHECK(message->range == slots_of(run)[static_cast<std::size_t>(transfer.chunk)]);
      CHECK(message->origins == made.carried[t]);
      CHECK(message->added.has_value());
    }
    for (std::size_t r = 0; r < made.held.size(); ++r) {
      for (std::size_t c = 0; c < made.held.size(); ++c) CHECK(got.held[r][c] == made.held[r][c]);
    }
    const Trace trace = student_trace(got);
    check_rules(trace);
    CHECK(replay(trace, own_inputs(ranks)) == made.held);
  }
}

TEST_CASE("right programs decode to a right schedule and have no first wrong step") {
  for (const RightProgram& right : right_programs()) {
    for (int ranks = 1; ranks <= 8; ++ranks) {
      for (const std::size_t elements : {0, 1, 2, 7, 19}) {
        const Case run = buffered_case(right.exercise, ranks, elements);
        INFO(right.name << ": " << to_text(run));
        const DecodedRun got = decoded(run, right.program);
        CHECK(!first_wrong(got));
        const Trace student = student_trace(got);
        const Trace expected = right_trace(got);
        check_rules(student);
        check_rules(expected);
        CHECK(student.events == expected.events);
        for (const DecodedMessage& message : got.messages) CHECK(message.chunk.has_value());
      }
    }
  }
}

TEST_CASE("the traces and tables of wrong programs are well-formed and fit the terminal") {
  for (const WrongProgram& wrong : wrong_programs()) {
    for (const int ranks : {1, 2, 3, 5, 8}) {
      for (const std::size_t elements : {std::size_t{0}, std::size_t{5}, std::size_t{999}}) {
        const Case run = buffered_case(wrong.exercise, ranks, elements);
        INFO(wrong.name << ": " << to_text(run));
        const DecodedRun got = decoded(run, wrong.program);
        check_rules(student_trace(got));
        check_rules(right_trace(got));
        const std::string text = comparison_text(got);
        for (std::size_t begin = 0; begin < text.size();) {
          const std::size_t end = std::min(text.find('\n', begin), text.size());
          INFO(text.substr(begin, end - begin));
          CHECK(display_width(text.substr(begin, end - begin)) <= 100);
          begin = end + 1;
        }
      }
    }
  }
}

TEST_CASE("a wrong ring is shown with its digits and a mark") {
  RingOptions options;
  options.keep = Keep::add_twice;
  const DecodedRun got = decoded(buffered_case(3, 4, 10), first_half(options));
  const std::optional<FirstWrong> wrong = first_wrong(got);
  REQUIRE(wrong);
  CHECK(wrong->step == 1);
  CHECK(wrong->rank == 0);
  CHECK(digits(got.messages[4].origins) == "2001");
  CHECK(digits(std::nullopt) == "?");
  const std::string text = comparison_text(got);
  using test::ContainsSubstring;
  CHECK_THAT(text, ContainsSubstring("rank 0 (sends to 1, receives from 3)"));
  CHECK_THAT(text, ContainsSubstring("c2 2001 x2 <-"));
  CHECK_THAT(text, ContainsSubstring("c2 1001 x2"));
}

TEST_CASE("what was done with an arrival is wrong a step before what it leads to") {
  RingOptions options;
  options.keep = Keep::replace;
  const DecodedRun got = decoded(buffered_case(3, 4, 10), first_half(options));
  CHECK(first_wrong(got)->step == 1);
  CHECK(first_wrong_arrival(got) == 0);
  CHECK_FALSE(first_wrong_arrival(decoded(buffered_case(3, 4, 10), first_half({}))));
  RingOptions other;  // wrong from its first message on, and all is added
  other.first_sends = 0;
  CHECK_FALSE(first_wrong_arrival(decoded(buffered_case(3, 4, 10), first_half(other))));
}

TEST_CASE("the finished calls of a deadlock are decoded") {
  RingOptions options;
  options.order = Order::send_first;
  Case run = buffered_case(3, 3, 6);
  run.delivery = Delivery::rendezvous;
  const DecodedRun got = decoded(run, first_half(options));
  CHECK(got.ending == Ending::deadlock);
  REQUIRE(got.messages.size() == 3);
  for (const DecodedMessage& message : got.messages) {
    CHECK(!message.delivered);
    CHECK(message.chunk.has_value());
  }
  const std::optional<FirstWrong> wrong = first_wrong(got);
  REQUIRE(wrong);
  CHECK(wrong->aspect == Aspect::deadlock);
  CHECK_THAT(comparison_text(got), test::ContainsSubstring("(waits)"));
  for (const Event& event : student_trace(got).events) CHECK(event.kind == EventKind::collective);
}

}  // namespace zerolab::exercises
