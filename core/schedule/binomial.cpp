#include "core/schedule/binomial.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace zerolab {

Schedule binomial_broadcast(int world_size, int root) {
  require(world_size >= 1, "a schedule has at least one rank");
  require(root >= 0 && root < world_size, "the root is one of the ranks");
  Schedule schedule{Collective::broadcast, "binomial", world_size, 1, root, {}};
  int step = 0;
  for (int holders = 1; holders < world_size; holders *= 2, ++step) {
    for (int v = 0; v < holders && v + holders < world_size; ++v) {
      schedule.transfers.push_back(
          {step, (root + v) % world_size, (root + v + holders) % world_size, 0, Combine::copy});
    }
  }
  return schedule;
}

Schedule binomial_reduce(int world_size, int root) {
  Schedule schedule = binomial_broadcast(world_size, root);
  schedule.collective = Collective::reduce;
  const int last_step = step_count(schedule) - 1;
  for (Transfer& transfer : schedule.transfers) {
    std::swap(transfer.source, transfer.destination);
    transfer.step = last_step - transfer.step;
    transfer.combine = Combine::add;
  }
  std::stable_sort(schedule.transfers.begin(), schedule.transfers.end(),
                   [](const Transfer& a, const Transfer& b) { return a.step < b.step; });
  return schedule;
}

}  // namespace zerolab
