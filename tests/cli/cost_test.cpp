// zerolab cost: its numbers are those of formulas written out here, and a trace with known rates
// gives them back.
#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/base/units.hpp"
#include "core/trace/chrome.hpp"
#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"
#include "tests/near.hpp"

using namespace zerolab::test;

namespace {

using Json = nlohmann::json;

const Json& row_of(const Json& report, const std::string& algorithm) {
  for (const Json& row : report.at("algorithms")) {
    if (row.at("algorithm") == algorithm) return row;
  }
  FAIL("no row for " << algorithm);
  return report;
}

// Two ranks exchange messages of several sizes, all copied and added in the same time that
// α = 2 µs, 1/β = 1 GB/s and 1/γ = 2 GB/s give; the receiver posts 100 µs after the sender.
zerolab::Trace trace_with(const std::vector<std::size_t>& sizes) {
  using namespace zerolab;
  Trace trace;
  trace.header.world_size = 2;
  std::int64_t now = 0;
  for (const std::size_t bytes : sizes) {
    const int id = static_cast<int>(trace.header.collectives.size());
    trace.header.collectives.push_back(
        {"test", Collective::all_reduce, "ring", std::nullopt, bytes / 2, 2, DType::f32});
    const auto nanoseconds = static_cast<std::int64_t>(bytes);
    for (const Combine combine : {Combine::add, Combine::copy}) {
      const int step = combine == Combine::add ? 0 : 1;
      const std::int64_t posted = now + 100'000;
      const std::int64_t end = posted + 2'000 + nanoseconds + (step == 0 ? nanoseconds / 2 : 0);
      for (int rank = 0; rank < 2; ++rank) {
        Event event;
        event.rank = rank;
        event.peer = 1 - rank;
        event.collective_id = id;
        event.step = step;
        event.slice = 0;
        event.bytes = bytes;
        event.elements = bytes / 4;
        event.combine = combine;
        event.begin = posted;
        event.end = end;
        event.kind = EventKind::send;
        event.posted = now;
        event.chunk = rank;
        trace.events.push_back(event);
        event.kind = EventKind::receive;
        event.posted = posted;
        event.chunk = 1 - rank;
        trace.events.push_back(event);
      }
      now = end;
    }
  }
  std::stable_sort(trace.events.begin(), trace.events.end(), comes_before);
  return trace;
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    widest = std::max(widest, zerolab::display_width(line));
  }
  return widest;
}

}  // namespace

TEST_CASE("a ring costs what its formula says in every number") {
  const Json report = run_json(
      "cost --collective all-reduce --ranks 1024 --bytes 1024000000 --algorithm ring --json "
      "--network intra=2us,50GB/s add=100GB/s");
  const double chunk = 1e6;
  const double seconds = 2 * 1023 * (2e-6 + chunk / 50e9) + 1023 * chunk / 100e9;
  const Json row = row_of(report, "ring");
  CHECK(row.at("steps") == 2046);
  CHECK(near(row.at("seconds"), seconds));
  CHECK(near(row.at("closed_form_seconds"), seconds));
  CHECK(row.at("closed_form") == "2(N-1)α + 2(N-1)/N·Sβ + (N-1)/N·Sγ");
  CHECK(near(row.at("latency_seconds"), 2 * 1023 * 2e-6));
  CHECK(near(row.at("algorithm_bytes_per_second"), 1024e6 / seconds));
  CHECK(near(row.at("bus_bytes_per_second"), 1024e6 / seconds * 2 * 1023 / 1024));
  REQUIRE(report.at("ranks").size() == 1024);
  for (const Json& rank : report.at("ranks")) CHECK(near(rank.at("ready_seconds"), seconds));
  CHECK(report.at("fastest_by_size").empty());
  CHECK(report.at("config").at("network").at("words") == "intra=2us,50GB/s add=100GB/s");
}

TEST_CASE("the words of a network may stand in quotes or not") {
  const ProgramResult quoted =
      run_program({"cost", "--collective", "all-gather", "--ranks", "8", "--bytes", "1M",
                   "--network", "two-level nic-per-rank late=3,1ms"});
  const ProgramResult plain = run_program(
      "cost --network two-level nic-per-rank late=3,1ms --collective all-gather --ranks 8 "
      "--bytes 1M");
  CHECK(quoted.exit_status == 0);
  CHECK(quoted.out == plain.out);
  CHECK_THAT(plain.out, ContainsSubstring("late=3,1ms"));
}

