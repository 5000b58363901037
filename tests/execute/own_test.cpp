// Somebody's own code in place of a schedule.
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "core/execute/collectives.hpp"
#include "core/trace/recorder.hpp"
#include "core/transport/registry.hpp"
#include "tests/catch.hpp"

using namespace zerolab;

namespace {

// A reduce-scatter of one element per rank, sent to its owner directly: not what a schedule would
// do, so that it can be told apart by its messages.
void direct_reduce_scatter(Transport& transport, int root, std::span<float> buffer) {
  if (root != -1) throw std::logic_error("a reduce-scatter has no root");  // ranks must not CHECK
  const int n = transport.world_size();
  float arrived = 0;
  for (int distance = 1; distance < n; ++distance) {
    const int to = (transport.rank() + distance) % n;
    const int from = (transport.rank() + n - distance) % n;
    std::vector<Send> sends(1);
    sends[0].peer = to;
    sends[0].data = &buffer[static_cast<std::size_t>(to)];
    sends[0].elements = 1;
    std::vector<Receive> receives(1);
    receives[0].peer = from;
    receives[0].data = &arrived;
    receives[0].elements = 1;
    transport.exchange(sends, receives);
    buffer[static_cast<std::size_t>(transport.rank())] += arrived;
  }
}

}  // namespace

TEST_CASE("own code runs in place of the schedule for floats and is counted as it moves") {
  constexpr int ranks = 4;
  std::vector<float> kept(ranks);
  std::vector<Counters> of_floats(ranks);
  std::vector<Counters> of_integers(ranks);
  std::vector<std::size_t> events(ranks);
  std::vector<std::int64_t> issued(ranks);
  run_ranks("threads", ranks, [&](Transport& transport) {
    const auto rank = static_cast<std::size_t>(transport.rank());
    CollectiveOptions options;
    options.own[Collective::reduce_scatter] = direct_reduce_scatter;
    Recorder recorder(transport.rank(), 0);
    recorder.set_recording(true);
    Collectives collectives(transport, &recorder, options);
    std::vector<float> floats(ranks, static_cast<float>(rank + 1));
    collectives.reduce_scatter(std::span(floats));
    kept[rank] = floats[rank];
    of_floats[rank] = transport.counters();
    events[rank] = recorder.events().size();
    std::vector<long> integers(100, 1);
    collectives.reduce_scatter(std::span(integers));
    of_integers[rank] = transport.counters() - of_floats[rank];
    issued[rank] = collectives.issued()[static_cast<std::size_t>(Collective::reduce_scatter)];
  });
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    CHECK(kept[rank] == 10);
    CHECK(of_floats[rank].sent_messages == 3);
    CHECK(of_floats[rank].sent_elements == 3);
    CHECK(of_integers[rank].sent_elements == 75);  // the ring's, as always
    CHECK(events[rank] == 1);                      // the collective as a whole
    CHECK(issued[rank] == 2);
  }
}

TEST_CASE("own code that fails ends all ranks with its words") {
  CHECK_THROWS_WITH(run_ranks("threads", 3,
                              [](Transport& transport) {
                                CollectiveOptions options;
                                options.own[Collective::all_gather] = [](Transport& mine, int,
                                                                         std::span<float>) {
                                  if (mine.rank() == 1) throw std::runtime_error("not written yet");
                                  mine.synchronize();
                                };
                                Collectives collectives(transport, nullptr, options);
                                std::vector<float> buffer(3);
                                collectives.all_gather(std::span(buffer));
                                collectives.broadcast(std::span(buffer), 0);
                              }),
                    zerolab::test::ContainsSubstring("not written yet"));
}
