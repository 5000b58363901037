// Inputs are whole numbers, small enough that a float holds every sum of them exactly: any wrong
// value is a wrong transfer, never rounding.
#include "core/cli/counts_run.hpp"

#include <span>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/units.hpp"
#include "core/device/buffer.hpp"
#include "core/execute/program.hpp"
#include "core/schedule/definition.hpp"
#include "core/transport/registry.hpp"

namespace zerolab {

namespace {

constexpr float rubbish = -1;  // where a rank has no input: it must be overwritten, never added

// Rank r's input at index i: r+1 times a number from 1 to 61. Of 256 ranks the sum is at most
// 256·257/2·61 < 2^21, and a float holds whole numbers to 2^24.
float input_of(int rank, std::size_t index) {
  return static_cast<float>((rank + 1) * static_cast<int>(index % 61 + 1));
}

float sum_of_inputs(int world_size, std::size_t index) {
  return static_cast<float>(world_size * (world_size + 1) / 2 * static_cast<int>(index % 61 + 1));
}

void fill(std::span<float> buffer, const Schedule& schedule, const ChunkLayout& layout, int rank) {
  for (int chunk = 0; chunk < layout.chunk_count; ++chunk) {
    const bool given = has_input(schedule, rank, chunk);
    const Range range = layout.range(chunk);
    for (std::size_t i = range.begin; i < range.end; ++i) {
      buffer[i] = given ? input_of(rank, i) : rubbish;
    }
  }
}

float promised(const Schedule& schedule, int chunk, std::size_t index) {
  switch (schedule.collective) {
    case Collective::reduce_scatter:
    case Collective::reduce:
    case Collective::all_reduce: return sum_of_inputs(schedule.world_size, index);
    case Collective::all_gather: return input_of(owner_of(schedule, chunk), index);
    case Collective::broadcast: return input_of(*schedule.root, index);
  }
  throw InvariantError("a Collective without a result");
}

// The first wrong value; empty: none.
std::string wrong_value(std::span<const float> buffer, const Schedule& schedule,
                        const ChunkLayout& layout, int rank) {
  for (int chunk = 0; chunk < layout.chunk_count; ++chunk) {
    if (!is_promised(schedule, rank, chunk)) continue;
    const Range range = layout.range(chunk);
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const float wanted = promised(schedule, chunk, i);
      if (buffer[i] == wanted) continue;
      return fmt::format("rank {} chunk {}: element {} is {}, should be {}", rank, chunk, i,
                         buffer[i], wanted);
    }
  }
  return "";
}

}  // namespace

MeasuredRun run_on_threads(const Schedule& schedule, std::size_t elements) {
  const std::size_t most = max_run_elements / static_cast<std::size_t>(schedule.world_size);
  if (elements > most) {
    throw input_error(
        "{} elements on each of {} ranks are too many to run: at most {}; without --run there is "
        "no such limit",
        elements, schedule.world_size, with_separators(static_cast<std::int64_t>(most)));
  }
  const ChunkLayout layout{elements, schedule.chunk_count};
  MeasuredRun run;
  run.traffic.resize(static_cast<std::size_t>(schedule.world_size));
  std::vector<std::string> wrong(run.traffic.size());  // [rank]
  run_ranks("threads", schedule.world_size, [&](Transport& transport) {
    const int rank = transport.rank();
    Buffer memory(device("cpu"), elements * sizeof(float));
    const std::span<float> buffer = memory.as<float>();
    fill(buffer, schedule, layout, rank);
    const Label label{to_string(schedule.collective).data(), 0, -1};
    execute(program_for(schedule, rank), {buffer.data(), elements, DType::f32, label, -1},
            transport, nullptr);
    transport.synchronize();
    const Counters counters = transport.counters();
    run.traffic[static_cast<std::size_t>(rank)] = {
        counters.sent_messages, counters.received_messages, counters.sent_elements,
        counters.received_elements};
    wrong[static_cast<std::size_t>(rank)] = wrong_value(buffer, schedule, layout, rank);
  });
  for (const std::string& value : wrong) {
    if (run.wrong_value.empty()) run.wrong_value = value;
  }
  return run;
}

}  // namespace zerolab
