#include "core/offload/fetch.hpp"

#include <algorithm>
#include <limits>

#include <fmt/core.h>

#include "core/base/clock.hpp"
#include "core/device/buffer.hpp"
#include "core/execute/collectives.hpp"
#include "core/schedule/layout.hpp"
#include "core/transport/registry.hpp"

namespace zerolab {

namespace {

// What one rank noted of one group, in nanoseconds of now_ns().
struct GroupMoments {
  std::int64_t alone_begin = 0;
  std::int64_t alone_end = 0;
  std::int64_t begin = 0;
  std::int64_t read = 0;        // the links have brought what all ranks read
  std::int64_t first_unit = 0;  // it has the whole of the first unit
  std::int64_t end = 0;
};

struct RankRecord {
  std::vector<std::vector<GroupMoments>> moments;  // [pass][group]
  FetchTraffic traffic;                            // of a pass
  std::string wrong_value;
};

// Exact in a float, and different from its neighbours, the same place of other units, and zero.
float host_value(std::size_t unit, std::size_t element) {
  return static_cast<float>(1 + (unit * 7919 + element) % 1048573);
}

Buffer host_memory(const FetchCase& fetch) {
  Buffer host(device("cpu"), static_cast<std::size_t>(fetch.units) * fetch.unit_bytes());
  const std::span<float> values = host.as<float>();
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = host_value(i / fetch.unit_elements, i % fetch.unit_elements);
  }
  return host;
}

// What the ranks share: the host's memory, their own, and the links between them.
struct FetchWorld {
  explicit FetchWorld(const FetchCase& fetch_case)
      : fetch(fetch_case), host(host_memory(fetch)), links(fetch.world_size, fetch.host) {
    const std::size_t bytes = static_cast<std::size_t>(group_size(fetch)) * fetch.unit_bytes();
    for (int rank = 0; rank < fetch.world_size; ++rank) buffers.emplace_back(device("cpu"), bytes);
  }

  std::span<const float> host_unit(int unit) const {
    return host.as<float>().subspan(static_cast<std::size_t>(unit) * fetch.unit_elements,
                                    fetch.unit_elements);
  }
  std::span<float> buffer(int rank, int slot) const {
    return buffers[static_cast<std::size_t>(rank)].as<float>().subspan(
        static_cast<std::size_t>(slot) * fetch.unit_elements, fetch.unit_elements);
  }

  FetchCase fetch;
  Buffer host;                  // all units
  HostLinks links;              // for rank 0 alone
  std::vector<Buffer> buffers;  // [rank], a unit per slot of the group
};

// What a rank reads of a unit, over its link.
Range part_read(const FetchCase& fetch, int unit, int rank) {
  switch (fetch.scheme) {
    case FetchScheme::owner_broadcast:
    case FetchScheme::owner_prefetch:
      return {0, owner_of(fetch, unit) == rank ? fetch.unit_elements : 0};
    case FetchScheme::sliced_all_gather:
      return ChunkLayout{fetch.unit_elements, fetch.world_size}.range(rank);
  }
  throw InvariantError("a FetchScheme that reads nothing");
}

// Everything that the ranks read of the units first … end-1.
void read_group(FetchWorld& world, int first, int end) {
  std::vector<HostCopy> copies;
  for (int unit = first; unit < end; ++unit) {
    for (int rank = 0; rank < world.fetch.world_size; ++rank) {
      const Range part = part_read(world.fetch, unit, rank);
      copies.push_back({rank, world.buffer(rank, unit - first).subspan(part.begin).data(),
                        world.host_unit(unit).subspan(part.begin).data(),
                        part.size() * sizeof(float)});
    }
  }
  world.links.copy(copies);
}

// One rank's part.
class RankFetch {
 public:
  RankFetch(FetchWorld& world, Transport& transport)
      : world_(world),
        fetch_(world.fetch),
        rank_(transport.rank()),
        transport_(transport),
        collectives_(transport) {}

  RankRecord run(int passes) {
    transport_.set_timing(false);
    for (int unit = 0; unit < fetch_.units; ++unit) spread(unit, unit % group_size(fetch_));
    for (int pass = 0; pass < passes; ++pass) one_pass();
    return std::move(record_);
  }

 private:
  void one_pass() {
    const std::int64_t copied_before = world_.links.copied_bytes(rank_);
    Counters fetched;
    std::vector<GroupMoments> groups;
    for (int first = 0; first < fetch_.units; first += group_size(fetch_)) {
      const int end = std::min(fetch_.units, first + group_size(fetch_));
      GroupMoments moments;
      alone(first, end, moments);
      clear(end - first);
      const Counters before = transport_.counters();
      fetch(first, end, moments);
      fetched += transport_.counters() - before;
      check_values(first, end);
      groups.push_back(moments);
    }
    record_.moments.push_back(std::move(groups));
    const FetchTraffic traffic{world_.links.copied_bytes(rank_) - copied_before,
                               fetched.sent_elements, fetched.received_elements};
    const bool differs = traffic != predicted_traffic(fetch_, rank_);
    if (record_.moments.size() == 1 || differs) record_.traffic = traffic;
  }

  // So that a value which does not arrive is not the right one of a pass before.
  void clear(int slots) {
    for (int slot = 0; slot < slots; ++slot) {
      std::ranges::fill(world_.buffer(rank_, slot), std::numeric_limits<float>::quiet_NaN());
    }
  }

