// What is written is read back as it was, to the nanosecond; and it is what Perfetto wants.
#include "core/trace/chrome.hpp"

#include <map>
#include <string>

#include "core/base/error.hpp"
#include "core/trace/flows.hpp"
#include "core/trace/json_text.hpp"
#include "core/trace/lanes.hpp"
#include "core/trace/rules.hpp"
#include "tests/catch.hpp"
#include "tests/trace/random_trace.hpp"

using namespace zerolab;
using test::ContainsSubstring;

namespace {

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

// A ring of two: each rank sends to the other while it receives.
Event move(EventKind kind, int rank, int chunk, std::int64_t begin, std::int64_t end) {
  Event event;
  event.kind = kind;
  event.rank = rank;
  event.peer = 1 - rank;
  event.chunk = chunk;
  event.posted = event.begin = begin;
  event.end = end;
  return event;
}

Trace sorted(std::vector<Event> events) {
  Trace trace;
  trace.header.world_size = 2;
  trace.events = std::move(events);
  std::stable_sort(trace.events.begin(), trace.events.end(), comes_before);
  return trace;
}

}  // namespace

TEST_CASE("a random trace reads back as it was and keeps the rules") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    // Many ties, ordinary times, and times at the limit of what a trace may hold.
    const std::int64_t last_time =
        std::array{std::int64_t{20}, std::int64_t{1'000'000'007}, max_trace_time_ns}[seed % 3];
    const Trace trace = test::RandomTrace(seed).make(seed * 5, last_time);
    const std::string json = to_chrome_json(trace);
    const Trace again = parse_chrome_json(json, "text");
    INFO("seed " << seed);
    REQUIRE(again.header == trace.header);
    REQUIRE(again.events == trace.events);
    REQUIRE(check_chrome_rules(json) == std::vector<std::string>());
    REQUIRE(to_chrome_json(again) == json);
  }
}

TEST_CASE("times are microseconds with exactly three decimals") {
  const std::pair<std::int64_t, const char*> cases[] = {
      {0, "0.000"},          {1, "0.001"},
      {-1, "-0.001"},        {1000, "1.000"},
      {1234567, "1234.567"}, {-1050, "-1.050"},
      {29, "0.029"},         {562949953421311, "562949953421.311"}};
  for (const auto& [ns, text] : cases) {
    std::string us;
    append_us(us, ns);
    CHECK(us == text);
  }
}

TEST_CASE("slices are named for people") {
  Trace trace =
      sorted({move(EventKind::send, 0, 3, 10, 20), move(EventKind::receive, 1, 3, 12, 22)});
  trace.header.plan = "gather block 0\n  forward block 0\n";
  CollectiveInfo info;
  info.collective = Collective::all_gather;
  info.purpose = "gradients of block 0";
  info.chunk_count = 4;
  trace.header.collectives = {info};
  trace.header.units = {{"head", 5}};
  Event event;
  event.plan_op = 1;
  trace.events.insert(trace.events.begin(), event);
  event.plan_op = 2;
  event.unit = 0;
  trace.events.insert(trace.events.begin() + 1, event);
  event.kind = EventKind::collective;
  event.collective_id = 0;
  trace.events.insert(trace.events.begin() + 2, event);
  event.kind = EventKind::memory;
  event.category = MemoryCategory::buckets;
  event.bytes = 1234567;
  trace.events.insert(trace.events.begin() + 3, event);
  trace.events.back().combine = Combine::add;

  const std::string json = to_chrome_json(trace);
  for (const char* name :
       {"forward block 0", "operation 2 of head", "all-gather gradients of block 0",
        "buckets: 1.235 MB", "send chunk 3 → rank 1", "add chunk 3 ← rank 0", "process_name"}) {
    CHECK_THAT(json, ContainsSubstring("\"name\":\"" + std::string(name) + "\""));
  }
  CHECK_THAT(json, ContainsSubstring("\"args\":{\"name\":\"rank 1\"}"));
  CHECK_THAT(json, ContainsSubstring("\"ph\":\"C\",\"pid\":0,\"tid\":0,\"ts\":0.000,\"name\":"
                                     "\"memory: buckets\",\"args\":{\"bytes\":1234567}"));
}

TEST_CASE("each transfer has one flow from its send's begin to its receive's end") {
  const Trace trace =
      sorted({move(EventKind::send, 0, 0, 10, 20), move(EventKind::receive, 1, 0, 12, 30),
              move(EventKind::send, 0, 0, 30, 40), move(EventKind::receive, 1, 0, 30, 50)});
  const std::string json = to_chrome_json(trace);
  CHECK(count(json, "\"ph\":\"s\"") == 2);
  CHECK_THAT(json, ContainsSubstring("\"ph\":\"s\",\"pid\":0,\"tid\":1,\"ts\":0.010,\"cat\":"
                                     "\"transfer\",\"name\":\"transfer\",\"id\":1}"));
  CHECK_THAT(json, ContainsSubstring("\"ph\":\"f\",\"pid\":1,\"tid\":2,\"ts\":0.030,\"cat\":"
                                     "\"transfer\",\"name\":\"transfer\",\"id\":1,\"bp\":\"e\"}"));
  // The first flow ends when the next receive begins, and must not bind to that one.
  CHECK(json.find("\"id\":1,\"bp\"") < json.find("\"ts\":0.030,\"dur\":0.020"));
  CHECK(check_chrome_rules(json).empty());
}

