#include "exercises/check/options.hpp"

#include <charconv>
#include <random>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "core/base/error.hpp"

namespace zerolab::exercises {

namespace {

std::uint64_t parse_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, seed);
  if (error != std::errc{} || stop != end) {
    throw input_error("--fresh-seed '{}': a seed is a whole number from 0 on", text);
  }
  return seed;
}

// Short, since a person may have to type it again.
std::uint64_t new_seed() {
  return std::random_device{}() % 1'000'000;
}

}  // namespace

ParsedOptions parse_options(int argc, char** argv, int exercise) {
  CLI::App app(fmt::format(
      "exercise_{0:02}: the visible test of exercise {0}, with every rank as a thread", exercise));
  ParsedOptions parsed;
  CheckOptions& options = parsed.options;
  std::string only;
  std::string seed;
  app.add_option("--json", options.json, "Write the report as JSON; -: to standard output")
      ->type_name("FILE");
  CLI::Option* fresh = app.add_option("--fresh-seed", seed,
                                      "New cases with other sizes, as hidden tests have them; the "
                                      "number that is printed draws the same ones again")
                           ->type_name("[S]")
                           ->expected(0, 1);
  app.add_option("--case", only,
                 "This case only: \"exercise=3 ranks=4 elements=10 …\", as a failure prints it")
      ->type_name("TEXT")
      ->excludes(fresh);
  app.add_option("--traces", options.traces,
                 "Write the first failure's run and the right one to this folder for zerolab-viz: "
                 "mine.trace.json.gz, right.trace.json.gz, and at.txt for its option --at")
      ->type_name("DIR");
  app.add_flag("--in-process", options.in_process,
               "Run in this process, for debuggers: a crash or an endless loop is then its own");
  app.footer("Exit status: 0 passed, 1 failed, 2 wrong usage.");
  try {
    app.parse(argc, argv);
    if (fresh->count() > 0) options.seed = seed.empty() ? new_seed() : parse_seed(seed);
    if (!only.empty()) {
      options.only = parse_case(only);
      if (options.only->exercise != exercise) {
        throw input_error("--case is of exercise {}, this is the test of exercise {}",
                          options.only->exercise, exercise);
      }
    }
  } catch (const CLI::ParseError& error) {
    parsed.exit_status = app.exit(error) == 0 ? 0 : 2;
  } catch (const Error& error) {
    fmt::print(stderr, "exercise_{:02}: {}\n", exercise, error.what());
    parsed.exit_status = 2;
  }
  return parsed;
}

}  // namespace zerolab::exercises
