#include "core/offload/scheme.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/schedule/layout.hpp"

namespace zerolab {

namespace {

// Copies over the busiest link, one after the other, and their bytes; and the bytes of all links.
struct GroupRead {
  double copies = 0;
  double link_bytes = 0;
  double host_bytes = 0;
};

GroupRead group_read(const FetchCase& fetch, int units) {
  const auto unit_bytes = static_cast<double>(fetch.unit_bytes());
  const double host_bytes = units * unit_bytes;
  switch (fetch.scheme) {
    case FetchScheme::owner_broadcast:
    case FetchScheme::owner_prefetch: {
      const int most = (units + fetch.world_size - 1) / fetch.world_size;  // of one owner
      return {static_cast<double>(most), most * unit_bytes, host_bytes};
    }
    case FetchScheme::sliced_all_gather: {
      const ChunkLayout layout{fetch.unit_elements, fetch.world_size};
      const auto largest = static_cast<double>(layout.range(0).size() * sizeof(float));
      return {1, largest, host_bytes};
    }
  }
  throw InvariantError("a FetchScheme that reads nothing");
}

}  // namespace

std::string_view to_string(FetchScheme scheme) {
  switch (scheme) {
    case FetchScheme::owner_broadcast: return "owner-broadcast";
    case FetchScheme::sliced_all_gather: return "sliced-all-gather";
    case FetchScheme::owner_prefetch: return "owner-prefetch";
  }
  throw InvariantError("a FetchScheme without a name");
}

int group_size(const FetchCase& fetch) {
  return fetch.scheme == FetchScheme::owner_prefetch ? std::min(fetch.prefetch, fetch.units) : 1;
}

std::int64_t shard_elements(const FetchCase& fetch, int rank) {
  const auto elements = static_cast<std::int64_t>(fetch.unit_elements);
  switch (fetch.scheme) {
    case FetchScheme::owner_broadcast:
    case FetchScheme::owner_prefetch:
      return elements * ((fetch.units - rank + fetch.world_size - 1) / fetch.world_size);
    case FetchScheme::sliced_all_gather:
      return fetch.units *
             static_cast<std::int64_t>(
                 ChunkLayout{fetch.unit_elements, fetch.world_size}.range(rank).size());
  }
  throw InvariantError("a FetchScheme without shards");
}

FetchTraffic predicted_traffic(const FetchCase& fetch, int rank) {
  const std::int64_t all = fetch.units * static_cast<std::int64_t>(fetch.unit_elements);
  const std::int64_t own = shard_elements(fetch, rank);
  const std::int64_t next = shard_elements(fetch, (rank + 1) % fetch.world_size);
  return {own * static_cast<std::int64_t>(sizeof(float)), all - next, all - own};
}

int links_at_once(const FetchCase& fetch) {
  switch (fetch.scheme) {
    case FetchScheme::owner_broadcast:
    case FetchScheme::owner_prefetch: return std::min(group_size(fetch), fetch.world_size);
    case FetchScheme::sliced_all_gather:
      return static_cast<int>(
          std::min(fetch.unit_elements, static_cast<std::size_t>(fetch.world_size)));
  }
  throw InvariantError("a FetchScheme without links");
}

double link_seconds(const FetchCase& fetch) {
  const int units = group_size(fetch);
  const GroupRead read = group_read(fetch, units);
  const HostModel& host = fetch.host;
  const double over_link =
      read.copies * host.latency_seconds + read.link_bytes / host.link_bandwidth;
  const double over_all = host.latency_seconds + read.host_bytes / host.host_bandwidth;
  return std::max(over_link, over_all) / units;
}

}  // namespace zerolab
