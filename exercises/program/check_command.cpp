// lab check: builds the one file, runs the visible test, and says what was wrong first.
// lab watch: the same after every save.
#include <chrono>
#include <memory>
#include <thread>

#include <fmt/core.h>
#include <unistd.h>

#include "core/base/error.hpp"
#include "exercises/program/check_once.hpp"
#include "exercises/program/commands.hpp"

namespace zerolab::exercises {

namespace {

namespace fs = std::filesystem;

struct CheckArguments {
  std::string exercise;
  bool fresh = false;
  std::uint64_t seed = 0;  // 0: none given
  std::string only{};
  std::string classroom{};
  bool json = false;
  int times = 0;  // watch: end after so many checks; 0: never
};

CheckRequest request_of(const CheckArguments& arguments) {
  CheckRequest request{arguments.fresh || arguments.seed != 0, std::nullopt, arguments.json};
  if (arguments.seed != 0) request.seed = arguments.seed;
  request.only = arguments.only;
  request.classroom = arguments.classroom;
  return request;
}

int run_check(const CheckArguments& arguments) {
  const Place place = Place::find();
  const auto catalog = read_catalog(place.root);
  return check_once(place, find_exercise(catalog, arguments.exercise), request_of(arguments));
}

// The time of the last save; the earliest there is while an editor has the file away.
fs::file_time_type saved_at(const fs::path& file) {
  std::error_code missing;
  const auto time = fs::last_write_time(file, missing);
  return missing ? fs::file_time_type::min() : time;
}

int run_watch(const CheckArguments& arguments) {
  using namespace std::chrono_literals;
  const Place place = Place::find();
  const auto catalog = read_catalog(place.root);
  const ExerciseInfo& exercise = find_exercise(catalog, arguments.exercise);
  const fs::path file = place.file_to_edit(exercise);
  const bool terminal = ::isatty(STDOUT_FILENO) != 0;
  int status = 0;
  for (int checks = 1;; ++checks) {
    const auto checked_save = saved_at(file);
    if (terminal) fmt::print("\033[H\033[2J\033[3J");
    try {
      status = check_once(place, exercise, request_of(arguments));
    } catch (const Error& error) {  // a file that is away for a moment, a course being updated
      fmt::print("{}\n", error.what());
      status = 1;
    }
    if (checks == arguments.times) return status;
    fmt::print("\nWaiting for {} to be saved; Ctrl-C ends.\n", shown(file));
    std::fflush(stdout);
    do {
      std::this_thread::sleep_for(200ms);
    } while (saved_at(file) == checked_save || saved_at(file) == fs::file_time_type::min());
  }
}

void add_options(Command& command, CheckArguments& arguments) {
  command.option("exercise", arguments.exercise, "3, 03 or reduce_scatter");
  command.require({"exercise"});
  command.flag("--fresh-seed", arguments.fresh,
               "Sizes and orders that are new each time, as hidden tests have them");
  command.option("--seed", arguments.seed, "The same fresh sizes again: the number that was shown");
  command.option("--case", arguments.only, "One case alone, as a failure prints it");
}

}  // namespace

void add_check_command(CommandLine& program) {
  auto arguments = std::make_shared<CheckArguments>();
  Command command = program.add("check", "Build the one file and run its visible test");
  add_options(command, *arguments);
  command.flag("--json", arguments->json, "One JSON object on standard output");
  command.option("--classroom", arguments->classroom,
                 "Also write this file for the reporter of GitHub Classroom");
  command.example(
      "Example: ./lab check 03\n"
      "Exit status 1: not passed, or it does not compile. ./lab view --last shows the first wrong "
      "step.");
  command.runs([arguments] { return run_check(*arguments); });
}

void add_watch_command(CommandLine& program) {
  auto arguments = std::make_shared<CheckArguments>();
  Command command = program.add("watch", "Check again after every save");
  add_options(command, *arguments);
  command.option("--times", arguments->times, "End after so many checks; 0: go on");
  command.example("Example: ./lab watch 03");
  command.runs([arguments] { return run_watch(*arguments); });
}

}  // namespace zerolab::exercises
