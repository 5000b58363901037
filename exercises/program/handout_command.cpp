#include "exercises/program/handout_command.hpp"

#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/scratch_folder.hpp"
#include "core/base/wrapped.hpp"
#include "core/cli/json_output.hpp"
#include "exercises/catalog/catalog.hpp"
#include "exercises/handout/unpack.hpp"
#include "exercises/handout/update.hpp"

namespace zerolab::exercises {

namespace {

namespace fs = std::filesystem;

struct HandoutArguments {
  HandoutRequest make;
  std::string update;  // the new version, a folder or an archive
  std::string into;    // the folder to update; empty: the one this program belongs to
  bool older = false;
  bool dry_run = false;
};

// "replaced", …: what becomes of a file, as a name in --json and as a verb after "would be".
std::string_view word_of(Fate fate) {
  switch (fate) {
    case Fate::same: return "unchanged";
    case Fate::add: return "added";
    case Fate::restore: return "restored";
    case Fate::replace: return "replaced";
    case Fate::remove: return "removed";
    case Fate::keep: return "kept";
    case Fate::beside: return "kept, the new version beside it";
    case Fate::abandoned: return "kept, no longer handed out";
  }
  throw InvariantError("a Fate without a word");
}

void print_count(const UpdatePlan& plan, Fate fate, std::string_view meaning) {
  const auto count = std::ranges::count(plan.steps, fate, &UpdateStep::fate);
  if (count > 0) fmt::print("  {:>4} {} {}\n", count, count == 1 ? "file" : "files", meaning);
}

bool is_yours(const UpdateStep& step) {
  return step.fate == Fate::keep || step.fate == Fate::beside || step.fate == Fate::abandoned;
}

void print_yours(const UpdatePlan& plan) {
  if (std::ranges::none_of(plan.steps, is_yours)) return;
  fmt::print("What you edited is untouched:\n");
  for (const UpdateStep& step : plan.steps) {
    if (!is_yours(step)) continue;
    std::string remark;
    if (step.fate == Fate::beside) remark = "  its new version is beside it: " + step.laid;
    if (step.fate == Fate::abandoned) remark = "  no longer part of the hand-out";
    fmt::print("  {}{}\n", step.path, remark);
  }
}

void print_kept(const Kept& kept) {
  if (kept.exercises.empty()) return;
  fmt::print("{}", wrapped(fmt::format("kept {} {}, which the new version does not have{}",
                                       kept.exercises.size() == 1 ? "exercise" : "exercises",
                                       in_words(kept.exercises),
                                       kept.calls_own ? "; where they call earlier exercises, "
                                                        "they call yours from now on"
                                                      : ""),
                           80, "  ", "    "));
}

void print_update(const UpdatePlan& plan, bool dry_run) {
  const bool changes = std::ranges::any_of(plan.steps, [](const UpdateStep& step) {
    return step.fate != Fate::keep && step.fate != Fate::abandoned;
  });
  if (!changes) {
    fmt::print("{} has all of {} already.\n", plan.tree.string(), plan.after.title());
  } else {
    fmt::print("{} {} from {} to {}:\n", plan.tree.string(), dry_run ? "would go" : "went",
               plan.before.title(), plan.after.title());
    print_count(plan, Fate::add, "added");
    print_count(plan, Fate::restore, "brought back that had gone");
    print_count(plan, Fate::replace, "replaced");
    print_count(plan, Fate::remove, "removed that it no longer has");
  }
  print_kept(plan.kept);
  print_yours(plan);
  if (dry_run) fmt::print("Nothing was changed (--dry-run).\n");
}

Json update_json(const UpdatePlan& plan, const HandoutArguments& arguments) {
  Json report = json_report("handout");
  report["config"] = {
      {"update", arguments.update}, {"into", plan.tree.string()}, {"dry_run", arguments.dry_run}};
  report["from"] = plan.before.title();
  report["to"] = plan.after.title();
  report["kept_exercises"] = plan.kept.exercises;
  report["files"] = Json::array();
  for (const UpdateStep& step : plan.steps) {
    Json row{{"path", step.path}, {"what", word_of(step.fate)}};
    if (!step.laid.empty()) row["beside"] = step.laid;
    report["files"].push_back(std::move(row));
  }
  return report;
}

int run_update(const Place& place, const HandoutArguments& arguments) {
  if (arguments.into.empty() && !is_handout(place.root)) {
    throw input_error("{} is the course itself: name the student's folder with --into",
                      place.root.string());
  }
  const fs::path tree = arguments.into.empty() ? place.root : fs::path(arguments.into);
  if (!fs::exists(arguments.update)) {
    throw input_error("there is no {}: name the folder or the archive of the new version",
                      arguments.update);
  }
  std::optional<ScratchFolder> scratch;
  fs::path fresh = arguments.update;
  if (!fs::is_directory(fresh)) {
    check_archive_name(fresh);
    scratch.emplace("handout");
    fresh = unpack(fresh, scratch->path(), cmake_program());
  }
  UpdatePlan plan =
      plan_update(tree, fresh, arguments.older ? Direction::any : Direction::newer_only);
  if (!arguments.dry_run) apply_update(plan);
  if (arguments.make.json) {
    print_json(update_json(plan, arguments));
  } else {
    print_update(plan, arguments.dry_run);
  }
  return 0;
}

// Somebody who types one of these wants nothing to be made.
void check_no_update_options(const HandoutArguments& arguments) {
  if (arguments.dry_run || !arguments.into.empty()) {
    throw input_error("--dry-run and --into go with --update");
  }
  if (arguments.older) throw input_error("--older goes with --update");
}

int run_handout(const HandoutArguments& arguments, const HandoutMaker& maker) {
  const Place place = Place::find();
  const HandoutRequest& make = arguments.make;
  const bool makes = !make.folder.empty() || !make.archive.empty();
  if (arguments.update.empty()) check_no_update_options(arguments);
  if (arguments.update.empty() && !makes) {
    throw input_error("{}; see --help",
                      maker ? "name a folder to make, or a new version with --update"
                            : "name the new version: --update NEW");
  }
  if (!arguments.update.empty() && makes) {
    throw input_error("--update merges a hand-out that was made before: name no folder to make");
  }
  try {
    return makes ? maker(place, make) : run_update(place, arguments);
  } catch (const fs::filesystem_error& error) {
    throw failure("{}: {}", error.path1().string(), error.code().message());
  }
}

void add_making_options(Command& command, HandoutRequest& make) {
  command.option("folder", make.folder, "The folder to make, outside of the course");
  command.option("--archive", make.archive,
                 "Make a new archive instead, or as well: .tar.gz or .zip");
  command.option("--exercises", make.exercises,
                 "Those to hand out, as 01-07,13, or all. What they build on comes along");
  command.flag("--prebuilt", make.prebuilt,
               "The core as a library with headers: a student's first build takes seconds");
  command.option(
      "--build", make.build,
      "The build of the course that the compiled parts come from, build/handout unless given; "
      "made where there is none");
}

}  // namespace

void add_handout_command(CommandLine& program, HandoutMaker maker) {
  auto arguments = std::make_shared<HandoutArguments>();
  Command command =
      program.add("handout", maker ? "The course as students get it, or a new version for them"
                                   : "A new version of the course, under what you have written");
  if (maker) add_making_options(command, arguments->make);
  command.option(
      "--update", arguments->update,
      "Merge this new hand-out, a folder or an archive, under what a student has written");
  command.option("--into", arguments->into,
                 "The student's folder to merge it into; this one unless given");
  command.flag("--older", arguments->older, "Also where it is older than what is there");
  command.flag("--dry-run", arguments->dry_run, "Only say what --update would do");
  command.flag("--json", arguments->make.json, "One JSON object on standard output");
  command.example(
      maker
          ? "Examples: ./lab handout ../week1 --exercises 01-03\n"
            "          ./lab handout --archive week1.tar.gz --prebuilt\n"
            "          ./lab handout --update ../week2 --into ../week1\n"
            "Solutions, hidden tests, mutants and the grader never go out, and no text of them."
          : "Example: ./lab handout --update ../week2\n"
            "Files that you edited stay as they are, bit for bit; if one has changed in the new "
            "version,\nthat is laid beside yours as NAME.new. Exercises that the new version does "
            "not have stay\nas well. If it is interrupted, run it again.");
  command.runs([arguments, maker = std::move(maker)] { return run_handout(*arguments, maker); });
}

}  // namespace zerolab::exercises
