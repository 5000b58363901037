// What a ring moves for a collective of a foreign trace.
#include "core/profile/call.hpp"

#include "core/profile/rows.hpp"
#include "tests/catch.hpp"

using namespace zerolab;

TEST_CASE("a ring's volume by kind") {
  // S = 80, n = 8: an eighth is 10.
  CHECK(ring_elements(CallKind::all_reduce, 80, 8) == 140);
  CHECK(ring_elements(CallKind::reduce_scatter, 80, 8) == 70);
  CHECK(ring_elements(CallKind::all_gather, 80, 8) == 70);
  CHECK(ring_elements(CallKind::all_to_all, 80, 8) == 70);
  CHECK(ring_elements(CallKind::broadcast, 80, 8) == 80);
  CHECK(ring_elements(CallKind::reduce, 80, 8) == 80);
  CHECK(ring_elements(CallKind::barrier, std::nullopt, std::nullopt) == 0);
}

TEST_CASE("one rank alone sends nothing") {
  for (const CallKind kind : {CallKind::all_reduce, CallKind::all_gather, CallKind::broadcast,
                              CallKind::reduce, CallKind::all_to_all}) {
    CHECK(ring_elements(kind, 80, 1) == 0);
  }
}

TEST_CASE("an unknown size or group leaves the volume unknown") {
  CHECK(!ring_elements(CallKind::all_reduce, std::nullopt, 8));
  CHECK(!ring_elements(CallKind::all_reduce, 80, std::nullopt));
  CHECK(!ring_elements(CallKind::send_receive, 80, 8));
  CHECK(!ring_elements(CallKind::unknown, 80, 8));
}

TEST_CASE("a mean over ranks is rounded and the largest numbers fit") {
  CHECK(ring_elements(CallKind::reduce_scatter, 10, 4) == 8);  // 7.5
  CHECK(ring_elements(CallKind::all_reduce, 10, 3) == 13);     // 13.33
  CHECK(ring_elements(CallKind::all_reduce, most_elements * most_ranks, most_ranks) ==
        2 * (most_elements * most_ranks - most_elements));
}

TEST_CASE("the buffer of an all-gather is what every rank holds afterwards") {
  Call call;
  call.kind = CallKind::all_gather;
  call.input_elements = 100;
  CHECK(!buffer_elements(call));
  call.group_size = 4;
  CHECK(buffer_elements(call) == 400);
  call.output_elements = 402;  // the file's own word holds
  CHECK(buffer_elements(call) == 402);
  call.kind = CallKind::reduce_scatter;
  CHECK(buffer_elements(call) == 100);
}

TEST_CASE("alike collectives make one row") {
  Call call;
  call.kind = CallKind::all_reduce;
  call.input_elements = 80;
  call.dtype = "f32";
  call.duration_us = 4;
  std::vector<Call> calls{call, call, call};
  calls[1].duration_us = 9;
  calls[2].duration_us = 5;
  Call other = call;
  other.input_elements.reset();
  calls.push_back(other);
  const auto rows = rows_of(calls, 8);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].count == 3);
  CHECK(rows[0].ranks == 8);
  CHECK(rows[0].sent == Extremes{420, 420});
  CHECK(rows[0].received == Extremes{420, 420});
  CHECK(rows[0].total_us == 18);
  CHECK(rows[0].median_us == 5);
  CHECK(rows[1].count == 1);
  CHECK(!rows[1].sent);
}

TEST_CASE("a send only sends and a receive only receives") {
  Call call;
  call.kind = CallKind::send;
  call.input_elements = 80;
  call.group_size = 2;
  Call answer = call;
  answer.kind = CallKind::receive;
  const auto rows = rows_of({call, answer}, std::nullopt);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].sent == Extremes{80, 80});
  CHECK(rows[0].received == Extremes{0, 0});
  CHECK(rows[1].sent == Extremes{0, 0});
  CHECK(rows[1].received == Extremes{80, 80});
}

TEST_CASE("rows are sorted by what is asked for and the unknown comes last") {
  std::vector<ProfileRow> rows(3);
  rows[0].collective = "slow";
  rows[0].total_us = 9;
  rows[0].count = 1;
  rows[0].sent = rows[0].received = Extremes{5, 5};
  rows[1].collective = "large";
  rows[1].total_us = 3;
  rows[1].count = 2;
  rows[1].sent = rows[1].received = Extremes{7, 7};
  rows[2].collective = "frequent";
  rows[2].count = 8;
  const auto first = [&](SortBy by) {
    std::vector<ProfileRow> sorted = rows;
    sort_rows(sorted, by);
    return sorted.front().collective;
  };
  CHECK(first(SortBy::time) == "slow");
  CHECK(first(SortBy::volume) == "large");
  CHECK(first(SortBy::count) == "frequent");
  sort_rows(rows, SortBy::time);
  CHECK(rows.back().collective == "frequent");
}

TEST_CASE("the median of an even number of values is between the two in the middle") {
  CHECK(median_of({}) == -1);
  CHECK(median_of({3}) == 3);
  CHECK(median_of({8, 1, 4, 2}) == 3);
}
