// lab solution: an answer, after yours has passed or you have given up; and only where solutions
// were handed out at all.
#include <memory>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "exercises/program/commands.hpp"
#include "exercises/program/states.hpp"

namespace zerolab::exercises {

namespace {

struct SolutionArguments {
  std::string exercise;
  bool give_up = false;
};

int run_solution(const SolutionArguments& arguments) {
  const Place place = Place::find();
  const auto catalog = read_catalog(place.root);
  const ExerciseInfo& exercise = find_exercise(catalog, arguments.exercise);
  const auto file = place.solution(exercise);
  if (!std::filesystem::exists(file)) {
    throw failure("the solution of exercise {:02} was withheld: this copy of the course has no {}",
                  exercise.number, shown(file));
  }
  const ExerciseProgress record = record_of(read_progress(place.progress_file()), exercise);
  if (!record.passed() && !record.saw_solution) {
    if (!arguments.give_up) {
      throw failure(
          "exercise {0:02} is not passed yet; {1} of {2} hints are left (./lab hint {0:02}). "
          "./lab solution {0:02} --give-up shows an answer all the same",
          exercise.number, static_cast<int>(exercise.hints.size()) - record.hints,
          exercise.hints.size());
    }
    update_progress(place.progress_file(), exercise.label(),
                    [](ExerciseProgress& changed) { changed.saw_solution = true; });
  }
  fmt::print("{}", read_file(file));
  return 0;
}

}  // namespace

void add_solution_command(CommandLine& program) {
  auto arguments = std::make_shared<SolutionArguments>();
  Command command = program.add("solution", "An answer, once yours has passed");
  command.option("exercise", arguments->exercise, "3, 03 or reduce_scatter");
  command.require({"exercise"});
  command.flag("--give-up", arguments->give_up, "Show it although yours has not passed");
  command.example("Example: ./lab solution 03");
  command.runs([arguments] { return run_solution(*arguments); });
}

}  // namespace zerolab::exercises
