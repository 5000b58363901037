// Every algorithm, executed on threads: the promised values are exact sums, what is not promised to
// be an input is never read, and each rank moves what was counted.
#include <vector>

#include "core/execute/program.hpp"
#include "core/schedule/count.hpp"
#include "core/schedule/layout.hpp"
#include "core/transport/registry.hpp"
#include "tests/catch.hpp"
#include "tests/schedule/every_schedule.hpp"

using namespace zerolab;

namespace {

constexpr long rubbish = -1'000'000'007;  // where a rank has no input

// Another whole number for every rank and index; a sum of 16 is exact as float, too.
long input(int rank, std::size_t index) {
  return 1000L * (rank + 1) + static_cast<long>(index % 997);
}

long sum_of_inputs(int n, std::size_t index) {
  return 1000L * n * (n + 1) / 2 + n * static_cast<long>(index % 997);
}

// The rank whose chunk this is where all have as many.
int owner(const Schedule& schedule, int chunk) {
  return chunk / (schedule.chunk_count / schedule.world_size);
}

bool gives(const Schedule& schedule, int rank, int chunk) {
  if (schedule.collective == Collective::all_gather) return owner(schedule, chunk) == rank;
  return schedule.collective != Collective::broadcast || schedule.root == rank;
}

// What `rank` is promised at this index of this chunk; none: anything.
std::optional<long> promised(const Schedule& schedule, int rank, int chunk, std::size_t index) {
  const long sum = sum_of_inputs(schedule.world_size, index);
  switch (schedule.collective) {
    case Collective::reduce_scatter:
      return owner(schedule, chunk) == rank ? std::optional(sum) : std::nullopt;
    case Collective::all_gather: return input(owner(schedule, chunk), index);
    case Collective::all_reduce: return sum;
    case Collective::broadcast: return input(*schedule.root, index);
    case Collective::reduce: return schedule.root == rank ? std::optional(sum) : std::nullopt;
  }
  return std::nullopt;
}

template <typename T>
void check_executed(const Schedule& schedule, std::size_t elements) {
  const ChunkLayout layout{elements, schedule.chunk_count};
  const auto ranks = static_cast<std::size_t>(schedule.world_size);
  std::vector<std::vector<T>> buffers(ranks);
  std::vector<Counters> counters(ranks);
  run_ranks("threads", schedule.world_size, [&](Transport& transport) {
    const auto rank = static_cast<std::size_t>(transport.rank());
    std::vector<T>& buffer = buffers[rank];
    for (int chunk = 0; chunk < schedule.chunk_count; ++chunk) {
      const bool given = gives(schedule, transport.rank(), chunk);
      for (std::size_t i = layout.range(chunk).begin; i < layout.range(chunk).end; ++i) {
        buffer.push_back(static_cast<T>(given ? input(transport.rank(), i) : rubbish));
      }
    }
    const Label label{"test", 0, -1};
    execute(program_for(schedule, transport.rank()),
            {buffer.data(), elements, dtype_of<T>(), label, -1}, transport, nullptr);
    transport.synchronize();
    counters[rank] = transport.counters();
  });

  INFO(test::described(schedule) << ", " << elements << " elements");
  const auto counted = count_per_rank(schedule, layout);
  bool right = true;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    for (int chunk = 0; chunk < schedule.chunk_count; ++chunk) {
      for (std::size_t i = layout.range(chunk).begin; i < layout.range(chunk).end; ++i) {
        const auto wanted = promised(schedule, static_cast<int>(rank), chunk, i);
        right = right && (!wanted || buffers[rank][i] == static_cast<T>(*wanted));
      }
    }
    const Counters& measured = counters[rank];
    CHECK(counted[rank] == Traffic{measured.sent_messages, measured.received_messages,
                                   measured.sent_elements, measured.received_elements});
  }
  CHECK(right);
}

}  // namespace

TEST_CASE("every algorithm gives exact sums and moves what was counted on 1 to 9 and 16 ranks") {
  for (const int n : {1, 2, 3, 4, 5, 6, 7, 8, 9, 16}) {
    test::for_every_schedule(n, [](const Schedule& schedule) {
      for (const std::size_t elements : {0UL, 3UL, 37UL}) check_executed<long>(schedule, elements);
      check_executed<float>(schedule, 1001);
    });
  }
}

TEST_CASE("ranks end an all-reduce with the same bits whatever the algorithm") {
  // Fractions, whose sums depend on the order of additions.
  constexpr std::size_t elements = 101;
  for (const int n : {3, 4, 6, 7, 8}) {
    for (const std::string& algorithm : test::algorithm_names(Collective::all_reduce, n)) {
      const Schedule schedule = build_schedule(Collective::all_reduce, algorithm, n);
      std::vector<std::vector<float>> buffers(static_cast<std::size_t>(n));
      run_ranks("threads", n, [&](Transport& transport) {
        auto& buffer = buffers[static_cast<std::size_t>(transport.rank())];
        for (std::size_t i = 0; i < elements; ++i) {
          buffer.push_back(1.0F /
                           static_cast<float>(3 + static_cast<int>(i) + 7 * transport.rank()));
        }
        execute(program_for(schedule, transport.rank()),
                {buffer.data(), elements, DType::f32, {"test", 0, -1}, -1}, transport, nullptr);
      });
      INFO(test::described(schedule));
      for (const auto& buffer : buffers) CHECK(buffer == buffers[0]);
    }
  }
}
