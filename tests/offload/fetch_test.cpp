// Real fetches on the threads transport: counts and values exact, times not looked at.
#include "core/offload/fetch.hpp"

#include "tests/catch.hpp"

using namespace zerolab;

namespace {

constexpr HostModel fast{1e12, 0, 1e12};  // no link makes a test wait

}  // namespace

TEST_CASE("every scheme brings every unit whole to every rank and is counted exactly") {
  for (const FetchScheme scheme : all_fetch_schemes) {
    for (const int n : {1, 2, 3, 4, 5, 8}) {
      for (const std::size_t elements : {std::size_t{1}, std::size_t{10}, std::size_t{20'011}}) {
        const FetchCase fetch{scheme, n, 7, elements, 3, fast};
        const FetchResult result = fetch_units(fetch, 2);
        INFO(to_string(scheme) << " N " << n << " elements " << elements);
        CHECK(result.wrong_value == "");
        for (int rank = 0; rank < n; ++rank) {
          const FetchTraffic& measured = result.traffic[static_cast<std::size_t>(rank)];
          const FetchTraffic predicted = predicted_traffic(fetch, rank);
          CHECK(measured.link_bytes == predicted.link_bytes);
          CHECK(measured.sent_elements == predicted.sent_elements);
          CHECK(measured.received_elements == predicted.received_elements);
        }
        CHECK(agrees(fetch, result));
      }
    }
  }
}

TEST_CASE("more units at once than ranks or than there are") {
  for (const int prefetch : {1, 5, 100}) {
    const FetchCase fetch{FetchScheme::owner_prefetch, 3, 7, 1000, prefetch, fast};
    CHECK(agrees(fetch, fetch_units(fetch, 1)));
  }
}

TEST_CASE("a byte, an element or a value that is off is no agreement") {
  const FetchCase fetch{FetchScheme::sliced_all_gather, 2, 2, 100, 4, fast};
  const FetchResult right = fetch_units(fetch, 1);
  REQUIRE(agrees(fetch, right));
  for (const auto number : {&FetchTraffic::link_bytes, &FetchTraffic::sent_elements,
                            &FetchTraffic::received_elements}) {
    FetchResult wrong = right;
    ++(wrong.traffic[1].*number);
    CHECK_FALSE(agrees(fetch, wrong));
  }
  FetchResult wrong = right;
  wrong.wrong_value = "rank 1 unit 0 element 3: 5, should be 4";
  CHECK_FALSE(agrees(fetch, wrong));
}

TEST_CASE("buffers are the host's units and a group's on each rank") {
  CHECK(buffer_bytes({FetchScheme::owner_broadcast, 4, 16, 100, 4, fast}) == 400 * (16 + 4));
  CHECK(buffer_bytes({FetchScheme::owner_prefetch, 4, 16, 100, 4, fast}) == 400 * (16 + 16));
}
