// The check of the order finds the first collective in which ranks differ, and costs nothing that
// the collectives' own counts could see.
#include <vector>

#include "core/execute/collectives.hpp"
#include "core/transport/registry.hpp"
#include "tests/catch.hpp"

using namespace zerolab;
using test::ContainsSubstring;

namespace {

CollectiveOptions checked() {
  CollectiveOptions options;
  options.check_order = true;
  return options;
}

}  // namespace

TEST_CASE("the first collective in which ranks differ is named with both") {
  CHECK_THROWS_WITH(
      run_ranks("threads", 3,
                [](Transport& transport) {
                  Collectives collectives(transport, nullptr, checked());
                  std::vector<float> unit(8256);
                  collectives.all_gather(std::span(unit), "parameters of block 2");
                  if (transport.rank() == 2) {
                    collectives.reduce_scatter(std::span(unit), "gradients of block 1");
                  } else {
                    collectives.all_gather(std::span(unit), "parameters of block 3");
                  }
                }),
      ContainsSubstring("collective 1: rank 0 issues all-gather (parameters of block 3, 8,256 f32 "
                        "elements), rank 2 issues reduce-scatter (gradients of block 1, 8,256 f32 "
                        "elements)"));
}

TEST_CASE("roots and sizes and units are part of the order") {
  const auto differs = [](auto act) {
    run_ranks("threads", 2, [&](Transport& transport) {
      Collectives collectives(transport, nullptr, checked());
      act(collectives);
    });
  };
  CHECK_THROWS_WITH(differs([](Collectives& collectives) {
                      std::vector<float> buffer(8);
                      collectives.broadcast(std::span(buffer), collectives.rank());
                    }),
                    ContainsSubstring("broadcast (root 0, 8 f32 elements), rank 1 issues broadcast "
                                      "(root 1, 8 f32 elements)"));
  CHECK_THROWS_WITH(differs([](Collectives& collectives) {
                      std::vector<float> buffer(collectives.rank() == 0 ? 8 : 10);
                      collectives.all_reduce(std::span(buffer));
                    }),
                    ContainsSubstring("rank 1 issues all-reduce (10 f32 elements)"));
  CHECK_THROWS_WITH(differs([](Collectives& collectives) {
                      std::vector<float> buffer(8);
                      collectives.all_reduce(std::span(buffer),
                                             collectives.rank() == 0 ? "block 0" : "block 1");
                    }),
                    ContainsSubstring("all-reduce (block 1, 8 f32 elements)"));
}

TEST_CASE("what the check moves is N-1 numbers before each collective and kept apart") {
  constexpr int ranks = 4;
  std::vector<Counters> all(ranks), check(ranks);
  run_ranks("threads", ranks, [&](Transport& transport) {
    Collectives collectives(transport, nullptr, checked());
    std::vector<float> buffer(100, 1.0F);
    collectives.reduce_scatter(std::span(buffer));
    collectives.all_gather(std::span(buffer));
    const auto rank = static_cast<std::size_t>(transport.rank());
    all[rank] = transport.counters();
    check[rank] = collectives.order_check_traffic();
  });
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    CHECK(check[rank].sent_elements == 2 * (ranks - 1));
    CHECK(check[rank].received_messages == 2 * (ranks - 1));
    CHECK((all[rank] - check[rank]).sent_elements == 2 * 75);
  }
}
