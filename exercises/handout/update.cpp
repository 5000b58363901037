#include "exercises/handout/update.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/files.hpp"

namespace zerolab::exercises {

namespace {

namespace fs = std::filesystem;

// Holds the new files until each is renamed to its place; gone after an update that completed.
constexpr std::string_view staging_name = ".handout-update";

const HandedFile* find(const Manifest& manifest, const std::string& path) {
  const auto found = manifest.files.find(path);
  return found == manifest.files.end() ? nullptr : &found->second;
}

bool is_there(const fs::path& path) {
  return fs::symlink_status(path).type() != fs::file_type::not_found;
}

// A link is the student's doing, wherever it leads.
bool holds(const fs::path& file, const std::string& fingerprint) {
  return fs::symlink_status(file).type() == fs::file_type::regular &&
         fingerprint_of_file(file) == fingerprint;
}

Fate fate_of(const UpdatePlan& plan, const std::string& path) {
  const fs::path here = plan.tree / path;
  const HandedFile* before = find(plan.before, path);
  const HandedFile* after = find(plan.after, path);
  if (!is_there(here)) {
    if (!after || plan.kept.files.contains(path)) return Fate::same;
    return before ? Fate::restore : Fate::add;
  }
  if (after && holds(here, after->fingerprint)) return Fate::same;
  if (before && holds(here, before->fingerprint)) return after ? Fate::replace : Fate::remove;
  if (!after) return Fate::abandoned;
  return before && before->fingerprint == after->fingerprint ? Fate::keep : Fate::beside;
}

// NAME.new, or NAME.new-2, … where that is taken by something of the student's: something other
// than what an update laid there, and than what is to be laid now.
std::string name_beside(const UpdatePlan& plan, const std::string& path) {
  const std::string& wanted = plan.after.files.at(path).fingerprint;
  for (int number = 1;; ++number) {
    const std::string name = path + ".new" + (number == 1 ? "" : fmt::format("-{}", number));
    const fs::path here = plan.tree / name;
    const auto laid = plan.before.beside.find(name);
    const bool is_ours = laid != plan.before.beside.end() && holds(here, laid->second);
    if (!is_there(here) || is_ours || holds(here, wanted)) return name;
  }
}

UpdateStep step_for(const UpdatePlan& plan, const std::string& path) {
  const Fate fate = fate_of(plan, path);
  return {path, fate, fate == Fate::beside ? name_beside(plan, path) : ""};
}

void check_complete(const UpdatePlan& plan) {
  for (const auto& [path, file] : plan.after.files) {
    if (plan.kept.files.contains(path)) continue;
    if (!holds(plan.fresh / path, file.fingerprint)) {
      throw input_error("{} is not as its {} says: this hand-out is incomplete or was edited",
                        (plan.fresh / path).string(), manifest_name);
    }
    for (fs::path part = plan.tree / path; part != plan.tree; part = part.parent_path()) {
      const bool wants_folder = part != plan.tree / path;
      if (is_there(part) && fs::is_directory(part) != wants_folder) {
        throw input_error("{} is a {} here, and a {} in the new version: move it away first",
                          part.string(), wants_folder ? "file" : "folder",
                          wants_folder ? "folder" : "file");
      }
    }
  }
}

void check_direction(const UpdatePlan& plan, Direction direction) {
  const auto& before = plan.before.revision;
  const auto& after = plan.after.revision;
  if (direction == Direction::any || !before || !after || *after >= *before) return;
  throw input_error("{} is older ({}) than what is here ({}); --older goes back to it",
                    plan.fresh.string(), plan.after.title(), plan.before.title());
}

// What `step` writes, relative to the folder; empty where it writes nothing.
std::string written_by(const UpdateStep& step) {
  switch (step.fate) {
    case Fate::add:
    case Fate::restore:
    case Fate::replace: return step.path;
    case Fate::beside: return step.laid;
    case Fate::same:
    case Fate::remove:
    case Fate::keep:
    case Fate::abandoned: return {};
  }
  throw InvariantError("a Fate that writes neither something nor nothing");
}

// A copy with the time of now, so that a build sees that it is new.
void stage(const UpdatePlan& plan, const UpdateStep& step, const fs::path& staged) {
  const HandedFile& file = plan.after.files.at(step.path);
  fs::create_directories(staged.parent_path());
  write_file(staged, read_file(plan.fresh / step.path));
  if (file.executable) {
    constexpr auto all = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    fs::permissions(staged, all, fs::perm_options::add);
  }
}

void remove_with_empty_folders(const fs::path& tree, const fs::path& file) {
  fs::remove(file);
  for (fs::path folder = file.parent_path(); folder != tree && fs::is_empty(folder);
       folder = folder.parent_path()) {
    fs::remove(folder);
  }
}

// Files come and go, which only a new configuration sees: `lab` makes one where this is missing.
void forget_configurations(const fs::path& tree) {
  if (!fs::is_directory(tree / "build")) return;
  for (const auto& preset : fs::directory_iterator(tree / "build")) {
    if (preset.is_directory()) fs::remove(preset.path() / "build.ninja");
  }
}

}  // namespace

UpdatePlan plan_update(const fs::path& tree, const fs::path& fresh, Direction direction) {
  UpdatePlan plan{{}, {}, read_manifest(tree), read_manifest(fresh), {}, {}};
  plan.kept = kept_of(plan.before, plan.after);
  plan.after = with_kept(std::move(plan.after), plan.before, plan.kept);
  plan.tree = fs::canonical(tree);
  plan.fresh = fs::canonical(fresh);
  if (plan.tree == plan.fresh) {
    throw input_error("{} cannot be updated from itself: name the folder of the new version",
                      tree.string());
  }
  check_direction(plan, direction);
  check_complete(plan);
  std::set<std::string> paths;
  for (const Manifest* manifest : {&plan.before, &plan.after}) {
    for (const auto& [path, file] : manifest->files) paths.insert(path);
  }
  for (const std::string& path : paths) {
    const UpdateStep step = step_for(plan, path);
    if (step.fate != Fate::same) plan.steps.push_back(step);
  }
  return plan;
}

void apply_update(UpdatePlan& plan, const std::function<void()>& before_each) {
  const auto change = [&](const auto& work) {
    if (before_each) before_each();
    work();
  };
  // 1. All that is new, beside the tree's own files: a full disk shows before anything changes.
  const fs::path staging = plan.tree / staging_name;
  fs::remove_all(staging);
  for (const UpdateStep& step : plan.steps) {
    if (!written_by(step).empty()) {
      change([&] { stage(plan, step, staging / step.path); });
    }
  }
  // 2. One rename per file; each is looked at once more, in case it is being edited right now.
  Manifest after = plan.after;
  for (UpdateStep& step : plan.steps) {
    const bool was_staged = !written_by(step).empty();
    step = step_for(plan, step.path);
    const std::string written = written_by(step);
    if (!written.empty() && was_staged) {
      fs::create_directories((plan.tree / written).parent_path());
      change([&] { fs::rename(staging / step.path, plan.tree / written); });
    } else if (step.fate == Fate::remove) {
      change([&] { remove_with_empty_folders(plan.tree, plan.tree / step.path); });
    }
    if (step.fate == Fate::beside) after.beside[step.laid] = after.files[step.path].fingerprint;
  }
  for (const auto& [name, fingerprint] : plan.before.beside) {
    if (holds(plan.tree / name, fingerprint)) after.beside.emplace(name, fingerprint);
  }
  // 3. From here on the folder is of the new version.
  change([&] { forget_configurations(plan.tree); });
  change([&] { write_file(plan.tree / manifest_name, to_json(after)); });
  fs::remove_all(staging);
}

}  // namespace zerolab::exercises