TEST_CASE("all algorithms are put side by side with the sizes where the fastest changes") {
  // A chain of N pieces against a binomial tree on 8 ranks: 14α + 14/8·Sβ = 3α + 3·Sβ.
  const Json report = run_json(
      "cost --collective broadcast --ranks 8 --bytes 8M --json --network intra=10us,1GB/s "
      "--algorithm binomial,chain");
  CHECK(near(row_of(report, "binomial").at("seconds"), 3 * (10e-6 + 8e-3)));
  CHECK(near(row_of(report, "chain").at("seconds"), 14 * (10e-6 + 1e-3)));
  CHECK(report.at("algorithms").at(0).at("algorithm") == "chain");  // the fastest first
  const Json& changes = report.at("fastest_by_size");
  REQUIRE(changes.size() == 2);
  CHECK(changes.at(0) == Json{{"from_bytes", 64}, {"algorithm", "binomial"}});
  CHECK(changes.at(1).at("algorithm") == "chain");
  CHECK(near(changes.at(1).at("from_bytes"), 11 * 10e-6 / 1.25e-9, 1e-4));
  CHECK(report.at("ranks").empty());

  const ProgramResult text =
      run_program("cost --collective broadcast --ranks 8 --bytes 8M --network intra=10us,1GB/s");
  REQUIRE(text.exit_status == 0);
  for (const char* part :
       {"broadcast from rank 0 of 8.000 MB on 8 ranks, by a model of this network:\n"
        "  intra=10us,1GB/s\n",
        "  chain         14  14.14 ms       0.566       0.566     14.14 ms         0 %\n",
        "chain: (N-2+K)(α + S/K·β), K = 8\n", "  from 88,000 bytes  chain\n",
        "chain takes 14.14 ms. With no bytes at all it would take 140.0 µs: latency, 0.99 % of"}) {
    CHECK_THAT(text.out, ContainsSubstring(part));
  }
}

TEST_CASE("4096 ranks have a ring and a reason for what is left out") {
  const Json report = run_json(
      "cost --collective all-reduce --ranks 4096 --bytes 4096 --json --network intra=1us,1GB/s");
  REQUIRE(report.at("algorithms").size() == 1);
  CHECK(near(row_of(report, "ring").at("seconds"), 2 * 4095 * (1e-6 + 1e-9), 1e-9));
  for (const Json& one : report.at("left_out")) {
    CHECK_THAT(one.at("reason").get<std::string>(),
               ContainsSubstring("a schedule is built for 1 to 2048 ranks"));
  }
}

TEST_CASE("a shared card and a late rank show in the difference to the closed form") {
  const Json late = run_json(
      "cost --collective all-reduce --ranks 8 --bytes 8K --algorithm ring --json --network "
      "intra=1us,1GB/s late=3,5ms");
  const Json row = row_of(late, "ring");
  CHECK(near(row.at("closed_form_seconds"), 14 * 2e-6));
  CHECK(near(row.at("seconds"), 5e-3 + 14 * 2e-6));
  const std::string nodes = "--network ranks-per-node=2 intra=1us,1GB/s inter=1us,1GB/s";
  const auto direct = [&](const std::string& more) {
    return row_of(run_json("cost --collective all-gather --ranks 4 --bytes 4M --algorithm direct "
                           "--json " +
                           nodes + more),
                  "direct")
        .at("seconds")
        .get<double>();
  };
  // Of three steps, one (to the rank two further) sends two chunks from every node to the other;
  // in the two others one chunk leaves each node.
  CHECK(near(direct(""), 3 * (1e-6 + 1e-3)));
  CHECK(near(direct(" shared-nic"), 3 * (1e-6 + 1e-3) + 1e-3));
}

TEST_CASE("one rank takes no time and no bytes take latency") {
  const Json alone =
      run_json("cost --collective all-reduce --ranks 1 --bytes 1G --json --network nvlink");
  for (const Json& row : alone.at("algorithms")) {
    CHECK(row.at("seconds") == 0);
    CHECK(row.at("algorithm_bytes_per_second").is_null());
  }
  CHECK_THAT(run_program("cost --collective all-reduce --ranks 1 --bytes 1G --network nvlink").out,
             ContainsSubstring("One rank has nobody to talk to"));
  const Json empty = run_json(
      "cost --collective all-reduce --ranks 5 --bytes 0 --algorithm ring --json --network "
      "intra=3us,1GB/s");
  CHECK(near(row_of(empty, "ring").at("seconds"), 8 * 3e-6));
}

