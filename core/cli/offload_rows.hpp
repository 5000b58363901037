// What `zerolab offload` was asked, and what it found: a row per world size and scheme.
#pragma once

#include <vector>

#include "core/offload/fetch.hpp"

namespace zerolab {

struct OffloadQuestion {
  std::vector<int> world_sizes;
  int units = 16;
  std::size_t unit_elements = 30'000;
  int prefetch = 4;  // K
  int passes = 1;
  HostModel host;       // at full speed
  double scale = 2000;  // how many times as slow it is run
};

struct OffloadRow {
  FetchCase fetch;  // its host is in slow motion already
  FetchResult result;
};

// One case per world size and scheme, in this order.
std::vector<FetchCase> offload_cases(const OffloadQuestion& question);

}  // namespace zerolab
