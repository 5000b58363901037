// What the schemes cost, by formulas written out here a second time, from the units one by one.
#include "core/offload/scheme.hpp"

#include "core/schedule/build.hpp"
#include "core/schedule/count.hpp"
#include "tests/catch.hpp"

using namespace zerolab;

namespace {

constexpr HostModel dgx2{12e9, 0, 48e9};

FetchCase fetch_case(FetchScheme scheme, int n, int units, std::size_t elements, int prefetch = 4,
                     HostModel host = dgx2) {
  return {scheme, n, units, elements, prefetch, host};
}

// One pass, unit by unit, from the schedules that the collectives run.
std::vector<FetchTraffic> by_units(const FetchCase& fetch) {
  std::vector<FetchTraffic> ranks(static_cast<std::size_t>(fetch.world_size));
  for (int unit = 0; unit < fetch.units; ++unit) {
    const bool sliced = fetch.scheme == FetchScheme::sliced_all_gather;
    const int owner = unit % fetch.world_size;
    const Schedule schedule =
        sliced ? build_schedule(Collective::all_gather, fetch.world_size, std::nullopt)
               : build_schedule(Collective::broadcast, fetch.world_size, owner);
    const auto traffic =
        count_per_rank(schedule, ChunkLayout{fetch.unit_elements, schedule.chunk_count});
    for (int rank = 0; rank < fetch.world_size; ++rank) {
      FetchTraffic& mine = ranks[static_cast<std::size_t>(rank)];
      const std::size_t read =
          sliced ? ChunkLayout{fetch.unit_elements, fetch.world_size}.range(rank).size()
                 : (owner == rank ? fetch.unit_elements : 0);
      mine.link_bytes += static_cast<std::int64_t>(4 * read);
      mine.sent_elements += traffic[static_cast<std::size_t>(rank)].sent_elements;
      mine.received_elements += traffic[static_cast<std::size_t>(rank)].received_elements;
    }
  }
  return ranks;
}

}  // namespace

TEST_CASE("traffic is that of the schedules for 1 to 17 ranks and uneven sizes") {
  for (const FetchScheme scheme : all_fetch_schemes) {
    for (int n = 1; n <= 17; ++n) {
      for (const int units : {1, 3, 16}) {
        for (const std::size_t elements : {std::size_t{1}, std::size_t{16}, std::size_t{1003}}) {
          const FetchCase fetch = fetch_case(scheme, n, units, elements);
          const auto expected = by_units(fetch);
          INFO(to_string(scheme) << " N " << n << " units " << units << " elements " << elements);
          for (int rank = 0; rank < n; ++rank) {
            CHECK(predicted_traffic(fetch, rank) == expected[static_cast<std::size_t>(rank)]);
          }
        }
      }
    }
  }
}

TEST_CASE("the volume is alike: all schemes read every unit once and pass it on N-1 times") {
  for (const FetchScheme scheme : all_fetch_schemes) {
    const FetchCase fetch = fetch_case(scheme, 8, 16, 1000);
    FetchTraffic sum;
    for (int rank = 0; rank < 8; ++rank) {
      const FetchTraffic rank_traffic = predicted_traffic(fetch, rank);
      CHECK(rank_traffic == FetchTraffic{8'000, 14'000, 14'000});  // Ψ/8 read, 7Ψ/8 each way
      sum.link_bytes += rank_traffic.link_bytes;
      sum.sent_elements += rank_traffic.sent_elements;
    }
    CHECK(sum.link_bytes == 4 * 16'000);
    CHECK(sum.sent_elements == 7 * 16'000);
  }
}

TEST_CASE("the links take the times of the paper") {
  // S = 12 GB, so that S/B is a second.
  const std::size_t elements = 3'000'000'000;
  const auto seconds = [&](FetchScheme scheme, int n, int prefetch = 4) {
    return link_seconds(fetch_case(scheme, n, 16, elements, prefetch));
  };
  for (const int n : {1, 2, 4, 8, 16}) {
    CHECK(seconds(FetchScheme::owner_broadcast, n) == 1.0);  // S/B, whatever N
  }
  CHECK(seconds(FetchScheme::sliced_all_gather, 1) == 1.0);
  CHECK(seconds(FetchScheme::sliced_all_gather, 2) == 0.5);
  CHECK(seconds(FetchScheme::sliced_all_gather, 4) == 0.25);
  CHECK(seconds(FetchScheme::sliced_all_gather, 8) == 0.25);  // the host's 48 GB/s
  CHECK(seconds(FetchScheme::sliced_all_gather, 16) == 0.25);
  CHECK(seconds(FetchScheme::owner_prefetch, 1) == 1.0);  // one owner, one link
  CHECK(seconds(FetchScheme::owner_prefetch, 2) == 0.5);  // two owners of two units each
  CHECK(seconds(FetchScheme::owner_prefetch, 16) == 0.25);
  CHECK(seconds(FetchScheme::owner_prefetch, 16, 2) == 0.5);
  CHECK(seconds(FetchScheme::owner_prefetch, 16, 8) == 0.25);  // the host again
  CHECK(seconds(FetchScheme::owner_prefetch, 16, 1) == 1.0);
}

TEST_CASE("a copy's latency counts once for sliced and once per unit of an owner") {
  const HostModel late{12e9, 0.25, 96e9};
  CHECK(link_seconds(fetch_case(FetchScheme::owner_broadcast, 8, 8, 3'000'000'000, 1, late)) ==
        1.25);
  CHECK(link_seconds(fetch_case(FetchScheme::sliced_all_gather, 8, 8, 3'000'000'000, 1, late)) ==
        0.375);
  // Two owners read two units each, one after the other: 2.5 s for four units.
  CHECK(link_seconds(fetch_case(FetchScheme::owner_prefetch, 2, 8, 3'000'000'000, 4, late)) ==
        0.625);
}

TEST_CASE("the time of a link is that of a whole group") {
  // Six units, four at once: the last two are not timed, and would take as long as four.
  CHECK(link_seconds(fetch_case(FetchScheme::owner_prefetch, 8, 6, 3'000'000'000)) == 0.25);
}

TEST_CASE("a host below one link is the limit for every scheme") {
  const HostModel narrow{12e9, 0, 6e9};
  for (const FetchScheme scheme : all_fetch_schemes) {
    CHECK(link_seconds(fetch_case(scheme, 8, 16, 3'000'000'000, 4, narrow)) == 2.0);
  }
}

TEST_CASE("the links that work at the same time") {
  CHECK(links_at_once(fetch_case(FetchScheme::owner_broadcast, 8, 16, 100)) == 1);
  CHECK(links_at_once(fetch_case(FetchScheme::sliced_all_gather, 8, 16, 100)) == 8);
  CHECK(links_at_once(fetch_case(FetchScheme::sliced_all_gather, 8, 16, 3)) == 3);
  CHECK(links_at_once(fetch_case(FetchScheme::owner_prefetch, 8, 16, 100)) == 4);
  CHECK(links_at_once(fetch_case(FetchScheme::owner_prefetch, 2, 16, 100)) == 2);
  CHECK(links_at_once(fetch_case(FetchScheme::owner_prefetch, 8, 3, 100)) == 3);
}
