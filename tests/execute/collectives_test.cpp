// Executed collectives equal exact sums (inputs are whole numbers that differ by rank and index),
// and what moved equals what was counted, for uneven and empty chunks.
#include "core/execute/collectives.hpp"

#include <atomic>
#include <vector>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/schedule/build.hpp"
#include "core/schedule/count.hpp"
#include "core/trace/chrome.hpp"
#include "core/trace/rules.hpp"
#include "core/transport/registry.hpp"
#include "tests/catch.hpp"

using namespace zerolab;

namespace {

// Whole numbers: exact as float, and every rank's and index's is another.
template <typename T>
T input(int rank, std::size_t index) {
  return static_cast<T>(1000 * (rank + 1) + static_cast<int>(index % 997));
}

template <typename T>
T sum_over_ranks(int n, std::size_t index) {
  T sum = 0;
  for (int rank = 0; rank < n; ++rank) sum += input<T>(rank, index);
  return sum;
}

template <typename T>
struct Outcome {
  std::vector<std::vector<T>> buffers;  // [rank]
  std::vector<Counters> counters;       // [rank]
};

// Runs one collective on all ranks and keeps what each is left with.
template <typename T>
Outcome<T> outcome(Collective collective, int n, std::size_t elements, int root) {
  Outcome<T> result{std::vector<std::vector<T>>(static_cast<std::size_t>(n)),
                    std::vector<Counters>(static_cast<std::size_t>(n))};
  run_ranks("threads", n, [&](Transport& transport) {
    const auto rank = static_cast<std::size_t>(transport.rank());
    std::vector<T>& buffer = result.buffers[rank];
    for (std::size_t i = 0; i < elements; ++i) buffer.push_back(input<T>(transport.rank(), i));
    Collectives collectives(transport);
    const std::span<T> all(buffer);
    switch (collective) {
      case Collective::reduce_scatter: collectives.reduce_scatter(all); break;
      case Collective::all_gather: collectives.all_gather(all); break;
      case Collective::all_reduce: collectives.all_reduce(all); break;
      case Collective::broadcast: collectives.broadcast(all, root); break;
      case Collective::reduce: collectives.reduce(all, root); break;
    }
    result.counters[rank] = transport.counters();
  });
  return result;
}

template <typename T>
void check_values(Collective collective, int n, std::size_t elements, int root,
                  const Outcome<T>& got) {
  const ChunkLayout layout{elements, n};
  bool right = true;
  for (int rank = 0; rank < n; ++rank) {
    const auto& buffer = got.buffers[static_cast<std::size_t>(rank)];
    for (int chunk = 0; chunk < n; ++chunk) {
      for (std::size_t i = layout.range(chunk).begin; i < layout.range(chunk).end; ++i) {
        switch (collective) {
          case Collective::reduce_scatter:
            right = right && (chunk != rank || buffer[i] == sum_over_ranks<T>(n, i));
            break;
          case Collective::all_gather: right = right && buffer[i] == input<T>(chunk, i); break;
          case Collective::all_reduce: right = right && buffer[i] == sum_over_ranks<T>(n, i); break;
          case Collective::broadcast: right = right && buffer[i] == input<T>(root, i); break;
          case Collective::reduce:
            right = right && (rank != root || buffer[i] == sum_over_ranks<T>(n, i));
            break;
        }
      }
    }
  }
  INFO(to_string(collective) << " N = " << n << " elements " << elements << " root " << root);
  CHECK(right);
}

template <typename T>
void check_collective(Collective collective) {
  for (int n = 1; n <= 17; n = n < 9 ? n + 1 : n + 8) {
    for (const std::size_t elements : {0UL, 1UL, 7UL, 37UL, 1000UL}) {
      const int root = has_root(collective) ? static_cast<int>(elements) % n : -1;
      const Outcome<T> got = outcome<T>(collective, n, elements, root);
      check_values(collective, n, elements, root, got);

      const Schedule schedule =
          build_schedule(collective, n, root < 0 ? std::nullopt : std::optional(root));
      const auto predicted = count_per_rank(schedule, {elements, schedule.chunk_count});
      for (std::size_t rank = 0; rank < predicted.size(); ++rank) {
        const Counters& measured = got.counters[rank];
        CHECK(predicted[rank] == Traffic{measured.sent_messages, measured.received_messages,
                                         measured.sent_elements, measured.received_elements});
        CHECK(measured.sent_bytes == measured.sent_elements * static_cast<std::int64_t>(sizeof(T)));
      }
    }
  }
}

}  // namespace

