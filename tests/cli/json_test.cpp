// Every --json output has the one shape that json_output.hpp promises.
#include "tests/catch.hpp"
#include "tests/cli/run_program.hpp"

using namespace zerolab::test;

TEST_CASE("all commands print json of one shape") {
  for (const char* line :
       {"train --model nano --seq 16 --steps 1 --ranks 2 --json",
        "train --model nano --seq 16 --steps 1 --ranks 2 --compare-stages --json",
        "counts --collective all-reduce --ranks 4 --elements 10 --json",
        "counts --collective all-reduce --ranks 4 --elements 10 --run --per-step --json",
        "counts --collective reduce-scatter --ranks 2,4,8 --elements 1000 --json",
        "schedule --collective all-gather --ranks 4 --json",
        "counts --collective all-reduce --ranks 8 --elements 1000 --compare --json",
        "cost --collective all-reduce --ranks 8 --bytes 1M --network nvlink --json",
        "bench --collective all-reduce --ranks 2 -b 8 -e 64 -n 1 -w 1 --json",
        "memory --params 7.5e9 --ranks 64 --json", "memory --table --json",
        "offload --ranks 1,2 --units 2 --elements 100 --scale 1 --json"}) {
    INFO(line);
    const auto json = run_json(line);  // checks the shape
    CHECK(json.at("schema") == "zerolab/1");
  }
}

TEST_CASE("the program without a word or with an unknown one says what there is") {
  const ProgramResult none = run_program("");
  CHECK(none.exit_status == 2);
  CHECK(none.error ==
        "zerolab: which command? It may be train, counts, schedule, memory, cost, bench, deadlock, "
        "explain, offload, profile; see --help\n");
  const ProgramResult unknown = run_program("conut --ranks 4");
  CHECK(unknown.exit_status == 2);
  CHECK(unknown.out.empty());
  CHECK(unknown.error ==
        "zerolab: unknown command 'conut': it may be train, counts, schedule, memory, "
        "cost, bench, deadlock, explain, offload, profile; see --help\n");
  const ProgramResult help = run_program("--help");
  CHECK(help.exit_status == 0);
  for (const char* word :
       {"train", "counts", "schedule", "memory", "explain", "offload", "profile"}) {
    CHECK_THAT(help.out, ContainsSubstring(word));
  }
}
