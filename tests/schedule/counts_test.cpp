// Counts equal the golden table, and the formulas of the field written out here once more, with
// chunk sizes computed by a rule of this file, not by ChunkLayout.
#include <fstream>
#include <numeric>
#include <sstream>

#include "core/schedule/build.hpp"
#include "core/schedule/chain.hpp"
#include "core/schedule/closed_form.hpp"
#include "core/schedule/count.hpp"
#include "core/schedule/ring.hpp"
#include "tests/catch.hpp"
#include "tests/schedule/every_schedule.hpp"

using namespace zerolab;
using zerolab::test::dealt;

namespace {

ScheduleCounts counts_of(const Schedule& schedule, std::size_t elements) {
  return count(schedule, {elements, schedule.chunk_count});
}

std::vector<std::int64_t> sent(const ScheduleCounts& counts) {
  std::vector<std::int64_t> elements;
  for (const Traffic& rank : counts.per_rank) elements.push_back(rank.sent_elements);
  return elements;
}

std::vector<std::int64_t> received(const ScheduleCounts& counts) {
  std::vector<std::int64_t> elements;
  for (const Traffic& rank : counts.per_rank) elements.push_back(rank.received_elements);
  return elements;
}

}  // namespace

TEST_CASE("ten elements on four ranks move as the design says") {
  using Elements = std::vector<std::int64_t>;
  CHECK(sent(counts_of(ring_reduce_scatter(4), 10)) == Elements{7, 7, 8, 8});
  CHECK(received(counts_of(ring_reduce_scatter(4), 10)) == Elements{8, 7, 7, 8});
  CHECK(sent(counts_of(ring_all_gather(4), 10)) == Elements{7, 8, 8, 7});
  CHECK(received(counts_of(ring_all_gather(4), 10)) == Elements{7, 7, 8, 8});
  CHECK(sent(counts_of(ring_all_reduce(4), 10)) == Elements{14, 15, 16, 15});
  CHECK(received(counts_of(ring_all_reduce(4), 10)) == Elements{15, 14, 15, 16});
}

TEST_CASE("ring counts equal the golden table") {
  std::ifstream file(ZEROLAB_FACTS_DIR "/ring_counts.csv");
  REQUIRE(file.good());
  std::string line;
  std::getline(file, line);
  REQUIRE(line ==
          "elements,ranks,rank,steps_each,rs_sent,rs_received,ag_sent,ag_received,ar_sent,"
          "ar_received");
  int rows = 0;
  while (std::getline(file, line)) {
    std::vector<std::int64_t> v;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) v.push_back(std::stoll(cell));
    REQUIRE(v.size() == 10);
    const int n = static_cast<int>(v[1]);
    const auto rank = static_cast<std::size_t>(v[2]);
    const auto elements = static_cast<std::size_t>(v[0]);
    const Traffic rs = counts_of(ring_reduce_scatter(n), elements).per_rank[rank];
    const Traffic ag = counts_of(ring_all_gather(n), elements).per_rank[rank];
    const Traffic ar = counts_of(ring_all_reduce(n), elements).per_rank[rank];
    INFO(line);
    CHECK(step_count(ring_reduce_scatter(n)) == v[3]);
    CHECK(std::vector<std::int64_t>{rs.sent_elements, rs.received_elements, ag.sent_elements,
                                    ag.received_elements, ar.sent_elements, ar.received_elements} ==
          std::vector<std::int64_t>(v.begin() + 4, v.end()));
    ++rows;
  }
  CHECK(rows == 184);
}

TEST_CASE("ring counts equal the formulas for 1 to 17 ranks and uneven sizes") {
  for (int n = 1; n <= 17; ++n) {
    for (const int psi : {0, 1, 2, 5, 16, 17, 37, 1000}) {
      const auto c = dealt(psi, n);
      const auto size = [&](int chunk) { return c[static_cast<std::size_t>((chunk + n) % n)]; };
      const auto rs = counts_of(ring_reduce_scatter(n), static_cast<std::size_t>(psi)).per_rank;
      const auto ag = counts_of(ring_all_gather(n), static_cast<std::size_t>(psi)).per_rank;
      const auto ar = counts_of(ring_all_reduce(n), static_cast<std::size_t>(psi)).per_rank;
      for (int r = 0; r < n; ++r) {
        const auto i = static_cast<std::size_t>(r);
        INFO("N = " << n << ", psi = " << psi << ", rank " << r);
        if (n == 1) {
          CHECK(ar[i] == Traffic{});
          continue;
        }
        CHECK(rs[i] == Traffic{n - 1, n - 1, psi - size(r), psi - size(r - 1)});
        CHECK(ag[i] == Traffic{n - 1, n - 1, psi - size(r + 1), psi - size(r)});
        CHECK(ar[i] == Traffic{2 * (n - 1), 2 * (n - 1), 2 * psi - size(r) - size(r + 1),
                               2 * psi - size(r - 1) - size(r)});
      }
    }
  }
}

TEST_CASE("chain counts are the whole buffer but for the two ends") {
  for (int n = 2; n <= 17; ++n) {
    for (int root = 0; root < n; ++root) {
      for (const int psi : {0, 1, 37}) {
        const auto broadcast =
            counts_of(chain_broadcast(n, root, n), static_cast<std::size_t>(psi)).per_rank;
        const auto reduce =
            counts_of(chain_reduce(n, root, n), static_cast<std::size_t>(psi)).per_rank;
        for (int r = 0; r < n; ++r) {
          const auto i = static_cast<std::size_t>(r);
          CHECK(broadcast[i].sent_elements == ((r + 1) % n == root ? 0 : psi));
          CHECK(broadcast[i].received_elements == (r == root ? 0 : psi));
          CHECK(reduce[i].sent_elements == (r == root ? 0 : psi));
          CHECK(reduce[i].received_elements == (r == (root + 1) % n ? 0 : psi));
        }
      }
    }
  }
}

TEST_CASE("the closed form of the product equals the counted schedule") {
  for (const Collective collective : all_collectives) {
    for (int n = 1; n <= 17; ++n) {
      for (const std::size_t psi : {0UL, 1UL, 10UL, 37UL, 1000UL}) {
        const auto root = has_root(collective) ? std::optional(n / 2) : std::nullopt;
        const Schedule schedule = build_schedule(collective, n, root);
        const ChunkLayout layout{psi, schedule.chunk_count};
        const auto counted = count_per_rank(schedule, layout);
        for (int r = 0; r < n; ++r) {
          INFO(to_string(collective) << " N = " << n << " psi = " << psi << " rank " << r);
          CHECK(counted[static_cast<std::size_t>(r)] == closed_form(schedule, layout, r));
        }
      }
    }
  }
}

TEST_CASE("the steps add up to the whole and what is sent is received") {
  for (const Collective collective : all_collectives) {
    const auto root = has_root(collective) ? std::optional(2) : std::nullopt;
    const auto counts = counts_of(build_schedule(collective, 5, root), 37);
    for (std::size_t rank = 0; rank < 5; ++rank) {
      Traffic sum;
      for (const auto& step : counts.per_step) sum += step[rank];
      CHECK(sum == counts.per_rank[rank]);
    }
    Traffic all;
    for (const Traffic& rank : counts.per_rank) all += rank;
    CHECK(all.sent_elements == all.received_elements);
    CHECK(all.sent_messages == all.received_messages);
  }
}
