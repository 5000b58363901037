// The zerolab program. `./lab WORD …` builds it where needed and runs it.
#include "core/cli/commands.hpp"

int main(int argc, char* argv[]) {
  zerolab::CommandLine program(
      "zerolab",
      "zerolab: what each rank sends, receives and stores in ZeRO data parallelism.\n"
      "Volumes are per rank and per direction, in elements; Ψ is the number of parameters.",
      "Each subcommand has --help with an example, and --json for programs.");
  zerolab::add_train_command(program);
  zerolab::add_counts_command(program);
  zerolab::add_schedule_command(program);
  zerolab::add_memory_command(program);
  zerolab::add_cost_command(program);
  zerolab::add_bench_command(program);
  zerolab::add_deadlock_command(program);
  zerolab::add_explain_command(program);
  zerolab::add_offload_command(program);
  zerolab::add_profile_command(program);
  return program.run(argc, argv);
}