TEST_CASE("every collective of floats gives exact sums and moves what was counted") {
  for (const Collective collective : all_collectives) check_collective<float>(collective);
}

TEST_CASE("every collective of 64-bit integers gives exact sums and moves what was counted") {
  for (const Collective collective : all_collectives) check_collective<long>(collective);
}

TEST_CASE("bfloat16 is added up ring-wise with one rounding per hop") {
  // Chunk c starts at rank c+1 and gains one rank per hop; rank c adds last.
  for (const int n : {2, 3, 4, 5, 8}) {
    constexpr std::size_t elements = 203;
    const auto value = [](int rank, std::size_t i) {
      return to_bfloat16(1.0F / static_cast<float>(3 + static_cast<int>(i) + 7 * rank));
    };
    std::vector<std::vector<BFloat16>> buffers(static_cast<std::size_t>(n));
    std::vector<Counters> counters(static_cast<std::size_t>(n));
    run_ranks("threads", n, [&](Transport& transport) {
      auto& buffer = buffers[static_cast<std::size_t>(transport.rank())];
      for (std::size_t i = 0; i < elements; ++i) buffer.push_back(value(transport.rank(), i));
      Collectives(transport).all_reduce(std::span<BFloat16>(buffer));
      counters[static_cast<std::size_t>(transport.rank())] = transport.counters();
    });
    const ChunkLayout layout{elements, n};
    for (int chunk = 0; chunk < n; ++chunk) {
      for (std::size_t i = layout.range(chunk).begin; i < layout.range(chunk).end; ++i) {
        BFloat16 sum = value((chunk + 1) % n, i);
        for (int hop = 2; hop <= n; ++hop) {
          sum = to_bfloat16(to_float(sum) + to_float(value((chunk + hop) % n, i)));
        }
        for (const auto& buffer : buffers) REQUIRE(buffer[i] == sum);
      }
    }
    for (const Counters& c : counters) CHECK(c.sent_bytes == 2 * c.sent_elements);
  }
}

TEST_CASE("all-reduce gives every rank the same bits and reduce-scatter the same as it") {
  constexpr int n = 5;
  constexpr std::size_t elements = 1003;
  const auto values = [](int rank) {
    std::vector<float> v(elements);
    for (std::size_t i = 0; i < elements; ++i) {
      v[i] = 1.0f / static_cast<float>(3 + static_cast<int>(i) + 7 * rank);
    }
    return v;
  };
  std::vector<std::vector<float>> reduced(n), scattered(n);
  run_ranks("threads", n, [&](Transport& transport) {
    const auto rank = static_cast<std::size_t>(transport.rank());
    Collectives collectives(transport);
    reduced[rank] = values(transport.rank());
    scattered[rank] = reduced[rank];
    collectives.all_reduce(std::span<float>(reduced[rank]));
    collectives.reduce_scatter(std::span<float>(scattered[rank]));
  });
  const ChunkLayout layout{elements, n};
  for (int rank = 0; rank < n; ++rank) {
    CHECK(reduced[static_cast<std::size_t>(rank)] == reduced[0]);
    bool same = true;
    for (std::size_t i = layout.range(rank).begin; i < layout.range(rank).end; ++i) {
      same = same && scattered[static_cast<std::size_t>(rank)][i] == reduced[0][i];
    }
    CHECK(same);
  }
}

TEST_CASE("a barrier is N-1 empty messages and nobody leaves before all have come") {
  constexpr int n = 4;
  std::atomic<int> arrived{0};
  std::atomic<bool> early{false};
  std::vector<Counters> counters(n);
  run_ranks("threads", n, [&](Transport& transport) {
    Collectives collectives(transport);
    for (int round = 1; round <= 50; ++round) {
      ++arrived;
      collectives.barrier();
      if (arrived < n * round) early = true;
      collectives.barrier();
    }
    counters[static_cast<std::size_t>(transport.rank())] = transport.counters();
  });
  CHECK_FALSE(early);
  for (const Counters& c : counters) CHECK(c == Counters{300, 300, 0, 0, 0, 0});
}

