// Runs a FetchCase: N ranks of this process fetch all units from one host buffer over HostLinks,
// and pass them on by Collectives. Bytes are counted where they are copied, elements in the
// transport, and every unit is compared with the host's after it was fetched.
//
// One pass, group of units by group (group_size):
//   1. the group's collectives alone, on the same buffers: T_broadcast, or the all-gather's time;
//   2. the fetch: the links bring what the ranks read, then the collectives pass it on.
// Rank 0's part of a fetch is also to run the links for all, while the others wait at a barrier: so
// all ranks can be fibers of one thread, and a time is how long copying took, not how the system
// shared out its cores. A time is from the first rank's begin to the last one's end.
#pragma once

#include <string>
#include <vector>

#include "core/offload/scheme.hpp"

namespace zerolab {

// Seconds per unit, the median over the whole groups of all passes. (A last group of fewer units is
// fetched and counted, not timed.)
struct FetchTimes {
  double collective = 0;  // without the links
  double link = 0;        // until the last rank has read what it reads
  double total = 0;       // until every rank has the whole unit, or all units of the group
  double first_unit = 0;  // until every rank has the group's first unit: what a step waits for
};

struct FetchResult {
  std::vector<FetchTraffic>
      traffic;              // [rank], of the passes one that differs from the plan, if any
  std::string wrong_value;  // empty: every unit was fetched exactly
  FetchTimes seconds;
};

// `passes` at least 1. Throws a failure Error where there is no memory.
FetchResult fetch_units(const FetchCase& fetch, int passes);

// Traffic is as predicted and every value as in the host's memory.
bool agrees(const FetchCase& fetch, const FetchResult& result);

// Bytes of the buffers that fetch_units allocates: the host's and all ranks'. As a double, since it
// may be more than any machine has.
double buffer_bytes(const FetchCase& fetch);

}  // namespace zerolab
