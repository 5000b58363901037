// The reference version of exercise 5: core's ring.
#include "core/schedule/ring.hpp"
#include "exercises/05-all_reduce/all_reduce.hpp"
#include "exercises/reference/run_schedule.hpp"

void all_reduce(Comm& comm, std::span<float> buffer) {
  zerolab::exercises::run_schedule(comm, zerolab::ring_all_reduce(comm.size()), buffer);
}
