// zerolab bench: every result is exact, a wrong one would be counted, and the rows are those of
// nccl-tests. Nothing here depends on how long anything takes.
#include "core/cli/bench_check.hpp"
#include "core/device/buffer.hpp"
#include "core/model/products.hpp"
#include "core/schedule/algorithm.hpp"
#include "core/schedule/build.hpp"
#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace zerolab;
using namespace zerolab::test;

namespace {

using Json = nlohmann::json;

constexpr const char* quick = " -n 2 -w 1 --json ";

// What a correct all-reduce, or another collective that adds, would leave: all inputs added up.
void add_inputs(const CheckedCollective& checked, TypedSpan sum) {
  Buffer memory(device("cpu"), sum.elements * size_bytes(sum.dtype));
  const TypedSpan input{memory.as<std::byte>().data(), sum.elements, sum.dtype};
  fill_with_input(checked, 0, sum);
  for (int rank = 1; rank < checked.world_size; ++rank) {
    fill_with_input(checked, rank, input);
    device("cpu").combine(Combine::add, sum.data, input.data, sum.elements, sum.dtype);
  }
}

void check_timing(const Json& timing) {
  CHECK(timing.at("time_us").get<double>() >= 0);
  CHECK(timing.at("algbw_gb_per_s").get<double>() >= 0);
  CHECK(timing.at("busbw_gb_per_s").get<double>() >= 0);
  CHECK(timing.at("wrong") == 0);
}

}  // namespace

TEST_CASE("no collective is wrong for any type and world size") {
  for (const char* type : {"float", "bf16", "int64"}) {
    for (const int ranks : {1, 2, 3, 4}) {
      const std::string line = "bench --collective all -b 8 -e 32K -f 64 --type " +
                               std::string(type) + " --ranks " + std::to_string(ranks) + quick;
      const Json report = run_json(line);
      CHECK(report.at("out_of_bounds_values") == 0);
      CHECK(report.at("ranks").size() == static_cast<std::size_t>(ranks));
      REQUIRE(report.at("rows").size() == 15);  // five collectives, 8 B, 512 B, 32 KiB
      for (const Json& row : report.at("rows")) {
        INFO(row.dump());
        CHECK(row.at("type") == type);
        check_timing(row.at("out_of_place"));
        check_timing(row.at("in_place"));
        CHECK(row.at("limit_gb_per_s").get<double>() > 0);
      }
    }
  }
}

TEST_CASE("algorithms are checked by what their own chunks promise, in slices and buffered too") {
  const auto check = [](const std::string& algorithm, const std::string& words) {
    const Json report =
        run_json("bench -b 40 -e 4000 -f 100 --algorithm " + algorithm + " " + words + quick);
    for (const Json& row : report.at("rows")) {
      INFO(row.dump());
      CHECK(row.at("algorithm") == algorithm);
      check_timing(row.at("out_of_place"));
      check_timing(row.at("in_place"));
    }
    return report.at("config");
  };
  // 2N chunks, of which each rank owns two; 1000 elements do not divide by 6.
  check("bidirectional-ring", "--collective reduce-scatter --ranks 3 --slice 64");
  check("bidirectional-ring", "--collective all-gather --ranks 3 --slice none");
  const Json config = check("halving-doubling", "--ranks 4 --slice 1 --eager 16");
  CHECK(config.at("slice_bytes") == 1);
  CHECK(config.at("eager_bytes") == 16);
  check("double-binary-tree", "--ranks 4");
  check("binomial", "--collective broadcast --ranks 4");
  check_refused("bench --algorithm chain", "all-reduce has no algorithm 'chain'");
  check_refused("bench --slice 0", "size '0'");
}

