#include "exercises/zero/collectives.hpp"

#include "core/schedule/ring.hpp"
#include "exercises/reference/run_schedule.hpp"

namespace zerolab::exercises {

void Collectives::reduce_scatter(std::span<float> buffer) {
  comm_.note({NoteKind::reduce_scatter, -1, buffer.size()});
  run_schedule(comm_, ring_reduce_scatter(size()), buffer);
}

void Collectives::all_gather(std::span<float> buffer) {
  comm_.note({NoteKind::all_gather, -1, buffer.size()});
  run_schedule(comm_, ring_all_gather(size()), buffer);
}

void Collectives::all_reduce(std::span<float> buffer) {
  comm_.note({NoteKind::all_reduce, -1, buffer.size()});
  run_schedule(comm_, ring_all_reduce(size()), buffer);
}

}  // namespace zerolab::exercises
