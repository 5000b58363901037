// Three ways for N ranks to fetch units from host memory until every rank has the whole unit, and
// what each costs: bytes and elements exactly, times by formula. Numbers only; nothing runs here.
//
// A unit is S bytes. Rank r keeps O_r elements of all units together, its shard. Then, in every
// scheme, for the Ψ elements of all units,
//
//     over rank r's link   O_r elements     between ranks   received Ψ - O_r, sent Ψ - O_(r+1)
//
// since what a rank does not read itself it receives, and a ring's all-gather spares rank r what
// its neighbour r+1 began with, as a chain's broadcast does. The volume is alike. What differs is
// how many links work at the same time; with B a link's bandwidth, capped by the host's for all:
//
//     owner-broadcast     S/B + T_broadcast                 one link
//     sliced-all-gather   S/(N·B) + S(N-1)/(N·B_link)       N links
//     owner-prefetch      S/(K·B) + T_broadcast, per unit   K links, where K units ahead are known
//
// (ZeRO-Infinity, section 6.1, has the first two.) B_link is the bandwidth between ranks.
// Unit u belongs to rank u mod N in the owner schemes, and is cut as ChunkLayout cuts it in the
// sliced one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/offload/host_links.hpp"

namespace zerolab {

enum class FetchScheme {
  owner_broadcast,    // the owner reads the unit over its link, then broadcasts it
  sliced_all_gather,  // every rank reads its chunk over its own link, then all all-gather
  owner_prefetch      // as the first, but the owners of the next K units read at the same time
};

inline constexpr std::array all_fetch_schemes{
    FetchScheme::owner_broadcast, FetchScheme::sliced_all_gather, FetchScheme::owner_prefetch};

// "owner-broadcast", "sliced-all-gather", "owner-prefetch"
std::string_view to_string(FetchScheme scheme);

struct FetchCase {
  FetchScheme scheme = FetchScheme::owner_broadcast;
  int world_size = 1;             // N
  int units = 1;                  // all of the same size, fetched in order
  std::size_t unit_elements = 1;  // floats
  int prefetch = 4;               // K; for owner_prefetch alone
  HostModel host;

  std::size_t unit_bytes() const { return unit_elements * sizeof(float); }
};

// Units whose owners read at the same time: K, else 1. The last group may have fewer.
int group_size(const FetchCase& fetch);

inline int owner_of(const FetchCase& fetch, int unit) {
  return unit % fetch.world_size;
}

// What a rank moves in one pass over all units.
struct FetchTraffic {
  std::int64_t link_bytes = 0;  // from host memory over its link
  std::int64_t sent_elements = 0;
  std::int64_t received_elements = 0;

  friend bool operator==(const FetchTraffic&, const FetchTraffic&) = default;
};
FetchTraffic predicted_traffic(const FetchCase& fetch, int rank);

// O_r: the elements of all units that rank r keeps.
std::int64_t shard_elements(const FetchCase& fetch, int rank);

// The most links that work at the same time.
int links_at_once(const FetchCase& fetch);

// Seconds per unit, latency included, until the links have brought all that is read: the part of
// the formulas before the plus, for a whole group: max(most bytes over one link / B, all / host).
double link_seconds(const FetchCase& fetch);

}  // namespace zerolab
