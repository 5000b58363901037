// Links and their cap on a simulated clock: nobody waits, and every time is exact.
#include "core/offload/host_links.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/catch.hpp"

using namespace zerolab;

namespace {

constexpr std::size_t piece = HostLinks::piece_bytes;
constexpr auto piece_ns = static_cast<std::int64_t>(piece);  // of a link of 1 GB/s

struct Arrival {
  std::size_t rank;
  std::int64_t at_ns, bytes;
};

// Links on a clock that stands still until they wait for something: a piece that is about to
// arrive.
class Simulation {
 public:
  Simulation(int ranks, const HostModel& model, std::int64_t late_ns = 0)
      : links_(ranks, model,
               {[this] { return now_ns; },
                [this, late_ns](std::int64_t until) {
                  note();
                  waits_.push_back(until);
                  now_ns = std::max(now_ns, until + late_ns);
                }}) {
    seen_.resize(static_cast<std::size_t>(ranks));
  }

  // A copy of so many bytes for each rank, all at the same time.
  void copy(const std::vector<std::size_t>& bytes) {
    std::vector<HostCopy> copies;
    std::vector<char> source(std::ranges::max(bytes));
    std::vector<char> destination(source.size());
    for (std::size_t rank = 0; rank < bytes.size(); ++rank) {
      copies.push_back({static_cast<int>(rank), destination.data(), source.data(), bytes[rank]});
    }
    links_.copy(copies);
    note();
  }

  HostLinks& links() { return links_; }
  const std::vector<Arrival>& arrivals() const { return arrivals_; }
  std::size_t waits() const { return waits_.size(); }
  std::int64_t last_wait() const { return waits_.back(); }

  std::int64_t now_ns = 0;

 private:
  // What was copied since the last wait arrived then.
  void note() {
    for (std::size_t rank = 0; rank < seen_.size(); ++rank) {
      const std::int64_t copied = links_.copied_bytes(static_cast<int>(rank));
      if (copied > seen_[rank]) arrivals_.push_back({rank, waits_.back(), copied - seen_[rank]});
      seen_[rank] = copied;
    }
  }

  std::vector<std::int64_t> waits_;
  std::vector<std::int64_t> seen_;  // [rank]
  std::vector<Arrival> arrivals_;
  HostLinks links_;
};

}  // namespace

