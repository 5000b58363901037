// The max-plus recurrence: equal links give the textbooks' closed forms, written out here again;
// sharing, lateness and slow links do what the network's words say.
#include "core/schedule/cost.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/schedule/build.hpp"
#include "core/schedule/chain.hpp"
#include "core/schedule/cost_formula.hpp"
#include "core/schedule/crossover.hpp"
#include "tests/catch.hpp"
#include "tests/near.hpp"
#include "tests/schedule/every_schedule.hpp"

using namespace zerolab;
using zerolab::test::ContainsSubstring;
using zerolab::test::near;
using zerolab::test::world_sizes;

namespace {

constexpr double alpha = 3e-6;
constexpr double beta = 1 / 20e9;
constexpr double gamma_ = 1 / 80e9;

Network equal_links() {
  return parse_network("intra=3us,20GB/s add=80GB/s");
}

std::optional<int> root_of(Collective collective, int root = 0) {
  return has_root(collective) ? std::optional(root) : std::nullopt;
}

double seconds(Collective collective, std::string_view algorithm, int n, std::int64_t bytes,
               const Network& network, int root = 0) {
  return CostModel(collective, algorithm, n, root_of(collective, root), network).seconds(bytes);
}

double last_of(const std::vector<double>& times) {
  return *std::max_element(times.begin(), times.end());
}

double ring_by_hand(Collective collective, double n, double size) {
  const double scatter = (n - 1) * (alpha + size / n * (beta + gamma_));
  const double gather = (n - 1) * (alpha + size / n * beta);
  if (collective == Collective::reduce_scatter) return scatter;
  if (collective == Collective::all_gather) return gather;
  return scatter + gather;
}

// The transfers of the first `steps` steps.
Schedule first_steps(Schedule schedule, int steps) {
  std::erase_if(schedule.transfers, [&](const Transfer& t) { return t.step >= steps; });
  return schedule;
}

}  // namespace

TEST_CASE("a ring on equal links takes the time of the closed form") {
  for (const Collective collective :
       {Collective::reduce_scatter, Collective::all_gather, Collective::all_reduce}) {
    for (const int n : world_sizes()) {
      INFO(to_string(collective) << " on " << n);
      const std::int64_t bytes = 1000 * n;
      const CostModel model(collective, "ring", n, std::nullopt, equal_links());
      const double by_hand = ring_by_hand(collective, n, static_cast<double>(bytes));
      CHECK(near(model.seconds(bytes), by_hand));
      CHECK(near(closed_time(model, bytes)->seconds, by_hand));
      // All ranks do the same, so all are done at once.
      const auto times = model.ready_times(bytes);
      CHECK(std::all_of(times.begin(), times.end(),
                        [&](double time) { return time == times.front(); }));
    }
  }
}

TEST_CASE("uneven chunks cost at least the even ones and at most the largest everywhere") {
  for (const int n : world_sizes()) {
    for (const std::int64_t bytes : {0L, 1L, 7L, 1001L, 123457L}) {
      INFO(bytes << " bytes on " << n);
      const double time = seconds(Collective::all_reduce, "ring", n, bytes, equal_links());
      const auto largest = static_cast<double>((bytes + n - 1) / n * n);
      const double slack = 1e-15;
      CHECK(time <= ring_by_hand(Collective::all_reduce, n, largest) + slack);
      CHECK(time >=
            ring_by_hand(Collective::all_reduce, n, static_cast<double>(bytes / n * n)) - slack);
    }
  }
}