TEST_CASE("sizes and counts are those of nccl-tests") {
  const Json report =
      run_json("bench --collective all -b 1K -e 1K --ranks 3 --type bf16" + std::string(quick));
  const auto row = [&](std::size_t index) { return report.at("rows").at(index); };
  // 512 elements: 170 for each of 3 ranks, 510 in the buffer.
  CHECK(row(0).at("collective") == "reduce-scatter");
  CHECK(row(0).at("count") == 170);
  CHECK(row(0).at("size_bytes") == 1020);
  CHECK(row(0).at("redop") == "sum");
  CHECK(row(0).at("root") == -1);
  CHECK(row(1).at("collective") == "all-gather");
  CHECK(row(1).at("count") == 170);
  CHECK(row(1).at("redop") == "none");
  CHECK(row(2).at("collective") == "all-reduce");
  CHECK(row(2).at("count") == 512);
  CHECK(row(2).at("size_bytes") == 1024);
  CHECK(row(3).at("collective") == "broadcast");
  CHECK(row(3).at("root") == 0);
  CHECK(row(4).at("collective") == "reduce");
  for (const Json& each : report.at("rows")) {
    const Json& timing = each.at("in_place");
    const std::string collective = each.at("collective");
    const double factor = collective == "all-reduce"                                     ? 4.0 / 3
                          : collective == "all-gather" || collective == "reduce-scatter" ? 2.0 / 3
                                                                                         : 1;
    const double algorithm = timing.at("algbw_gb_per_s");
    CHECK(std::abs(timing.at("busbw_gb_per_s").get<double>() - algorithm * factor) <=
          1e-12 * algorithm);
  }
}

TEST_CASE("one rank alone and an empty buffer reach no share of the limit") {
  const Json alone = run_json("bench -b 64 -e 64 --ranks 1" + std::string(quick));
  CHECK(alone.at("rows").at(0).at("share_of_limit").is_null());
  const Json empty =
      run_json("bench --collective all-gather -b 8 -e 8 --ranks 4" + std::string(quick));
  CHECK(empty.at("rows").at(0).at("count") == 0);
  CHECK(empty.at("rows").at(0).at("share_of_limit").is_null());
}

TEST_CASE("cold iterations are as exact") {
  const std::string line =
      "bench --collective all -b 8 -e 8K -f 1024 --ranks 2 --cold" + std::string(quick);
  if (run_program(line).exit_status == 2) {
    check_refused(line, "does not say how large its last-level cache is");
    return;
  }
  const Json report = run_json(line);
  CHECK(report.at("config").at("cold") == true);
  CHECK(report.at("config").at("cache_bytes").get<std::int64_t>() > 0);
  CHECK(report.at("out_of_bounds_values") == 0);
}

TEST_CASE("the table has the columns and the footer of nccl-tests") {
  const ProgramResult result = run_program("bench -b 64 -e 64 --ranks 2 -n 1 -w 0");
  CHECK(result.exit_status == 0);
  for (const char* part : {"out-of-place", "in-place", "redop", "#wrong", "algbw", "busbw", "share",
                           "# Out of bounds values : 0 OK\n", "# Avg bus bandwidth    : "}) {
    CHECK_THAT(result.out, ContainsSubstring(part));
  }
}

TEST_CASE("a wrong element is counted and no other") {
  for (const DType dtype : {DType::f32, DType::bf16, DType::i64}) {
    for (const int n : {2, 3, 16, 256}) {
      const CheckedCollective checked{Collective::all_reduce, n, 0};
      constexpr std::size_t elements = 5000;
      Buffer memory(device("cpu"), elements * size_bytes(dtype));
      const TypedSpan sum{memory.as<std::byte>().data(), elements, dtype};
      add_inputs(checked, sum);
      CHECK(count_wrong(checked, n - 1, sum) == 0);
      memory.as<std::byte>()[1234 * size_bytes(dtype)] ^= std::byte{1};
      CHECK(count_wrong(checked, n - 1, sum) == 1);
      fill_with_input(checked, 0, sum.sub({0, elements}));  // one rank's input is not the sum
      CHECK(count_wrong(checked, 0, sum) > static_cast<std::int64_t>(elements / 4));
    }
  }
}

TEST_CASE("a contribution that is missing or counted twice is wrong") {
  const CheckedCollective checked{Collective::reduce, 4, 2};
  std::vector<float> sum(1009);
  std::vector<float> input(1009);
  add_inputs(checked, std::span(sum));
  CHECK(count_wrong(checked, 2, std::span(sum)) == 0);
  fill_with_input(checked, 3, std::span(input));
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += input[i];
  CHECK(count_wrong(checked, 2, std::span(sum)) > 900);
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] -= 2 * input[i];
  CHECK(count_wrong(checked, 2, std::span(sum)) > 900);
  CHECK(count_wrong(checked, 1, std::span(sum)) == 0);  // not the root: promised nothing
}

