#include "core/schedule/count.hpp"

#include <map>
#include <tuple>

#include "core/base/error.hpp"

namespace zerolab {

namespace {

std::int64_t elements_of(const ChunkLayout& layout, int chunk) {
  return static_cast<std::int64_t>(layout.range(chunk).size());
}

void add_transfer(std::vector<Traffic>& ranks, const Transfer& transfer, std::int64_t elements) {
  Traffic& source = ranks[static_cast<std::size_t>(transfer.source)];
  source.sent_messages += 1;
  source.sent_elements += elements;
  Traffic& destination = ranks[static_cast<std::size_t>(transfer.destination)];
  destination.received_messages += 1;
  destination.received_elements += elements;
}

}  // namespace

Traffic& Traffic::operator+=(const Traffic& other) {
  sent_messages += other.sent_messages;
  received_messages += other.received_messages;
  sent_elements += other.sent_elements;
  received_elements += other.received_elements;
  return *this;
}

std::vector<Traffic> count_per_rank(const Schedule& schedule, const ChunkLayout& layout) {
  require(layout.chunk_count == schedule.chunk_count, "layout and schedule have the same chunks");
  std::vector<Traffic> ranks(static_cast<std::size_t>(schedule.world_size));
  for (const Transfer& transfer : schedule.transfers) {
    add_transfer(ranks, transfer, elements_of(layout, transfer.chunk));
  }
  return ranks;
}

ScheduleCounts count(const Schedule& schedule, const ChunkLayout& layout) {
  require(layout.chunk_count == schedule.chunk_count, "layout and schedule have the same chunks");
  const std::vector<Traffic> nothing(static_cast<std::size_t>(schedule.world_size));
  ScheduleCounts counts{nothing, {}};
  counts.per_step.assign(static_cast<std::size_t>(step_count(schedule)), nothing);
  for (const Transfer& transfer : schedule.transfers) {
    const std::int64_t elements = elements_of(layout, transfer.chunk);
    add_transfer(counts.per_rank, transfer, elements);
    add_transfer(counts.per_step[static_cast<std::size_t>(transfer.step)], transfer, elements);
  }
  return counts;
}

LinkUse link_use(const Schedule& schedule) {
  const auto n = static_cast<std::size_t>(schedule.world_size);
  std::vector<int> last_step(n * n, -1);  // in which the link was busy
  LinkUse use;
  std::int64_t busy = 0;
  for (const Transfer& transfer : schedule.transfers) {
    int& last = last_step[static_cast<std::size_t>(transfer.source) * n +
                          static_cast<std::size_t>(transfer.destination)];
    if (last < 0) ++use.links;
    if (last != transfer.step) ++busy;
    last = transfer.step;
  }
  const int steps = step_count(schedule);
  if (steps > 0) use.busy_per_step = static_cast<double>(busy) / steps;
  return use;
}

std::vector<LinkTraffic> count_per_link(const Schedule& schedule, const ChunkLayout& layout) {
  require(layout.chunk_count == schedule.chunk_count, "layout and schedule have the same chunks");
  std::map<std::tuple<int, int, int>, LinkTraffic> links;  // by step, source and destination
  for (const Transfer& t : schedule.transfers) {
    LinkTraffic& link = links[{t.step, t.source, t.destination}];
    link = {t.step, t.source, t.destination, link.messages + 1,
            link.elements + elements_of(layout, t.chunk)};
  }
  std::vector<LinkTraffic> traffic;
  for (const auto& [where, link] : links) traffic.push_back(link);
  return traffic;
}

}  // namespace zerolab