TEST_CASE("rates are fitted to a trace and foretell") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run.json.gz").string();
  zerolab::write_trace(path, trace_with({64, 1024, 65'536, 1'048'576}));
  const Json report = run_json(
      "cost --json --algorithm ring --collective all-reduce --ranks 4 "
      "--bytes 4M --fit " +
      path);
  const Json& fit = report.at("fit");
  CHECK(fit.at("messages") == 16);
  CHECK(near(fit.at("network").at("intra").at("latency_seconds"), 2e-6, 1e-6));
  CHECK(near(fit.at("network").at("intra").at("bytes_per_second"), 1e9, 1e-6));
  CHECK(near(fit.at("network").at("add_bytes_per_second"), 2e9, 1e-6));
  CHECK(fit.at("sizes").size() == 8);
  CHECK(near(row_of(report, "ring").at("seconds"), 6 * (2e-6 + 1e-3) + 3 * 0.5e-3, 1e-6));

  const ProgramResult text = run_program("cost --fit " + path);
  REQUIRE(text.exit_status == 0);
  CHECK_THAT(text.out,
             ContainsSubstring("α = 2.000 µs per message, 1/β = 1.000 GB/s, 1/γ = 2.000"));
  CHECK_THAT(text.out, ContainsSubstring("1,048,576  adds             2     1.575 ms"));
  CHECK(text.out.find("busbw") == std::string::npos);  // nothing more was asked
}

TEST_CASE("a trace with one size of message cannot be fitted") {
  const TemporaryFolder folder;
  const std::string path = folder.path("run.json").string();
  zerolab::write_trace(path, trace_with({4096, 4096}));
  check_refused("cost --fit " + path, "all 8 messages carry 4096 bytes: one size gives");
  zerolab::write_trace(path, trace_with({}));
  check_refused("cost --fit " + path, "no message to fit");
  check_refused("cost --fit " + folder.file("not.json", "zero"), "not.json");
}

TEST_CASE("cost refuses what has no cost") {
  const std::string ring = "cost --collective all-reduce --ranks 8 --bytes 1M ";
  check_refused(ring, "on which network? Give --network with a preset (nvlink, pcie,");
  check_refused(ring + "--network infiniband", "network word 'infiniband': unknown; it may be");
  check_refused(ring + "--network nvlink late=8,1ms", "there is no rank 8: the 8 ranks are 0 to 7");
  check_refused(ring + "--network nvlink --algorithm gossip", "no algorithm 'gossip'");
  check_refused(ring + "--network nvlink --algorithm ring,", "no algorithm ''");
  check_refused(ring + "--network nvlink --root 1", "all-reduce has no root");
  check_refused("cost --network nvlink", "Give --collective, --ranks and --bytes, all three");
  check_refused("cost --collective gossip --ranks 8 --bytes 1M --network nvlink",
                "unknown collective 'gossip'");
  check_refused("cost --collective reduce --ranks 0 --bytes 1M --network nvlink",
                "ranks '0': give a whole number from 1 to 16,384");
  for (const std::string bytes : {"many", "1.5", "1X", "-1", "1e16", "1Bi", "B"}) {
    check_refused("cost --collective reduce --ranks 4 --network nvlink --bytes=" + bytes,
                  "bytes '" + bytes + "': give a whole number from 0 to 10^15");
  }
  check_refused(ring + "--network nvlink --fit run.json", "--fit", Hint::help);
}

TEST_CASE("sizes are read in powers of ten and of two") {
  const auto bytes = [](const std::string& text) {
    return run_json("cost --collective reduce --ranks 2 --network nvlink --json --bytes " + text)
        .at("config")
        .at("bytes")
        .get<std::int64_t>();
  };
  CHECK(bytes("0") == 0);
  CHECK(bytes("64B") == 64);
  CHECK(bytes("1.5e3") == 1500);
  CHECK(bytes("64K") == 64'000);
  CHECK(bytes("1GB") == 1'000'000'000);
  CHECK(bytes("64Mi") == 64 * 1024 * 1024);
  CHECK(bytes("2GiB") == 2L * 1024 * 1024 * 1024);
}

TEST_CASE("cost fits a terminal of 100 columns") {
  for (const char* line :
       {"cost --collective all-reduce --ranks 200 --bytes 123456789 --network two-level "
        "late=3,1ms "
        "slow=100,1.25x late=17,2ms late=99,123.456us",
        "cost --collective all-gather --ranks 4000 --bytes 1T --network pcie",
        "cost --collective reduce --root 3 --ranks 64 --bytes 7 --network ethernet-10g"}) {
    const ProgramResult result = run_program(line);
    INFO(result.out);
    CHECK(result.exit_status == 0);
    CHECK(widest_line(result.out) <= 100);
  }
}

TEST_CASE("cost help lists the presets and an example") {
  const ProgramResult help = run_program("cost --help");
  CHECK(help.exit_status == 0);
  for (const char* part : {"Example: zerolab cost --collective", "two-level: nodes of 8 NVLink",
                           "that are assumed, not measured"}) {
    CHECK_THAT(help.out, ContainsSubstring(part));
  }
  CHECK(widest_line(help.out) <= 100);
}
