#include "core/schedule/cost.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "core/schedule/build.hpp"
#include "core/schedule/layout.hpp"
#include "core/schedule/links.hpp"
#include "core/schedule/ring_cost.hpp"

namespace zerolab {

namespace {

// [chunk]; doubles, which hold whole numbers to 2^53 exactly.
std::vector<double> bytes_of_chunks(std::int64_t bytes, int chunk_count) {
  const ChunkLayout layout{static_cast<std::size_t>(bytes), chunk_count};
  std::vector<double> sizes;
  for (int chunk = 0; chunk < chunk_count; ++chunk) {
    sizes.push_back(static_cast<double>(layout.range(chunk).size()));
  }
  return sizes;
}

// All that moves from one rank to another in one step.
struct Message {
  int source;
  int destination;
  double bytes;
  bool adds;
};

// One past the last transfer of the step that begins at `begin`.
std::size_t end_of_step(std::span<const Transfer> transfers, std::size_t begin) {
  std::size_t end = begin;
  while (end < transfers.size() && transfers[end].step == transfers[begin].step) ++end;
  return end;
}

// Transfers of one step have no order: this one puts those of a message beside each other.
void sort_by_message(std::vector<Transfer>& transfers) {
  const auto ends = [](const Transfer& transfer) {
    return std::pair(transfer.source, transfer.destination);
  };
  for (std::size_t begin = 0, end = 0; begin < transfers.size(); begin = end) {
    end = end_of_step(transfers, begin);
    std::ranges::sort(std::span(transfers).subspan(begin, end - begin), {}, ends);
  }
}

// What is shared in one step: the bytes on each port and card, by direction, and each rank's adder.
class Loads {
 public:
  Loads(const Network& network, const Links& links, int world_size)
      : links_(links),
        shares_port_(network.port == Port::shared),
        per_node_(network.nodes && network.nodes->nic == Nic::per_node),
        port_out_(position(world_size)),
        port_in_(position(world_size)),
        nic_out_(position(world_size)),
        nic_in_(position(world_size)),
        added_(position(world_size)) {}

  void put(const Message& message) {
    if (message.adds) added_[position(message.destination)] += message.bytes;
    if (links_.leaves_node(message.source, message.destination)) {
      nic_out_[nic_of(message.source)] += message.bytes;
      nic_in_[nic_of(message.destination)] += message.bytes;
    } else if (shares_port_) {
      port_out_[position(message.source)] += message.bytes;
      port_in_[position(message.destination)] += message.bytes;
    }
  }

  double moved(const Message& message) const {
    if (links_.leaves_node(message.source, message.destination)) {
      return std::max(nic_out_[nic_of(message.source)], nic_in_[nic_of(message.destination)]);
    }
    if (!shares_port_) return message.bytes;
    return std::max(port_out_[position(message.source)], port_in_[position(message.destination)]);
  }

  double added(const Message& message) const {
    return message.adds ? added_[position(message.destination)] : 0;
  }

  // Undoes the put of this message, and of all others that share with it.
  void clear(const Message& message) {
    port_out_[position(message.source)] = port_in_[position(message.destination)] = 0;
    nic_out_[nic_of(message.source)] = nic_in_[nic_of(message.destination)] = 0;
    added_[position(message.destination)] = 0;
  }

 private:
  // A card is known by its node's number, or by its rank's where each rank has one.
  std::size_t nic_of(int rank) const { return position(per_node_ ? links_.node_of(rank) : rank); }