TEST_CASE("the ring without its schedule equals the schedule number for number") {
  const std::vector<std::string> networks{
      "intra=3us,20GB/s add=80GB/s", "intra=1us,7GB/s shared-port",
      "ranks-per-node=3 intra=1us,30GB/s inter=9us,4GB/s shared-nic add=11GB/s",
      "ranks-per-node=4 intra=1us,30GB/s inter=9us,4GB/s shared-port late=0,3us slow=0,2.5x"};
  for (const std::string& words : networks) {
    const Network network = parse_network(words);
    for (int n = 1; n <= 64; ++n) {
      for (const Collective collective :
           {Collective::reduce_scatter, Collective::all_gather, Collective::all_reduce}) {
        INFO(words << ": " << to_string(collective) << " on " << n);
        const Schedule schedule = build_schedule(collective, "ring", n);
        CHECK(CostModel(collective, "ring", n, std::nullopt, network).ready_times(10007) ==
              ready_times(schedule, 10007, network));
      }
    }
  }
}

TEST_CASE("every closed form that is given holds on equal links") {
  int compared = 0;
  for (const Collective collective : all_collectives) {
    for (const std::string_view algorithm : algorithms_for(collective)) {
      for (const int n : world_sizes()) {
        const int root = n / 2;
        const CostModel model(collective, algorithm, n, root_of(collective, root), equal_links());
        INFO(to_string(collective) << " by " << model.algorithm() << " on " << n);
        const std::int64_t bytes = 720'720L * 4 * 17;  // 2N divides it for all N: chunks are even
        const auto closed = closed_time(model, bytes);
        if (!closed) continue;
        CHECK(closed->formula.size() > 0);
        CHECK(near(model.seconds(bytes), closed->seconds));
        ++compared;
      }
    }
  }
  CHECK(compared >= 5 * 18);
}

TEST_CASE("a chain of k pieces takes n - 2 + k of them") {
  for (int n = 2; n <= 17; ++n) {
    for (const int k : {1, 2, 5, 16}) {
      INFO(n << " ranks, " << k << " pieces");
      const double piece = 1000;
      const double by_hand = (n - 2 + k) * (alpha + piece * beta);
      CHECK(near(last_of(ready_times(chain_broadcast(n, 1, k), 1000 * k, equal_links())), by_hand));
    }
  }
}

