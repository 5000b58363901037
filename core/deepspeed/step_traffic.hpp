// What a step of a plan moves per rank, for any number of micro-steps.
#pragma once

#include <vector>

#include "core/zero/plan/count_plan.hpp"

namespace zerolab {

// count_step(make_plan(config, units)), without a plan of M micro-steps: every micro-step after the
// first adds what the second adds, so two plans, of 1 and 2 micro-steps, are enough.
std::vector<StepTraffic> step_traffic(const ZeroConfig& config,
                                      const std::vector<std::size_t>& unit_elements);

// Elements that all ranks send, and the most that one rank sends and receives.
struct MovedElements {
  std::int64_t sent_by_all = 0;
  std::int64_t most_sent = 0, least_sent = 0;
  std::int64_t most_received = 0, least_received = 0;
};
MovedElements moved(const std::vector<StepTraffic>& traffic, Purpose purpose);
MovedElements moved_large(const std::vector<StepTraffic>& traffic);  // gradients and parameters

// x: what a reduce-scatter of every unit moves. The unit of ZeRO's volumes.
std::vector<StepTraffic> one_x(int world_size, const std::vector<std::size_t>& unit_elements);

}  // namespace zerolab