TEST_CASE("no arrow runs backwards") {
  SECTION("a receive that ended before its send began gets none") {
    const std::string json = to_chrome_json(
        sorted({move(EventKind::send, 0, 0, 20, 30), move(EventKind::receive, 1, 0, 5, 19)}));
    CHECK(count(json, "\"ph\":\"s\"") == 0);
    CHECK(count(json, "\"ph\":\"f\"") == 0);
  }
  SECTION("one of no length starts before it finishes") {
    const std::string json = to_chrome_json(
        sorted({move(EventKind::send, 1, 0, 20, 20), move(EventKind::receive, 0, 0, 20, 20)}));
    CHECK(count(json, "\"ph\":\"s\"") == 1);
    CHECK(json.find("\"ph\":\"s\"") < json.find("\"ph\":\"f\""));
    CHECK(check_chrome_rules(json).empty());
  }
}

TEST_CASE("the kth send meets the kth receive of the same transfer") {
  std::vector<Event> events;
  for (int k = 0; k < 3; ++k) events.push_back(move(EventKind::send, 0, 7, k, k));
  for (int k = 0; k < 3; ++k) events.push_back(move(EventKind::receive, 1, 7, 10 + k, 10 + k));
  events.push_back(move(EventKind::receive, 1, 8, 20, 20));  // another chunk: no send
  events.push_back(move(EventKind::send, 1, 7, 20, 20));     // another direction: no receive
  const std::vector<Flow> flows = pair_transfers(events);
  REQUIRE(flows.size() == 3);
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(flows[k].send == k);
    CHECK(flows[k].receive == k + 3);
  }
}

TEST_CASE("a send and a receive that differ in any label are not paired") {
  const Event send = move(EventKind::send, 0, 7, 0, 1);
  const Event receive = move(EventKind::receive, 1, 7, 2, 3);
  REQUIRE(pair_transfers({send, receive}).size() == 1);
  for (int Event::*label : {&Event::collective_id, &Event::step, &Event::chunk, &Event::slice,
                            &Event::rank, &Event::peer}) {
    Event other = receive;
    other.*label += 5;
    CHECK(pair_transfers({send, other}).empty());
  }
}

TEST_CASE("sends in flight together lie on lanes of their own") {
  const Trace trace =
      sorted({move(EventKind::send, 0, 0, 0, 10), move(EventKind::send, 0, 1, 0, 5),
              move(EventKind::send, 0, 2, 5, 9), move(EventKind::send, 0, 3, 10, 12),
              move(EventKind::receive, 0, 4, 0, 5), move(EventKind::receive, 0, 5, 4, 6)});
  std::map<int, int> lane_of;  // by chunk
  const std::vector<int> lanes = assign_lanes(trace.events);
  for (std::size_t i = 0; i < lanes.size(); ++i) lane_of[trace.events[i].chunk] = lanes[i];
  CHECK(lane_of == std::map<int, int>{{0, 1}, {1, 11}, {2, 11}, {3, 1}, {4, 2}, {5, 12}});
  CHECK(lane_name(1) == "send");
  CHECK(lane_name(11) == "send 2");
  CHECK(lane_name(22) == "receive 3");
  CHECK_THAT(to_chrome_json(trace), ContainsSubstring("\"args\":{\"name\":\"send 2\"}"));
}

TEST_CASE("sent and received elements add up per rank in the order in which slices end") {
  std::vector<Event> events{move(EventKind::send, 0, 0, 0, 9), move(EventKind::send, 0, 1, 1, 5),
                            move(EventKind::receive, 0, 0, 2, 3)};
  events[0].elements = 100;
  events[1].elements = 20;
  events[2].elements = 7;
  const std::string json = to_chrome_json(sorted(events));
  for (const char* record : {"\"ts\":0.005,\"name\":\"sent\",\"args\":{\"elements\":20}",
                             "\"ts\":0.009,\"name\":\"sent\",\"args\":{\"elements\":120}",
                             "\"ts\":0.003,\"name\":\"received\",\"args\":{\"elements\":7}"}) {
    CHECK_THAT(json, ContainsSubstring(record));
  }
}

TEST_CASE("a trace that breaks its promises is not written") {
  Trace trace = sorted({move(EventKind::send, 0, 0, 0, 9)});
  SECTION("rank") {
    trace.events[0].rank = 2;
  }
  SECTION("peer") {
    trace.events[0].peer = -1;
  }
  SECTION("unit") {
    trace.events[0].unit = 0;
  }
  SECTION("collective") {
    trace.events[0].collective_id = 0;
  }
  SECTION("time") {
    trace.events[0].end = -1;
  }
  SECTION("posted") {
    trace.events[0].posted = 1;
  }
  SECTION("far time") {
    trace.events[0].end = max_trace_time_ns + 1;
  }
  SECTION("order") {
    trace.events.push_back(trace.events[0]);
    trace.events[0].begin = 5;
  }
  SECTION("chunk") {
    trace.header.collectives.emplace_back();
    trace.events[0].collective_id = 0;
    trace.events[0].chunk = 1;
  }
  SECTION("elements") {
    trace.header.collectives.emplace_back();
    trace.events[0].collective_id = 0;
    trace.events[0].elements = 1;
  }
  CHECK_THROWS_AS(to_chrome_json(trace), InvariantError);
}

TEST_CASE("a header that is not UTF-8 is refused") {
  Trace trace;
  trace.header.config = {{"data", "\xff\xfe"}};
  CHECK_THROWS_WITH(to_chrome_json(trace), ContainsSubstring("not UTF-8"));
}
