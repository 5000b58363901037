#include "exercises/zero/collectives.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/schedule/layout.hpp"
#include "core/schedule/ring.hpp"
#include "core/schedule/schedule.hpp"

namespace zerolab::exercises {

// For schedules in which every rank sends one chunk and receives one in each step. The correct
// versions of exercises call it as well, through a header that is not handed out.
void run_schedule(Comm& comm, const Schedule& schedule, std::span<float> buffer) {
  const ChunkLayout layout{buffer.size(), schedule.chunk_count};
  const auto chunk = [&](const Transfer& transfer) {
    const Range range = layout.range(transfer.chunk);
    return buffer.subspan(range.begin, range.size());
  };
  std::vector<float> arrived;
  for (int step = 0; step < step_count(schedule); ++step) {
    std::optional<Transfer> sent;
    std::optional<Transfer> received;
    for (const Transfer& transfer : schedule.transfers) {
      if (transfer.step != step) continue;
      if (transfer.source == comm.rank()) sent = transfer;
      if (transfer.destination == comm.rank()) received = transfer;
    }
    const std::span<float> target = chunk(received.value());
    arrived.resize(target.size());
    comm.sendrecv(chunk(sent.value()), sent->destination, arrived, received->source);
    switch (received->combine) {
      case Combine::copy: std::ranges::copy(arrived, target.begin()); break;
      case Combine::add:
        for (std::size_t i = 0; i < target.size(); ++i) target[i] += arrived[i];
        break;
    }
  }
}

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
