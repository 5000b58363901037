// Every algorithm is proved for every world size, and keeps the promises at the head of its header.
#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "core/schedule/algorithm.hpp"
#include "core/schedule/closed_form.hpp"
#include "core/schedule/double_binary_tree.hpp"
#include "core/schedule/hierarchical.hpp"
#include "core/schedule/verify.hpp"
#include "tests/catch.hpp"
#include "tests/schedule/every_schedule.hpp"

using namespace zerolab;
using namespace zerolab::test;

namespace {

Schedule all_reduce_by(std::string_view algorithm, int n) {
  return build_schedule(Collective::all_reduce, algorithm, n);
}

// How often each pair (step, rank) occurs as a transfer's source, or destination.
std::map<std::pair<int, int>, int> per_step(const Schedule& schedule, int Transfer::*rank) {
  std::map<std::pair<int, int>, int> times;
  for (const Transfer& t : schedule.transfers) ++times[{t.step, t.*rank}];
  return times;
}

// To how many ranks each rank sends in a step, at the most.
int most_peers_in_a_step(const Schedule& schedule) {
  std::map<std::pair<int, int>, std::set<int>> peers;
  std::size_t most = 0;
  for (const Transfer& t : schedule.transfers) {
    auto& found = peers[{t.step, t.source}];
    found.insert(t.destination);
    most = std::max(most, found.size());
  }
  return static_cast<int>(most);
}

}  // namespace

TEST_CASE("every algorithm is correct for 1 to 17 and 32 ranks") {
  for (const int n : world_sizes()) {
    for_every_schedule(n, [&](const Schedule& schedule) {
      const Verdict verdict = verify(schedule);
      INFO(described(schedule) << ": " << (verdict.correct() ? "" : verdict.findings[0].message));
      CHECK(verdict.correct());
      if (n == 1) CHECK(schedule.transfers.empty());
    });
  }
}

TEST_CASE("no step is empty and the number of steps is as the header says") {
  for (const int n : world_sizes()) {
    const int floor_lg = std::bit_width(static_cast<unsigned>(n)) - 1;
    const int ceiling_lg = std::bit_width(static_cast<unsigned>(n - 1));
    const bool folds = !std::has_single_bit(static_cast<unsigned>(n));
    for_every_schedule(n, [&](const Schedule& schedule) {
      INFO(described(schedule));
      std::set<int> steps;
      for (const Transfer& t : schedule.transfers) steps.insert(t.step);
      CHECK(static_cast<int>(steps.size()) == step_count(schedule));
      const int phases = schedule.collective == Collective::all_reduce ? 2 : 1;
      const std::string& name = schedule.algorithm;
      int wanted = phases * (n - 1);
      if (name == "root") wanted = 2 * (n - 1);
      if (name == "binomial") wanted = ceiling_lg;
      if (name == "chain") wanted = n == 1 ? 0 : 2 * n - 2;
      if (name == "halving-doubling") wanted = phases * floor_lg + (folds ? 2 : 0);
      if (name.starts_with("hierarchical:")) {
        const int g = std::stoi(name.substr(13));
        wanted = phases * (g - 1 + n / g - 1);
      }
      if (name == "double-binary-tree") {
        wanted = n == 1 ? 0 : 2 * ((n + 1) / 2 + 2 * floor_lg - 1) - (folds ? 0 : 2);
      }
      CHECK(step_count(schedule) == wanted);
      CHECK(closed_form_steps(schedule) == wanted);
    });
  }
}

TEST_CASE("a direct exchange has one message each way for each rank in each step") {
  const Schedule schedule = all_reduce_by("direct", 7);
  for (int Transfer::*end : {&Transfer::source, &Transfer::destination}) {
    const auto times = per_step(schedule, end);
    CHECK(times.size() == 12 * 7);
    for (const auto& [where, count] : times) CHECK(count == 1);
  }
}

TEST_CASE("two rings at once use every link of the ring both ways in every step") {
  const Schedule schedule = all_reduce_by("bidirectional-ring", 5);
  std::map<int, std::set<std::pair<int, int>>> links;  // [step]
  for (const Transfer& t : schedule.transfers) {
    CHECK(links[t.step].insert({t.source, t.destination}).second);
  }
  for (const auto& [step, busy] : links) CHECK(busy.size() == 10);
}

TEST_CASE("halving and doubling pair ranks up and everybody sends to one partner only") {
  for (const int n : {2, 4, 8, 16, 12}) {
    const Schedule schedule = all_reduce_by("halving-doubling", n);
    CHECK(most_peers_in_a_step(schedule) == 1);
    if (n == 12) continue;
    std::set<std::tuple<int, int, int>> met;
    for (const Transfer& t : schedule.transfers) met.insert({t.step, t.source, t.destination});
    for (const auto& [step, a, b] : met) CHECK(met.count({step, b, a}) == 1);
  }
}