  void alone(int first, int end, GroupMoments& moments) {
    collectives_.barrier();
    moments.alone_begin = now_ns();
    for (int unit = first; unit < end; ++unit) spread(unit, unit - first);
    moments.alone_end = now_ns();
  }

  void fetch(int first, int end, GroupMoments& moments) {
    collectives_.barrier();
    moments.begin = now_ns();
    if (rank_ == 0) read_group(world_, first, end);
    moments.read = now_ns();
    collectives_.barrier();
    for (int unit = first; unit < end; ++unit) {
      spread(unit, unit - first);
      if (unit == first) moments.first_unit = now_ns();
    }
    moments.end = now_ns();
  }

  // What was read becomes whole on every rank.
  void spread(int unit, int slot) {
    switch (fetch_.scheme) {
      case FetchScheme::owner_broadcast:
      case FetchScheme::owner_prefetch:
        return collectives_.broadcast(world_.buffer(rank_, slot), owner_of(fetch_, unit));
      case FetchScheme::sliced_all_gather:
        return collectives_.all_gather(world_.buffer(rank_, slot));
    }
  }

  void check_values(int first, int end) {
    for (int unit = first; unit < end && record_.wrong_value.empty(); ++unit) {
      const std::span<const float> right = world_.host_unit(unit);
      const std::span<const float> mine = world_.buffer(rank_, unit - first);
      const auto [wrong, expected] = std::ranges::mismatch(mine, right);
      if (wrong == mine.end()) continue;
      record_.wrong_value = fmt::format("rank {} unit {} element {}: {}, should be {}", rank_, unit,
                                        wrong - mine.begin(), *wrong, *expected);
    }
  }

  FetchWorld& world_;
  const FetchCase& fetch_;
  int rank_;
  Transport& transport_;
  Collectives collectives_;
  RankRecord record_;
};

using MomentOf = std::int64_t GroupMoments::*;

// From the first rank's `begin` to the last one's `end`.
double group_seconds(const std::vector<RankRecord>& ranks, std::size_t pass, std::size_t group,
                     MomentOf begin, MomentOf end) {
  std::int64_t first = ranks.front().moments[pass][group].*begin;
  std::int64_t last = ranks.front().moments[pass][group].*end;
  for (const RankRecord& rank : ranks) {
    first = std::min(first, rank.moments[pass][group].*begin);
    last = std::max(last, rank.moments[pass][group].*end);
  }
  return static_cast<double>(last - first) * 1e-9;
}

// Over the first `groups` of every pass.
double median_seconds(const std::vector<RankRecord>& ranks, std::size_t groups, MomentOf begin,
                      MomentOf end) {
  std::vector<double> seconds;
  for (std::size_t pass = 0; pass < ranks.front().moments.size(); ++pass) {
    for (std::size_t group = 0; group < groups; ++group) {
      seconds.push_back(group_seconds(ranks, pass, group, begin, end));
    }
  }
  std::ranges::sort(seconds);
  const std::size_t middle = seconds.size() / 2;
  return seconds.size() % 2 == 1 ? seconds[middle] : (seconds[middle - 1] + seconds[middle]) / 2;
}

}  // namespace

FetchResult fetch_units(const FetchCase& fetch, int passes) {
  require(passes >= 1 && fetch.units >= 1 && fetch.prefetch >= 1 && fetch.unit_elements >= 1,
          "a fetch has passes, units, elements, and units at once");
  FetchWorld world(fetch);
  std::vector<RankRecord> ranks(static_cast<std::size_t>(fetch.world_size));
  const auto rank_main = [&](Transport& transport) {
    ranks[static_cast<std::size_t>(transport.rank())] = RankFetch(world, transport).run(passes);
  };
  run_ranks("threads", fetch.world_size, rank_main, {.threads = 1});

  FetchResult result;
  for (const RankRecord& rank : ranks) {
    result.traffic.push_back(rank.traffic);
    if (result.wrong_value.empty()) result.wrong_value = rank.wrong_value;
  }
  const int units = group_size(fetch);
  const auto whole_groups = static_cast<std::size_t>(fetch.units / units);
  const auto median = [&](MomentOf begin, MomentOf end) {
    return median_seconds(ranks, whole_groups, begin, end);
  };
  using Moments = GroupMoments;
  result.seconds.collective = median(&Moments::alone_begin, &Moments::alone_end) / units;
  result.seconds.link = median(&Moments::begin, &Moments::read) / units;
  result.seconds.total = median(&Moments::begin, &Moments::end) / units;
  result.seconds.first_unit = median(&Moments::begin, &Moments::first_unit);
  return result;
}

bool agrees(const FetchCase& fetch, const FetchResult& result) {
  if (!result.wrong_value.empty()) return false;
  for (int rank = 0; rank < fetch.world_size; ++rank) {
    if (result.traffic[static_cast<std::size_t>(rank)] != predicted_traffic(fetch, rank)) {
      return false;
    }
  }
  return true;
}

double buffer_bytes(const FetchCase& fetch) {
  return static_cast<double>(fetch.unit_bytes()) *
         (fetch.units + static_cast<double>(fetch.world_size) * group_size(fetch));
}

}  // namespace zerolab
