#include "core/deepspeed/step_traffic.hpp"

#include <algorithm>

namespace zerolab {

namespace {

std::vector<StepTraffic> counted_with(ZeroConfig config, int micro_steps,
                                      const std::vector<std::size_t>& unit_elements) {
  config.micro_steps = micro_steps;
  return count_step(make_plan(config, unit_elements));
}

template <typename Select>
MovedElements moved_by(const std::vector<StepTraffic>& traffic, Select select) {
  MovedElements sums;
  for (std::size_t rank = 0; rank < traffic.size(); ++rank) {
    const Traffic each = select(traffic[rank]);
    sums.sent_by_all += each.sent_elements;
    sums.most_sent = std::max(sums.most_sent, each.sent_elements);
    sums.most_received = std::max(sums.most_received, each.received_elements);
    const bool first = rank == 0;
    sums.least_sent = first ? each.sent_elements : std::min(sums.least_sent, each.sent_elements);
    sums.least_received =
        first ? each.received_elements : std::min(sums.least_received, each.received_elements);
  }
  return sums;
}

}  // namespace

std::vector<StepTraffic> step_traffic(const ZeroConfig& config,
                                      const std::vector<std::size_t>& unit_elements) {
  std::vector<StepTraffic> traffic = counted_with(config, 1, unit_elements);
  if (config.micro_steps < 2) return traffic;
  const std::vector<StepTraffic> two = counted_with(config, 2, unit_elements);
  const std::int64_t further = config.micro_steps - 1;
  for (std::size_t rank = 0; rank < traffic.size(); ++rank) {
    for (const Purpose purpose : all_purposes) {
      Traffic& sum = traffic[rank].of(purpose);
      const Traffic& pair = two[rank].of(purpose);
      sum.sent_messages += further * (pair.sent_messages - sum.sent_messages);
      sum.received_messages += further * (pair.received_messages - sum.received_messages);
      sum.sent_elements += further * (pair.sent_elements - sum.sent_elements);
      sum.received_elements += further * (pair.received_elements - sum.received_elements);
    }
  }
  return traffic;
}

MovedElements moved(const std::vector<StepTraffic>& traffic, Purpose purpose) {
  return moved_by(traffic, [&](const StepTraffic& rank) { return rank.of(purpose); });
}

MovedElements moved_large(const std::vector<StepTraffic>& traffic) {
  return moved_by(traffic, [](const StepTraffic& rank) { return rank.large(); });
}

std::vector<StepTraffic> one_x(int world_size, const std::vector<std::size_t>& unit_elements) {
  ZeroConfig config;
  config.stage = 1;
  config.world_size = world_size;
  std::vector<StepTraffic> traffic = step_traffic(config, unit_elements);
  for (StepTraffic& rank : traffic) rank.of(Purpose::parameters) = {};
  return traffic;
}

}  // namespace zerolab
