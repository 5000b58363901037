// lab hint: one hint more each time, up to three.
#include <algorithm>
#include <memory>

#include <fmt/core.h>

#include "core/base/wrapped.hpp"
#include "exercises/program/commands.hpp"
#include "exercises/program/states.hpp"

namespace zerolab::exercises {

namespace {

struct HintArguments {
  std::string exercise;
  bool again = false;
};

// From 1.
void print_hint(const ExerciseInfo& exercise, int hint) {
  fmt::print("{}", wrapped(fmt::format("Hint {} of {}: {}", hint, exercise.hints.size(),
                                       exercise.hints[static_cast<std::size_t>(hint - 1)]),
                           80));
}

int run_hint(const HintArguments& arguments) {
  const Place place = Place::find();
  const auto catalog = read_catalog(place.root);
  const ExerciseInfo& exercise = find_exercise(catalog, arguments.exercise);
  const int all = static_cast<int>(exercise.hints.size());
  int seen = record_of(read_progress(place.progress_file()), exercise).hints;
  if (all == 0) {
    fmt::print("Exercise {:02} has no hints; its README says all there is.\n", exercise.number);
    return 0;
  }
  if (!arguments.again && seen < all) {
    ++seen;
    update_progress(place.progress_file(), exercise.label(),
                    [&](ExerciseProgress& record) { record.hints = std::max(record.hints, seen); });
    print_hint(exercise, seen);
    if (seen < all) fmt::print("Try with it first; the next one tells more.\n");
    return 0;
  }
  if (seen == 0) fmt::print("No hint was taken yet: ./lab hint {:02}\n", exercise.number);
  for (int hint = 1; hint <= std::min(seen, all); ++hint) {
    print_hint(exercise, hint);
  }
  if (seen >= all) {
    fmt::print("That is all of them.");
    if (std::filesystem::exists(place.solution(exercise))) {
      fmt::print(" ./lab solution {:02} --give-up shows an answer.", exercise.number);
    }
    fmt::print("\n");
  }
  return 0;
}

}  // namespace

void add_hint_command(CommandLine& program) {
  auto arguments = std::make_shared<HintArguments>();
  Command command = program.add("hint", "One hint more each time");
  command.option("exercise", arguments->exercise, "3, 03 or reduce_scatter");
  command.require({"exercise"});
  command.flag("--again", arguments->again, "Those already taken, and no new one");
  command.example("Example: ./lab hint 03");
  command.runs([arguments] { return run_hint(*arguments); });
}

}  // namespace zerolab::exercises
