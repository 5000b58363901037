// The zerolab program. `./lab WORD …` builds it where needed and runs it.
#include <cstdio>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/cli/command.hpp"

namespace {

// The subcommand that was called, for error messages.
std::string called(const CLI::App& program) {
  const auto subcommands = program.get_subcommands();
  return subcommands.empty() ? "zerolab" : "zerolab " + subcommands.front()->get_name();
}

// Says which words there are where the first is none of them: CLI11 would only ask for one.
void check_word(const CLI::App& program, int argc, char* argv[]) {
  std::string known;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    if (argc > 1 && command->get_name() == argv[1]) return;
    known += (known.empty() ? "" : ", ") + command->get_name();
  }
  if (argc <= 1) throw zerolab::input_error("which command? It may be {}; see --help", known);
  if (argv[1][0] != '-') {
    throw zerolab::input_error("unknown command '{}': it may be {}; see --help", argv[1], known);
  }
}

}  // namespace

int main(int argc, char* argv[]) {
  CLI::App program(
      "zerolab: what each rank sends, receives and stores in ZeRO data parallelism.\n"
      "Volumes are per rank and per direction, in elements; psi is the number of parameters.");
  program.name("zerolab");
  program.require_subcommand(1);
  program.footer("Each subcommand has --help with an example, and --json for programs.");
  int status = 0;
  zerolab::add_train_command(program, status);
  zerolab::add_counts_command(program, status);
  zerolab::add_schedule_command(program, status);
  zerolab::add_memory_command(program, status);
  try {
    check_word(program, argc, argv);
    program.parse(argc, argv);
  } catch (const CLI::Success& wanted_help) {
    return program.exit(wanted_help);
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "{}: {}\nTry '{} --help'.\n", called(program), error.what(),
               called(program));
    return 2;
  } catch (const zerolab::Error& error) {
    std::fflush(stdout);
    fmt::print(stderr, "{}: {}\n", called(program), error.what());
    return error.kind() == zerolab::ErrorKind::input ? 2 : 1;
  } catch (const std::exception& error) {
    std::fflush(stdout);
    fmt::print(stderr, "{}: {}\nThis is a defect of zerolab, not of what you asked for.\n",
               called(program), error.what());
    return 1;
  }
  if (std::fflush(stdout) != 0) return 1;
  return status;
}
