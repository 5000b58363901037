// The memory that the process really holds falls from stage 0 to 3 as the formulas say.
#include <cmath>

#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"
#include "tests/zero/formulas.hpp"

using namespace zerolab::test;

TEST_CASE("resident memory of eight ranks falls from stage to stage as the formulas say") {
  for (int stage = 0; stage <= 3; ++stage) {
    const auto json =
        run_json("train --model small --ranks 8 --batch 1 --seq 16 --steps 1 --json --stage " +
                 std::to_string(stage));
    // What the formulas say of the state at rest, and the workspace, which no stage shards.
    const std::vector<std::size_t> units = json.at("unit_elements");
    double expected = 0;
    for (int r = 0; r < 8; ++r) {
      const StageBytes bytes = stage_bytes(stage, units, 8, r);
      expected +=
          static_cast<double>(bytes.parameters + bytes.gradients + bytes.momentum + bytes.variance);
      const auto& peak =
          json.at("ranks").at(static_cast<std::size_t>(r)).at("peak_bytes_by_category");
      expected += peak.at("activations").at("measured").get<double>() +
                  peak.at("scratch").at("measured").get<double>();
    }
    const double resident = json.at("resident_at_rest_bytes").get<double>() -
                            json.at("resident_before_bytes").get<double>();
    INFO("stage " << stage << ": resident " << resident << ", expected " << expected);
    CHECK(std::fabs(resident - expected) < 0.10 * expected);
  }
}