TEST_CASE("ranks in different collectives are told so") {
  CHECK_THROWS_WITH(
      run_ranks("threads", 2,
                [](Transport& transport) {
                  Collectives collectives(transport);
                  std::vector<float> buffer(8);
                  if (transport.rank() == 0) {
                    collectives.all_gather(std::span<float>(buffer), "parameters of block 3");
                  } else {
                    collectives.reduce_scatter(std::span<float>(buffer), "gradients of block 2");
                  }
                }),
      test::ContainsSubstring("rank 0 is in all-gather #0 (parameters of block 3, 8 elements), "
                              "rank 1 in reduce-scatter #0 (gradients of block 2, 8 elements)"));
}

TEST_CASE("ranks with buffers of different sizes are told so") {
  CHECK_THROWS_WITH(
      run_ranks("threads", 2,
                [](Transport& transport) {
                  Collectives collectives(transport);
                  std::vector<float> buffer(transport.rank() == 0 ? 8 : 10);
                  collectives.all_reduce(std::span<float>(buffer));
                }),
      test::ContainsSubstring("of 4 f32 elements") && test::ContainsSubstring("of 5 f32 elements"));
}

TEST_CASE("a root that does not exist is refused") {
  CHECK_THROWS_WITH(run_ranks("threads", 2,
                              [](Transport& transport) {
                                std::vector<float> buffer(8);
                                Collectives(transport).broadcast(std::span<float>(buffer), 2);
                              }),
                    test::ContainsSubstring("root 2: the ranks are 0 to 1"));
}

TEST_CASE("a traced collective records each message once on both sides") {
  constexpr int n = 4;
  constexpr std::size_t elements = 10;
  const std::int64_t start = now_ns();
  std::vector<Recorder> recorders;
  for (int rank = 0; rank < n; ++rank) recorders.emplace_back(rank, start);
  run_ranks("threads", n, [&](Transport& transport) {
    Recorder& recorder = recorders[static_cast<std::size_t>(transport.rank())];
    recorder.set_recording(true);
    Collectives collectives(transport, &recorder);
    std::vector<float> buffer(elements);
    collectives.all_reduce(std::span<float>(buffer), "gradients of block 0");
    collectives.broadcast(std::span<float>(buffer), 2, "weights");
  });
  std::vector<const Recorder*> pointers;
  for (const Recorder& recorder : recorders) pointers.push_back(&recorder);
  TraceHeader header;
  header.world_size = n;
  const Trace trace = merge(header, pointers);

  REQUIRE(trace.header.collectives.size() == 2);
  CHECK(trace.header.collectives[0].purpose == "gradients of block 0");
  CHECK(trace.header.collectives[1].root == 2);
  for (int id = 0; id < 2; ++id) {
    const Schedule schedule = id == 0 ? build_schedule(Collective::all_reduce, n)
                                      : build_schedule(Collective::broadcast, n, 2);
    const auto predicted = count_per_rank(schedule, {elements, n});
    std::vector<Traffic> recorded(n);
    std::vector<Transfer> sent, received;
    for (const Event& event : trace.events) {
      if (event.collective_id != id) continue;
      CHECK(event.posted <= event.begin);
      CHECK(event.begin <= event.end);
      auto& traffic = recorded[static_cast<std::size_t>(event.rank)];
      const auto moved = static_cast<std::int64_t>(event.elements);
      if (event.kind == EventKind::send) {
        traffic += {1, 0, moved, 0};
        sent.push_back({event.step, event.rank, event.peer, event.chunk, event.combine});
      } else if (event.kind == EventKind::receive) {
        traffic += {0, 1, 0, moved};
        received.push_back({event.step, event.peer, event.rank, event.chunk, event.combine});
      }
    }
    CHECK(recorded == predicted);
    CHECK_THAT(sent, Catch::Matchers::UnorderedEquals(schedule.transfers));
    CHECK_THAT(received, Catch::Matchers::UnorderedEquals(schedule.transfers));
  }
  CHECK(check_chrome_rules(to_chrome_json(trace)).empty());
}
