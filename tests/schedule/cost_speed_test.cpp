// The cost of a ring of thousands of ranks is computed while one waits.
#include <algorithm>
#include <chrono>

#include "core/schedule/cost.hpp"
#include "tests/catch.hpp"

using namespace zerolab;

TEST_CASE("an all-reduce on 4096 ranks is timed in under 0.2 s") {
  const CostModel model(Collective::all_reduce, "ring", 4096, std::nullopt,
                        parse_network("two-level late=7,1ms"));
  double least = 1e9;
  for (int attempt = 0; attempt < 5; ++attempt) {  // the machine may be busy with other things
    const auto start = std::chrono::steady_clock::now();
    CHECK(model.seconds(1'000'000'000) > 0);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    least = std::min(least, elapsed.count());
  }
  INFO(least << " s");
  CHECK(least < 0.2);
}
