// lab reset: the file as it was handed out. What was there is kept beside it.
#include <memory>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "exercises/program/commands.hpp"
#include "exercises/program/states.hpp"

namespace zerolab::exercises {

namespace {

namespace fs = std::filesystem;

struct ResetArguments {
  std::string exercise;
};

// reduce_scatter.cpp → reduce_scatter.before-reset-1.cpp, or the first number that is free.
fs::path free_name(const fs::path& file) {
  for (int number = 1;; ++number) {
    const fs::path name =
        file.parent_path() / fmt::format("{}.before-reset-{}{}", file.stem().string(), number,
                                         file.extension().string());
    if (!fs::exists(name)) return name;
  }
}

int run_reset(const ResetArguments& arguments) {
  const Place place = Place::find();
  const auto catalog = read_catalog(place.root);
  const ExerciseInfo& exercise = find_exercise(catalog, arguments.exercise);
  const fs::path file = place.file_to_edit(exercise);
  const std::string handed_out = read_file(place.starter(exercise));
  if (!fs::exists(file)) {
    write_file(file, handed_out);
    fmt::print("{} was missing; it is as it was handed out again.\n", shown(file));
    return 0;
  }
  const std::string mine = read_file(file);
  if (mine == handed_out) {
    fmt::print("{} is as it was handed out: nothing to reset.\n", shown(file));
    return 0;
  }
  const fs::path kept = free_name(file);
  write_file(kept, mine);
  write_file(file, handed_out);
  fmt::print("{} is as it was handed out. What you had written is in {}.\n", shown(file),
             shown(kept));
  return 0;
}

}  // namespace

void add_reset_command(CommandLine& program) {
  auto arguments = std::make_shared<ResetArguments>();
  Command command = program.add("reset", "The file as it was handed out; yours is kept beside it");
  command.option("exercise", arguments->exercise, "3, 03 or reduce_scatter");
  command.require({"exercise"});
  command.example("Example: ./lab reset 03");
  command.runs([arguments] { return run_reset(*arguments); });
}

}  // namespace zerolab::exercises
