// The reference version of exercise 4: core's ring.
#include "core/schedule/ring.hpp"
#include "exercises/04-all_gather/all_gather.hpp"
#include "exercises/reference/run_schedule.hpp"

void all_gather(Comm& comm, std::span<float> buffer) {
  zerolab::exercises::run_schedule(comm, zerolab::ring_all_gather(comm.size()), buffer);
}