  const Links& links_;
  bool shares_port_;
  bool per_node_;
  std::vector<double> port_out_, port_in_;  // [rank]
  std::vector<double> nic_out_, nic_in_;    // [card]
  std::vector<double> added_;               // [rank]
};

// ready_times of transfers that are sorted by message.
std::vector<double> times_of(std::span<const Transfer> transfers, const std::vector<double>& sizes,
                             int world_size, const Network& network) {
  const Links links(network, world_size);
  Loads loads(network, links, world_size);
  const double gamma = network.gamma();
  std::vector<double> times = times_at_start(network, world_size);
  std::vector<double> next = times;
  std::vector<Message> step;
  for (std::size_t begin = 0, end = 0; begin < transfers.size(); begin = end) {
    end = end_of_step(transfers, begin);
    step.clear();
    for (const Transfer& transfer : transfers.subspan(begin, end - begin)) {
      const bool adds = transfer.combine == Combine::add;
      if (step.empty() || step.back().source != transfer.source ||
          step.back().destination != transfer.destination) {
        step.push_back({transfer.source, transfer.destination, 0, adds});
      }
      step.back().bytes += sizes[position(transfer.chunk)];
      step.back().adds = step.back().adds || adds;
    }
    for (const Message& message : step) loads.put(message);
    for (const Message& message : step) {
      const int a = message.source;
      const int b = message.destination;
      const double start = std::max(times[position(a)], times[position(b)]);
      const double moved = start + (links.alpha(a, b) + loads.moved(message) * links.beta(a, b));
      next[position(a)] = std::max(next[position(a)], moved);
      next[position(b)] = std::max(next[position(b)], moved + loads.added(message) * gamma);
    }
    for (const Message& message : step) {
      loads.clear(message);
      times[position(message.source)] = next[position(message.source)];
      times[position(message.destination)] = next[position(message.destination)];
    }
  }
  return times;
}

}  // namespace

std::vector<double> ready_times(const Schedule& schedule, std::int64_t bytes,
                                const Network& network) {
  std::vector<Transfer> transfers = schedule.transfers;
  sort_by_message(transfers);
  return times_of(transfers, bytes_of_chunks(bytes, schedule.chunk_count), schedule.world_size,
                  network);
}

CostModel::CostModel(Collective collective, std::string_view algorithm, int world_size,
                     std::optional<int> root, const Network& network)
    : collective_(collective), algorithm_(algorithm), world_size_(world_size), network_(network) {
  check(network, world_size);
  if (algorithm == "ring") {
    if (world_size < 1 || world_size > max_ring_cost_ranks) {
      throw input_error("{} ranks: the cost of a ring is computed for 1 to {} ranks",
                        with_separators(world_size), with_separators(max_ring_cost_ranks));
    }
    build_schedule(collective, algorithm, 1, root);  // checks the algorithm and the root
    chunk_count_ = world_size;
    steps_ = (collective == Collective::all_reduce ? 2 : 1) * (world_size - 1);
  } else {
    schedule_ = build_schedule(collective, algorithm, world_size, root);
    sort_by_message(schedule_->transfers);
    algorithm_ = schedule_->algorithm;
    chunk_count_ = schedule_->chunk_count;
    steps_ = step_count(*schedule_);
  }
}

std::vector<double> CostModel::times_with(const std::vector<double>& chunk_bytes) const {
  return schedule_ ? times_of(schedule_->transfers, chunk_bytes, world_size_, network_)
                   : ring_times(collective_, chunk_bytes, network_);
}

std::vector<double> CostModel::ready_times(std::int64_t bytes) const {
  return times_with(bytes_of_chunks(bytes, chunk_count_));
}

double CostModel::seconds(std::int64_t bytes) const {
  const std::vector<double> times = ready_times(bytes);
  return *std::max_element(times.begin(), times.end());
}

double CostModel::seconds_with_equal_chunks(double bytes) const {
  const std::vector<double> times =
      times_with(std::vector<double>(position(chunk_count_), bytes / chunk_count_));
  return *std::max_element(times.begin(), times.end());
}

double bus_bandwidth_factor(Collective collective, int world_size) {
  const double n = world_size;
  switch (collective) {
    case Collective::all_reduce: return 2 * (n - 1) / n;
    case Collective::reduce_scatter:
    case Collective::all_gather: return (n - 1) / n;
    case Collective::broadcast:
    case Collective::reduce: return 1;
  }
  throw InvariantError("a Collective without a bus bandwidth");
}

}  // namespace zerolab