TEST_CASE("chunks in each other's place are wrong") {
  const CheckedCollective gather{Collective::all_gather, 4, 0, 4};
  std::vector<long> buffer(64);
  std::vector<long> input(64);
  for (int rank = 0; rank < 4; ++rank) {
    fill_with_input(gather, rank, std::span(input));
    const Range own = input_of(gather, rank, 64);
    std::copy(input.begin() + static_cast<long>(own.begin),
              input.begin() + static_cast<long>(own.end),
              buffer.begin() + static_cast<long>(own.begin));
  }
  CHECK(count_wrong(gather, 1, std::span(buffer)) == 0);
  std::swap_ranges(buffer.begin(), buffer.begin() + 16, buffer.begin() + 16);
  CHECK(count_wrong(gather, 1, std::span(buffer)) > 16);
  CHECK(count_wrong(gather, 1, std::span(buffer)) <= 32);
}

TEST_CASE("a rank's input leaves nothing to be taken for a result") {
  for (const Collective collective : all_collectives) {
    const CheckedCollective checked{collective, 3, 1, 3};
    for (int rank = 0; rank < 3; ++rank) {
      std::vector<float> buffer(300);
      fill_with_input(checked, rank, std::span(buffer));
      const Range result = result_of(checked, rank, buffer.size());
      const bool is_source = collective == Collective::broadcast && rank == 1;
      INFO(to_string(collective) << " rank " << rank);
      if (result.empty() || is_source) continue;
      CHECK(count_wrong(checked, rank, std::span(buffer)) > 0);
    }
  }
}

TEST_CASE("the bare products of a step are as many operations as the formula says") {
  for (const char* name : {"nano", "tiny"}) {
    const GptConfig config = gpt_preset(name);
    const Gpt model(config, 3, config.context - 1);
    CHECK(StepProducts(model).flops() == flops_per_step(config, 3, config.context - 1));
  }
  const GptConfig config = gpt_preset("nano");
  const StepProducts products(Gpt(config, 1, 2));
  products.run();  // within its memory: the sanitizers see to that
}

TEST_CASE("bench --train says how a step's time divides") {
  const Json report = run_json(
      "bench --train --model nano --batch 2 --seq 16 --ranks 2 --stage 3 --precision bf16 -n 3 "
      "--json");
  CHECK(report.at("command") == "bench --train");
  CHECK(report.at("config").at("precision") == "bf16");
  CHECK(report.at("tokens_per_s").get<double>() > 0);
  CHECK(report.at("flops_per_step") == 2 * flops_per_step(gpt_preset("nano"), 2, 16));
  const Json& shares = report.at("shares");
  CHECK(shares.at("matrix_products").get<double>() > 0);
  CHECK(shares.at("collectives").get<double>() > 0);
  CHECK(std::abs(shares.at("matrix_products").get<double>() +
                 shares.at("collectives").get<double>() + shares.at("elsewhere").get<double>() -
                 1) < 1e-9);
  for (const Json& rank : report.at("ranks")) {
    REQUIRE(rank.at("turns").size() == 3);
    for (const Json& turn : rank.at("turns")) {
      CHECK(turn.at("collectives_s").get<double>() <= turn.at("step_s").get<double>());
    }
  }
  const ProgramResult text = run_program("bench --train --model nano --seq 16 -n 1 -w 0");
  CHECK(text.exit_status == 0);
  CHECK_THAT(text.out, ContainsSubstring("step / bare products"));
  CHECK_THAT(text.out, ContainsSubstring("share of the step: matrix products "));
}

TEST_CASE("bench refuses what it cannot measure") {
  check_refused("bench --collective all-reduced", "it may be all, reduce-scatter, all-gather");
  check_refused("bench -b 8X", "size '8X': give a whole number of bytes");
  check_refused("bench -b 0", "size '0'");
  check_refused("bench -b 2048G", "size '2048G'");
  check_refused("bench -b 64K -e 32K", "sizes from 65536 bytes to 32768");
  check_refused("bench -f 1", "factor 1 from one size to the next: it must be at least 2");
  check_refused("bench -n 0", "0 iterations: at least 1");
  check_refused("bench -w -1", "-1 iterations to warm up");
  check_refused("bench --type double", "unknown element type 'double': it may be float, bf16");
  check_refused("bench --ranks 0", "0");
  check_refused("bench --ranks 257", "257");
  check_refused("bench -b 1024G -e 1024G", "is free: give a smaller -e");
  check_refused("bench --model tiny", "add --train");
  check_refused("bench --train --model huge", "no model named 'huge'");
  check_refused("bench --train -n 0", "0 iterations: at least 1 step");
  check_refused("bench --train --model nano --seq 19", "sequence length 19 is longer");
  check_refused("bench --train --precision fp8", "fp8");
  check_refused("bench --train --cold", "--cold", Hint::help);
}
