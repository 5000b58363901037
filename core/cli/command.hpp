// What every subcommand of zerolab shares.
//
// A subcommand is one function that adds itself to the program: its options, an example in its
// help, and a callback that does the work and leaves the exit status. Status 0: fine; 1: it failed,
// also where measured and predicted differ; 2: wrong usage or input. Errors are thrown: main prints
// one line "zerolab COMMAND: MESSAGE" on standard error and chooses the status.
#pragma once

namespace CLI {
class App;
}

namespace zerolab {

// `status` outlives the parse; the callback sets it where it is not 0.
void add_train_command(CLI::App& program, int& status);
void add_counts_command(CLI::App& program, int& status);
void add_schedule_command(CLI::App& program, int& status);
void add_memory_command(CLI::App& program, int& status);

}  // namespace zerolab
