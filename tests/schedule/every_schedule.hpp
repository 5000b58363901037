// Every schedule that can be built for a world size: each collective, each algorithm, nodes of
// every size that divides the world, and roots at both ends and in the middle.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "core/schedule/build.hpp"

namespace zerolab::test {

// Deals `elements` cards to n players one at a time: how many each gets.
inline std::vector<std::int64_t> dealt(int elements, int n) {
  std::vector<std::int64_t> hands(static_cast<std::size_t>(n));
  for (int card = 0; card < elements; ++card) ++hands[static_cast<std::size_t>(card % n)];
  return hands;
}

// 1 … 17 and 32, over which every builder is tested.
inline std::vector<int> world_sizes() {
  std::vector<int> sizes;
  for (int n = 1; n <= 17; ++n) sizes.push_back(n);
  sizes.push_back(32);
  return sizes;
}

inline std::vector<std::string> algorithm_names(Collective collective, int n) {
  std::vector<std::string> names;
  for (const std::string_view algorithm : algorithms_for(collective)) {
    if (algorithm != "hierarchical") {
      names.emplace_back(algorithm);
      continue;
    }
    for (int g = 1; g <= n; ++g) {
      if (n % g == 0) names.push_back("hierarchical:" + std::to_string(g));
    }
  }
  return names;
}

template <typename Visit>
void for_every_schedule(int n, const Visit& visit) {
  for (const Collective collective : all_collectives) {
    for (const std::string& algorithm : algorithm_names(collective, n)) {
      if (!has_root(collective)) {
        visit(build_schedule(collective, algorithm, n));
        continue;
      }
      for (const int root : std::set{0, n / 2, n - 1}) {
        visit(build_schedule(collective, algorithm, n, root));
      }
    }
  }
}

inline std::string described(const Schedule& schedule) {
  return std::string(to_string(schedule.collective)) + " by " + schedule.algorithm + " on " +
         std::to_string(schedule.world_size) + " ranks" +
         (schedule.root ? ", root " + std::to_string(*schedule.root) : "");
}

}  // namespace zerolab::test