TEST_CASE("a copy alone takes the latency and S over B") {
  for (const std::size_t bytes : {std::size_t{1}, piece - 1, piece, piece + 1, 10 * piece + 7}) {
    Simulation simulation(1, {1e9, 3e-6, 48e9});
    simulation.now_ns = 77;
    std::vector<unsigned char> source(bytes);
    std::iota(source.begin(), source.end(), static_cast<unsigned char>(1));
    std::vector<unsigned char> destination(bytes);
    const HostCopy copy{0, destination.data(), source.data(), bytes};
    simulation.links().copy({&copy, 1});
    INFO(bytes << " bytes");
    CHECK(simulation.now_ns == 77 + 3'000 + static_cast<std::int64_t>(bytes));
    CHECK(destination == source);
    CHECK(simulation.links().copied_bytes(0) == static_cast<std::int64_t>(bytes));
    CHECK(simulation.waits() == (bytes + piece - 1) / piece);
  }
}

TEST_CASE("copies of one rank go one after the other and each has its latency") {
  Simulation simulation(2, {1e9, 1e-3, 48e9});
  std::vector<char> source(piece);
  std::vector<char> destination(piece);
  const HostCopy one{1, destination.data(), source.data(), piece};
  const std::vector<HostCopy> copies{one, one, one};
  simulation.links().copy(copies);
  CHECK(simulation.now_ns == 3 * (1'000'000 + piece_ns));
  CHECK(simulation.links().copied_bytes(0) == 0);
}

TEST_CASE("a copy that waits for its latency keeps the cap from nobody") {
  // Rank 0 asks for its second copy at 1 ms and a piece; until then rank 1 has the cap for itself.
  Simulation simulation(2, {1e9, 1e-3, 1e9});
  std::vector<char> source(8 * piece);
  std::vector<char> destination(8 * piece);
  const std::vector<HostCopy> copies{{0, destination.data(), source.data(), piece},
                                     {0, destination.data(), source.data(), piece},
                                     {1, destination.data(), source.data(), 8 * piece}};
  simulation.links().copy(copies);
  CHECK(simulation.now_ns == 2'000'000 + 2 * piece_ns);
}

TEST_CASE("copying nothing takes no time and counts nothing") {
  Simulation simulation(2, {1e9, 1e-3, 1e9});
  const HostCopy nothing{1, nullptr, nullptr, 0};
  simulation.links().copy({&nothing, 1});
  simulation.links().copy({});
  CHECK(simulation.now_ns == 0);
  CHECK(simulation.waits() == 0);
  CHECK(simulation.links().copied_bytes(1) == 0);
}

TEST_CASE("a thread that wakes up late catches up") {
  Simulation simulation(1, {1e9, 0, 1e9}, 1'000);
  simulation.copy({4 * piece});
  CHECK(simulation.last_wait() == 4 * piece_ns);  // and not 3000 ns more
}

TEST_CASE("links below the cap do not disturb each other") {
  Simulation simulation(4, {1e9, 0, 4e9});
  simulation.copy(std::vector<std::size_t>(4, 8 * piece));
  CHECK(simulation.now_ns == 8 * piece_ns);
}

TEST_CASE("copies under a cap share it fairly") {
  // 16 links of 12 under a cap of 48: each gets 3 (the DGX-2 of the paper, in other units).
  constexpr int n = 16;
  constexpr std::size_t each = 20 * piece;
  Simulation simulation(n, {12e6, 0, 48e6});
  simulation.copy(std::vector<std::size_t>(n, each));
  CHECK(simulation.now_ns == std::llround(static_cast<double>(each) * 1e9 / 3e6));
  REQUIRE(simulation.arrivals().size() == n * 20);
  std::vector<std::int64_t> arrived(n);
  for (const Arrival& arrival : simulation.arrivals()) {
    arrived[arrival.rank] += arrival.bytes;
    const auto [least, most] = std::ranges::minmax(arrived);
    CHECK(most - least <= piece_ns);
  }
}

TEST_CASE("a cap below one link rules alone") {
  Simulation simulation(3, {10e9, 0, 1e9});
  simulation.copy({4 * piece, 0, 0});
  CHECK(simulation.now_ns == 4 * piece_ns);
}

TEST_CASE("what one copy leaves of the cap the others get") {
  Simulation simulation(2, {1e9, 0, 1e9});
  simulation.copy({piece, 4 * piece});
  CHECK(simulation.now_ns == 5 * piece_ns);
}

TEST_CASE("no window lets more pass than links and host can") {
  // Uneven copies, under a cap that bites for some of the time. A window that opens at some arrival
  // and closes at a later one may see the rate times its length, and what was under way when it
  // opened: a piece of each link.
  constexpr double link = 1;  // bytes per nanosecond
  constexpr double cap = 2.5;
  Simulation simulation(5, {link * 1e9, 0, cap * 1e9});
  simulation.copy({3 * piece, 40 * piece + 1, 7, 17 * piece, 29 * piece});
  const std::vector<Arrival>& arrivals = simulation.arrivals();
  REQUIRE(arrivals.size() == 3 + 41 + 1 + 17 + 29);
  int too_much = 0;
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    std::vector<double> bytes(5);
    for (std::size_t j = i + 1; j < arrivals.size(); ++j) {
      REQUIRE(arrivals[j].at_ns >= arrivals[j - 1].at_ns);
      bytes[arrivals[j].rank] += static_cast<double>(arrivals[j].bytes);
      const auto ns = static_cast<double>(arrivals[j].at_ns - arrivals[i].at_ns) + 1;
      too_much += std::ranges::max(bytes) > link * ns + piece;
      too_much += std::accumulate(bytes.begin(), bytes.end(), 0.0) > cap * ns + 5 * piece;
    }
  }
  CHECK(too_much == 0);
  // From the beginning, when nothing was under way, not one byte more than the cap.
  double all = 0;
  for (const Arrival& arrival : arrivals) {
    all += static_cast<double>(arrival.bytes);
    CHECK(all <= cap * static_cast<double>(arrival.at_ns + 1));
  }
  CHECK(all == 89 * piece + 8);
}

TEST_CASE("slow motion divides rates and multiplies latency") {
  CHECK(slowed({12e9, 0.5, 48e9}, 4) == HostModel{3e9, 2, 12e9});
}