TEST_CASE("only shards of a node cross to another in a hierarchical all-reduce") {
  const Schedule schedule = all_reduce_by("hierarchical:4", 12);
  std::vector<int> crossing(12);  // chunks that each rank sends out of its node
  for (const Transfer& t : schedule.transfers) {
    if (t.source / 4 == t.destination / 4) continue;
    CHECK(t.source % 4 == t.destination % 4);
    CHECK(t.chunk % 4 == t.source % 4);
    ++crossing[static_cast<std::size_t>(t.source)];
  }
  CHECK(crossing == std::vector<int>(12, 4));  // of 12 chunks, 2(G-1) = 4 each
}

TEST_CASE("one node or nodes of one rank are the ring itself") {
  for (const int n : {1, 2, 5, 8}) {
    for (const int g : {1, n}) {
      for (const Collective collective :
           {Collective::reduce_scatter, Collective::all_gather, Collective::all_reduce}) {
        const auto name = "hierarchical:" + std::to_string(g);
        CHECK(build_schedule(collective, name, n).transfers ==
              build_schedule(collective, "ring", n).transfers);
      }
    }
  }
}

TEST_CASE("in two trees every rank is an inner node of at most one and both have all ranks") {
  for (const int n : world_sizes()) {
    std::vector<int> inner(static_cast<std::size_t>(n));
    for (const int tree : {0, 1}) {
      std::set<int> places;
      for (int rank = 0; rank < n; ++rank) places.insert(place_in_tree(tree, rank, n));
      CHECK(places.size() == static_cast<std::size_t>(n));
      CHECK(*places.begin() == 1);
      CHECK(*places.rbegin() == n);
      // Whoever is sent a sum to is a parent.
      std::set<int> parents;
      for (const Transfer& t : all_reduce_by("double-binary-tree", n).transfers) {
        if (t.chunk % 2 == tree && t.combine == Combine::add) parents.insert(t.destination);
      }
      for (const int rank : parents) ++inner[static_cast<std::size_t>(rank)];
    }
    INFO("N = " << n);
    CHECK(*std::max_element(inner.begin(), inner.end()) <= 1);
  }
}

TEST_CASE("the two trees are correct for any number of chunks") {
  for (int n = 1; n <= 17; ++n) {
    for (const int chunks : {1, 2, 3, n, 2 * n + 1}) {
      const Schedule schedule = double_binary_tree_all_reduce(n, chunks);
      const Verdict verdict = verify(schedule);
      INFO("N = " << n << ", " << chunks << " chunks");
      CHECK(verdict.correct());
      CHECK(closed_form_steps(schedule) == step_count(schedule));
    }
  }
}

TEST_CASE("an all-reduce adds in the order of its reduce-scatter") {
  for (int n = 1; n <= 17; ++n) {
    for (const std::string& algorithm : algorithm_names(Collective::reduce_scatter, n)) {
      if (algorithm == "root" || algorithm == "halving-doubling") continue;  // of other chunks
      INFO(algorithm << ", N = " << n);
      CHECK(verify(build_schedule(Collective::reduce_scatter, algorithm, n)).orders ==
            verify(build_schedule(Collective::all_reduce, algorithm, n)).orders);
    }
  }
}

TEST_CASE("names of algorithms read back and others are not known") {
  for (const int n : {1, 4, 6}) {
    for_every_schedule(n, [](const Schedule& schedule) {
      const auto name = read_algorithm(schedule.algorithm);
      REQUIRE(name.has_value());
      CHECK(to_string(*name) == schedule.algorithm);
    });
  }
  for (const char* other : {"", "rings", "ring:4", "hierarchical:", "hierarchical:0",
                            "hierarchical:x", "hierarchical:-2", "hierarchical:2x"}) {
    INFO(other);
    CHECK_FALSE(read_algorithm(other).has_value());
  }
}

TEST_CASE("nodes without a size have the largest divisor up to the root of the world size") {
  CHECK(all_reduce_by("hierarchical", 12).algorithm == "hierarchical:3");
  CHECK(all_reduce_by("hierarchical", 16).algorithm == "hierarchical:4");
  CHECK(all_reduce_by("hierarchical", 7).algorithm == "hierarchical:1");
  CHECK_THROWS_WITH(all_reduce_by("hierarchical:3", 8),
                    ContainsSubstring("8 ranks are not whole nodes of 3") &&
                        ContainsSubstring("divides 8, as hierarchical:2"));
  CHECK_THROWS_WITH(all_reduce_by("ring:3", 8),
                    ContainsSubstring("no algorithm 'ring:3'") &&
                        ContainsSubstring("hierarchical:4, with nodes of 4 ranks"));
  CHECK_THROWS_WITH(build_schedule(Collective::reduce, "hierarchical:2", 8, 0),
                    ContainsSubstring("it may be chain, binomial"));
  CHECK_THROWS_WITH(build_schedule(Collective::all_gather, "double-binary-tree", 8),
                    ContainsSubstring("all-gather has no algorithm 'double-binary-tree'"));
}