TEST_CASE("time grows with bytes and with every rate") {
  for (const Collective collective : all_collectives) {
    for (const std::string_view algorithm : algorithms_for(collective)) {
      for (const int n : {2, 3, 8, 12}) {
        INFO(to_string(collective) << " by " << algorithm << " on " << n);
        const auto at = [&](std::int64_t bytes, const char* words) {
          return seconds(collective, algorithm, n, bytes, parse_network(words));
        };
        const char* base = "ranks-per-node=4 intra=2us,20GB/s inter=5us,9GB/s add=80GB/s";
        double last = 0;
        for (const std::int64_t bytes : {0L, 1L, 1000L, 1003L, 50'000L, 10'000'000L}) {
          const double time = at(bytes, base);
          CHECK(time >= last);
          last = time;
        }
        for (const char* worse :
             {"ranks-per-node=4 intra=3us,20GB/s inter=5us,9GB/s add=80GB/s",
              "ranks-per-node=4 intra=2us,19GB/s inter=5us,9GB/s add=80GB/s",
              "ranks-per-node=4 intra=2us,20GB/s inter=6us,9GB/s add=80GB/s",
              "ranks-per-node=4 intra=2us,20GB/s inter=5us,8GB/s add=80GB/s",
              "ranks-per-node=4 intra=2us,20GB/s inter=5us,9GB/s add=70GB/s",
              "ranks-per-node=4 intra=2us,20GB/s inter=5us,9GB/s add=80GB/s shared-port",
              "ranks-per-node=4 intra=2us,20GB/s inter=5us,9GB/s add=80GB/s shared-nic",
              "ranks-per-node=4 intra=2us,20GB/s inter=5us,9GB/s add=80GB/s late=1,1us",
              "ranks-per-node=4 intra=2us,20GB/s inter=5us,9GB/s add=80GB/s slow=1,2x"}) {
          INFO(worse);
          CHECK(at(10'000'000, worse) >= last);
        }
      }
    }
  }
}

TEST_CASE("two who share a card take twice the time for their bytes") {
  // Ranks 0 and 1 on one node each send a chunk to the other node in the same step.
  Schedule schedule{Collective::all_gather, "by hand", 4, 4, std::nullopt, {}};
  schedule.transfers = {{0, 0, 2, 0, Combine::copy}, {0, 1, 3, 1, Combine::copy}};
  const std::string nodes = "ranks-per-node=2 intra=0us,1GB/s inter=10us,1GB/s";
  const auto alone = ready_times(schedule, 4000, parse_network(nodes));
  const auto shared = ready_times(schedule, 4000, parse_network(nodes + " shared-nic"));
  for (const double time : alone) CHECK(near(time, 10e-6 + 1000e-9));
  for (const double time : shared) CHECK(near(time, 10e-6 + 2000e-9));

  SECTION("but not in different directions") {
    schedule.transfers = {{0, 0, 2, 0, Combine::copy}, {0, 3, 1, 3, Combine::copy}};
    CHECK(near(ready_times(schedule, 4000, parse_network(nodes + " shared-nic"))[0],
               10e-6 + 1000e-9));
  }
  SECTION("and not in different steps") {
    schedule.transfers[1].step = 1;
    CHECK(near(ready_times(schedule, 4000, parse_network(nodes + " shared-nic"))[1],
               10e-6 + 1000e-9));
  }
  SECTION("nor inside the node") {
    schedule.transfers = {{0, 0, 1, 0, Combine::copy}, {0, 1, 0, 1, Combine::copy}};
    CHECK(near(ready_times(schedule, 4000, parse_network(nodes + " shared-nic"))[0], 1000e-9));
  }
}

TEST_CASE("a port is shared by what its rank sends in one step") {
  Schedule schedule{Collective::all_gather, "by hand", 3, 3, std::nullopt, {}};
  schedule.transfers = {{0, 0, 1, 0, Combine::copy}, {0, 0, 2, 1, Combine::copy}};
  const auto own = ready_times(schedule, 3000, parse_network("intra=1us,1GB/s"));
  CHECK(near(own[0], 1e-6 + 1000e-9));
  const auto port = ready_times(schedule, 3000, parse_network("intra=1us,1GB/s shared-port"));
  for (const double time : port) CHECK(near(time, 1e-6 + 2000e-9));
}

TEST_CASE("transfers between the same two ranks are one message") {
  Schedule schedule{Collective::reduce_scatter, "by hand", 2, 4, std::nullopt, {}};
  schedule.transfers = {
      {0, 0, 1, 2, Combine::add}, {0, 1, 0, 0, Combine::add}, {0, 0, 1, 3, Combine::add}};
  const auto times = ready_times(schedule, 4000, parse_network("intra=5us,1GB/s add=4GB/s"));
  CHECK(near(times[1], 5e-6 + 2000e-9 + 500e-9));
  CHECK(near(times[0], 5e-6 + 2000e-9));
}

TEST_CASE("a rank adds what arrives from all sides one after the other") {
  Schedule schedule{Collective::reduce, "by hand", 3, 1, 0, {}};
  schedule.transfers = {{0, 1, 0, 0, Combine::add}, {0, 2, 0, 0, Combine::add}};
  const auto times = ready_times(schedule, 1000, parse_network("intra=5us,1GB/s add=2GB/s"));
  CHECK(near(times[0], 5e-6 + 1000e-9 + 2 * 500e-9));
  CHECK(near(times[1], 5e-6 + 1000e-9));
}

TEST_CASE("what is copied beside an addition does not wait for it") {
  Schedule schedule{Collective::all_reduce, "by hand", 3, 2, std::nullopt, {}};
  schedule.transfers = {{0, 1, 0, 0, Combine::copy}, {0, 2, 0, 1, Combine::add}};
  const auto times =
      ready_times(schedule, 2000, parse_network("intra=0s,1GB/s add=2GB/s slow=1,2x"));
  CHECK(near(times[0], 2000e-9));  // the copy over the slow link; adding is done after 1500 ns
}

TEST_CASE("ports and cards are shared by what arrives as well") {
  Schedule schedule{Collective::all_gather, "by hand", 6, 6, std::nullopt, {}};
  // From two nodes to the two ranks of a third.
  schedule.transfers = {{0, 0, 4, 0, Combine::copy}, {0, 2, 5, 1, Combine::copy}};
  const std::string nodes = "ranks-per-node=2 intra=0s,1GB/s inter=0s,1GB/s";
  CHECK(near(ready_times(schedule, 6000, parse_network(nodes))[4], 1000e-9));
  CHECK(near(ready_times(schedule, 6000, parse_network(nodes + " shared-nic"))[4], 2000e-9));
  // From two ranks to one.
  schedule.transfers = {{0, 0, 4, 0, Combine::copy}, {0, 2, 4, 1, Combine::copy}};
  CHECK(near(ready_times(schedule, 6000, parse_network("intra=0s,1GB/s"))[4], 1000e-9));
  CHECK(near(ready_times(schedule, 6000, parse_network("intra=0s,1GB/s shared-port"))[4], 2000e-9));
}

TEST_CASE("a slow rank is slow in both directions") {
  Schedule schedule{Collective::broadcast, "by hand", 3, 1, 0, {}};
  schedule.transfers = {{0, 0, 1, 0, Combine::copy}};
  const auto seconds_on = [&](const char* words) {
    return last_of(ready_times(schedule, 1000, parse_network(words)));
  };
  CHECK(near(seconds_on("intra=1us,1GB/s slow=0,3x"), 1e-6 + 3000e-9));
  CHECK(near(seconds_on("intra=1us,1GB/s slow=1,3x"), 1e-6 + 3000e-9));
  CHECK(near(seconds_on("intra=1us,1GB/s slow=0,3x slow=1,5x"), 1e-6 + 5000e-9));
  CHECK(near(seconds_on("intra=1us,1GB/s slow=2,3x"), 1e-6 + 1000e-9));
}

TEST_CASE("a late rank delays its neighbours by one hop per step") {
  const int n = 12;
  const int late = 5;
  const Schedule ring = build_schedule(Collective::all_gather, "ring", n);
  Network network = equal_links();
  const double delay = 1;
  network.late[late] = delay;
  for (int steps = 0; steps < n; ++steps) {
    const auto times = ready_times(first_steps(ring, steps), 12'000, network);
    for (int rank = 0; rank < n; ++rank) {
      INFO("rank " << rank << " after " << steps << " steps");
      const int apart = std::min((rank - late + n) % n, (late - rank + n) % n);
      CHECK((times[static_cast<std::size_t>(rank)] >= delay) == (apart <= steps));
    }
  }
}

TEST_CASE("a late rank costs its lateness once and a slow link costs every step") {
  const int n = 8;
  const std::int64_t bytes = 8'000'000;
  const double on_time = seconds(Collective::all_reduce, "ring", n, bytes, equal_links());
  Network network = equal_links();
  network.late[3] = 5e-3;
  CHECK(near(seconds(Collective::all_reduce, "ring", n, bytes, network), 5e-3 + on_time));
  network = equal_links();
  network.slow[3] = 4;
  const double half = (n - 1) * (alpha + 1e6 * 4 * beta);
  // The link out of rank 3 paces the ring, and its receiver adds in every step of the first half.
  CHECK(near(seconds(Collective::all_reduce, "ring", n, bytes, network),
             2 * half + (n - 1) * 1e6 * gamma_));
}

TEST_CASE("one link between nodes paces the whole ring") {
  const Network two = parse_network("ranks-per-node=4 intra=1us,100GB/s inter=7us,10GB/s");
  const Network one = parse_network("intra=7us,10GB/s");
  CHECK(near(seconds(Collective::all_reduce, "ring", 8, 80'000, two),
             seconds(Collective::all_reduce, "ring", 8, 80'000, one)));
  // Within one node the other link is never taken.
  CHECK(
      near(seconds(Collective::all_reduce, "ring", 4, 80'000, two),
           seconds(Collective::all_reduce, "ring", 4, 80'000, parse_network("intra=1us,100GB/s"))));
}

TEST_CASE("crossovers of algorithms are where their closed forms cross") {
  // On 8 equal links a ring has 14 latencies and halving-doubling 6, for as many bytes; a root has
  // 14 for many more. On links that nothing shares, direct exchange and the ring are equals.
  const std::vector<std::string> names{"ring", "direct"};
  std::vector<TimeLines> times;
  for (const std::string& name : names) {
    const CostModel model(Collective::all_reduce, name, 8, std::nullopt, equal_links());
    times.push_back(
        lines_of([&](double bytes) { return model.seconds_with_equal_chunks(bytes); }, 1, 1e12));
    CHECK(near(seconds_at(times.back(), 8e6), model.seconds(8'000'000), 1e-6));
  }
  CHECK(fastest_by_size(times, 1, 1'000'000'000'000) == std::vector<Fastest>{{1, 0}});
  // A chain of 8 pieces against a binomial tree: 14α + 14/8·Sβ = 3α + 3·Sβ.
  std::vector<TimeLines> broadcasts;
  for (const char* name : {"binomial", "chain"}) {
    const CostModel model(Collective::broadcast, name, 8, 0, equal_links());
    broadcasts.push_back(
        lines_of([&](double bytes) { return model.seconds_with_equal_chunks(bytes); }, 1, 1e12));
  }
  const auto changes = fastest_by_size(broadcasts, 1, 1'000'000'000'000);
  REQUIRE(changes.size() == 2);
  CHECK(changes[1].algorithm == 1);
  CHECK(near(static_cast<double>(changes[1].from_bytes), 11 * alpha / (1.25 * beta), 1e-4));
}

TEST_CASE("an algorithm that cannot be timed is refused") {
  const Network network = equal_links();
  CHECK_THROWS_WITH(CostModel(Collective::all_reduce, "ring", 16'385, std::nullopt, network),
                    ContainsSubstring("16,385 ranks: the cost of a ring is computed for 1 to"));
  CHECK_THROWS_WITH(CostModel(Collective::broadcast, "chain", 4096, 0, network),
                    ContainsSubstring("4096 ranks: a schedule is built for 1 to 2048 ranks"));
  CHECK_THROWS_WITH(CostModel(Collective::all_reduce, "gossip", 4, std::nullopt, network),
                    ContainsSubstring("no algorithm 'gossip'"));
  CHECK_THROWS_WITH(CostModel(Collective::all_reduce, "ring", 4, 1, network),
                    ContainsSubstring("all-reduce has no root"));
  Network late = network;
  late.late[4] = 1;
  CHECK_THROWS_WITH(CostModel(Collective::all_reduce, "ring", 4, std::nullopt, late),
                    ContainsSubstring("there is no rank 4: the 4 ranks are 0 to 3"));
}

TEST_CASE("bus bandwidth is that of a link of the ring where latency is nothing") {
  const Network network = parse_network("intra=0s,20GB/s");
  for (const Collective collective :
       {Collective::reduce_scatter, Collective::all_gather, Collective::all_reduce}) {
    const double time = seconds(collective, "ring", 8, 8'000'000, network);
    CHECK(near(8e6 / time * bus_bandwidth_factor(collective, 8), 20e9));
  }
  CHECK(bus_bandwidth_factor(Collective::broadcast, 8) == 1);
  CHECK(bus_bandwidth_factor(Collective::reduce, 8) == 1);
}
