// Every schedule over the fabric gives the sums of its definition, and the parent counts what the
// schedule says.
#include <numeric>

#include "core/execute/program.hpp"
#include "core/schedule/count.hpp"
#include "tests/catch.hpp"
#include "tests/schedule/every_schedule.hpp"
#include "tests/transport/fabric/worlds.hpp"

using namespace zerolab;

namespace {

constexpr std::size_t total = 37;

// Whole numbers that differ by rank and element.
float input(int rank, std::size_t i) {
  return static_cast<float>((rank + 1) * 1000 + static_cast<int>(i));
}

float sum_of(int n, std::size_t i) {
  float sum = 0;
  for (int rank = 0; rank < n; ++rank) sum += input(rank, i);
  return sum;
}

std::string difference(const Schedule& schedule, const FabricRecord& record) {
  const int n = schedule.world_size;
  const ChunkLayout layout{total, schedule.chunk_count};
  for (int rank = 0; rank < n; ++rank) {
    const auto got = test::floats_of(record.ranks[static_cast<std::size_t>(rank)].report);
    if (got.size() != total) return "no result of rank " + std::to_string(rank);
    for (int chunk = 0; chunk < schedule.chunk_count; ++chunk) {
      const Range range = layout.range(chunk);
      for (std::size_t i = range.begin; i < range.end; ++i) {
        float right = sum_of(n, i);
        switch (schedule.collective) {
          case Collective::reduce_scatter:
            if (owner_of(schedule, chunk) != rank) continue;
            break;
          case Collective::all_gather: right = input(owner_of(schedule, chunk), i); break;
          case Collective::all_reduce: break;
          case Collective::broadcast: right = input(*schedule.root, i); break;
          case Collective::reduce:
            if (*schedule.root != rank) continue;
            break;
        }
        if (got[i] != right) return "rank " + std::to_string(rank) + " has a wrong element";
      }
    }
  }
  return "";
}

std::vector<float> run_on(FabricTransport& transport, const Schedule& schedule) {
  std::vector<float> buffer(total);
  for (std::size_t i = 0; i < total; ++i) buffer[i] = input(transport.rank(), i);
  execute(program_for(schedule, transport.rank()), {buffer.data(), total, DType::f32, {"test", 1}},
          transport, nullptr);
  return buffer;
}

}  // namespace

TEST_CASE("every schedule gives exact sums and the parent counts what it says") {
  const int n = GENERATE(1, 2, 3, 4, 5, 6, 7, 8);
  test::for_every_schedule(n, [&](const Schedule& schedule) {
    INFO(test::described(schedule));
    const test::World world =
        test::run_honest(n, [&](FabricTransport& transport) { return run_on(transport, schedule); },
                         {.order_seed = static_cast<std::uint64_t>(schedule.transfers.size())});
    REQUIRE(world.record.detail == "");
    CHECK(world.stuck == 0);
    CHECK(difference(schedule, world.record) == "");
    const auto counts = count_per_rank(schedule, {total, schedule.chunk_count});
    for (std::size_t rank = 0; rank < counts.size(); ++rank) {
      const Counters& measured = world.record.ranks[rank].counters;
      const Traffic& right = counts[rank];
      CHECK(measured == Counters{right.sent_messages, right.received_messages, right.sent_elements,
                                 right.received_elements, right.sent_elements * 4,
                                 right.received_elements * 4});
    }
  });
}

TEST_CASE("slices are parts of one message for the parent too") {
  const Schedule schedule = build_schedule(Collective::all_reduce, "ring", 4);
  const test::World world = test::run_honest(4, [&](FabricTransport& transport) {
    std::vector<float> buffer(1000, 1);
    execute(program_for(schedule, transport.rank()),
            {buffer.data(), 1000, DType::f32, {"test", 1}, -1, 128}, transport, nullptr);
    if (buffer != std::vector<float>(1000, 4)) throw failure("wrong sums");
    return std::vector<float>{};
  });
  REQUIRE(world.record.detail == "");
  for (const FabricRank& rank : world.record.ranks) {
    CHECK(rank.counters == Counters{6, 6, 1500, 1500, 6000, 6000});
  }
}

TEST_CASE("buffers of many megabytes pass through the parent") {
  const Schedule schedule = build_schedule(Collective::all_reduce, "ring", 4);
  constexpr std::size_t many = 4'000'001;
  const test::World world = test::run_honest(4, [&](FabricTransport& transport) {
    std::vector<float> buffer(many, static_cast<float>(transport.rank() + 1));
    execute(program_for(schedule, transport.rank()), {buffer.data(), many, DType::f32, {"test", 1}},
            transport, nullptr);
    if (buffer != std::vector<float>(many, 10)) throw failure("wrong sums");
    return std::vector<float>{};
  });
  CHECK(world.record.detail == "");
}
