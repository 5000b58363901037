// Runs one of core's schedules through Comm, which then sees and logs every message as it sees
// those of a student's own loop.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "core/schedule/layout.hpp"
#include "core/schedule/schedule.hpp"
#include "exercises/comm/comm.hpp"

namespace zerolab::exercises {

// For schedules in which every rank sends one chunk and receives one in each step, as round a ring.
inline void run_schedule(Comm& comm, const Schedule& schedule, std::span<float> buffer) {
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

}  // namespace zerolab::exercises
