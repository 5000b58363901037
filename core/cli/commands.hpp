// The subcommands, one file each.
#pragma once

#include "core/cli/command_line.hpp"
#include "core/execute/collectives.hpp"

namespace zerolab {

// `mine` is what --collectives mine trains with; without any, it is an error that says where it can
// be had.
void add_train_command(CommandLine& program, const CollectiveOptions& mine = {});
void add_counts_command(CommandLine& program);
void add_schedule_command(CommandLine& program);
void add_memory_command(CommandLine& program);
void add_cost_command(CommandLine& program);
void add_bench_command(CommandLine& program);
void add_deadlock_command(CommandLine& program);
void add_explain_command(CommandLine& program);
void add_offload_command(CommandLine& program);
void add_profile_command(CommandLine& program);

}  // namespace zerolab
