#include "exercises/handout/making/make.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/scratch_folder.hpp"
#include "core/base/units.hpp"
#include "core/base/wrapped.hpp"
#include "core/cli/json_output.hpp"
#include "exercises/catalog/catalog.hpp"
#include "exercises/child/child.hpp"
#include "exercises/handout/making/assemble.hpp"
#include "exercises/handout/making/choice.hpp"
#include "exercises/handout/unpack.hpp"
#include "exercises/program/file_lock.hpp"

namespace zerolab::exercises {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t columns = 80;

bool lies_in(const fs::path& path, const fs::path& folder) {
  const fs::path whole = fs::weakly_canonical(fs::absolute(path));
  const fs::path outer = fs::weakly_canonical(folder);
  return std::ranges::mismatch(outer, whole).in1 == outer.end();
}

void check_target(const fs::path& root, const fs::path& folder) {
  if (lies_in(folder, root)) {
    throw input_error("{} lies in the course itself: choose a folder outside of {}",
                      folder.string(), root.string());
  }
  if (is_handout(folder)) {
    throw input_error(
        "{0} is a hand-out already: make the new version beside it, then ./lab handout --update "
        "NEW --into {0}",
        folder.string());
  }
  if (fs::exists(folder) && !(fs::is_directory(folder) && fs::is_empty(folder))) {
    throw input_error("{} is not an empty folder: choose another name", folder.string());
  }
  const fs::path parent = fs::absolute(folder).parent_path();
  if (!fs::is_directory(parent)) {
    throw input_error("{} does not exist: make it first", parent.string());
  }
}

void run_build(const Place& place, std::vector<std::string> words, const fs::path& log) {
  words.insert(words.begin(), cmake_program());
  const ChildResult result = run_child(words, ChildOutput::captured);
  write_file(log, result.output);
  if (result.status == 0) return;
  throw failure("{} failed (build/{} of {}); the end of its output, which is in {}:\n{}",
                fmt::join(words, " "), log.parent_path().filename().string(), place.root.string(),
                log.string(),
                result.output.substr(result.output.size() -
                                     std::min<std::size_t>(result.output.size(), 2000)));
}

void announce(const fs::path& build, bool prebuilt) {
  const bool is_new = !fs::exists(build / (prebuilt ? "handout/libzerolab.a" : "CMakeCache.txt"));
  const std::string_view parts = prebuilt ? "the core" : "the earlier exercises";
  const std::string text = is_new
                               ? fmt::format("compiling {} in {}; the first time takes {}", parts,
                                             shown(build), prebuilt ? "some minutes" : "a minute")
                               : fmt::format("bringing {} in {} up to date", parts, shown(build));
  fmt::print(stderr, "{}", wrapped(text, columns, "lab: ", "     "));
}

// Brings the compiled parts up to date, and returns the folder that they lie in. They are for any
// processor of this kind, and need no libraries but those that all have: so they have a build of
// their own, without -march=native, MPI and CUDA.
fs::path compile_parts(const Place& place, const HandoutRequest& request) {
  const fs::path build =
      request.build.empty() ? place.root / "build" / "handout" : fs::path(request.build);
  fs::create_directories(build);
  const FileLock lock(build / "lab.lock");
  announce(build, request.prebuilt);
  if (!fs::exists(build / "CMakeCache.txt")) {
    run_build(place,
              {"-S", place.root.string(), "-B", build.string(), "-G", "Ninja",
               "-DCMAKE_BUILD_TYPE=Release", "-DZEROLAB_NATIVE=OFF", "-DZEROLAB_TESTS=OFF",
               "-DZEROLAB_MPI=OFF", "-DZEROLAB_CUDA=OFF"},
              build / "configure.log");
  }
  run_build(place,
            {"--build", build.string(), "--target",
             request.prebuilt ? "zerolab_handout_core" : "zerolab_handout_earlier"},
            build / "lab.log");
  return build / "handout";
}

std::int64_t size_bytes(const Assembled& handout) {
  std::size_t bytes = 0;
  for (const auto& [path, file] : handout.files) bytes += file.content.size();
  return static_cast<std::int64_t>(bytes);
}

Json made_json(const HandoutRequest& request, const Assembled& handout) {
  Json report = json_report("handout");
  report["config"] = {{"folder", request.folder},
                      {"archive", request.archive},
                      {"exercises", handout.manifest.exercises},
                      {"prebuilt", request.prebuilt}};
  const Manifest& manifest = handout.manifest;
  report["version"] = manifest.version;
  report["commit"] = manifest.commit;
  report["revision"] = manifest.revision ? Json(*manifest.revision) : Json();
  report["changed"] = manifest.changed;
  report["platform"] = manifest.platform;
  report["files"] = handout.files.size();
  report["bytes"] = size_bytes(handout);
  report["passages_searched"] = handout.passages;
  report["unknown_to_git"] = handout.left_unknown;
  return report;
}

void print_row(std::string_view name, const std::string& text) {
  fmt::print("{}", wrapped(text, columns, fmt::format("  {:<9}  ", name), std::string(13, ' ')));
}

void print_note(const std::string& text) {
  fmt::print("{}", wrapped(text, columns, "  ", "  "));
}

std::string compiled_words(const Manifest& manifest, const Assembled& handout) {
  if (manifest.prebuilt) {
    return fmt::format("for {}: all but the exercises; it works there only", manifest.platform);
  }
  const bool has_earlier = std::ranges::any_of(handout.files, [](const auto& entry) {
    return entry.first.starts_with("prebuilt/libearlier_");
  });
  if (!has_earlier) return "nothing: no exercise calls an earlier one";
  return fmt::format(
      "for {}: earlier exercises, for later ones that call them; elsewhere a student's own are "
      "called",
      manifest.platform);
}

void print_made(const HandoutRequest& request, const Choice& choice, const Assembled& handout) {
  const Manifest& manifest = handout.manifest;
  for (const std::string& made : {request.folder, request.archive}) {
    if (!made.empty()) fmt::print("{}: a hand-out of {}\n", made, manifest.title());
  }
  print_row("exercises", in_words(manifest.exercises));
  for (const ExerciseInfo& info : choice.added) {
    print_row("", fmt::format("{:02} came along: a chosen one builds on it", info.number));
  }
  print_row(
      "contents",
      fmt::format("{} files, {}; {}", handout.files.size(), format_bytes(size_bytes(handout)),
                  request.prebuilt ? "the core as a library with headers" : "the core as sources"));
  print_row("left out", "solutions, hidden tests, mutants, the grader, history");
  print_row("searched", fmt::format("for {} passages of them: none is in it",
                                    with_separators(static_cast<std::int64_t>(handout.passages))));
  print_row("compiled", compiled_words(manifest, handout));
  if (manifest.changed) {
    print_note(
        "Files of the course differ from its last commit, and go out as they are (answers as "
        "starters).");
  }
  if (!handout.left_unknown.empty()) {
    print_note(fmt::format("Git does not know these, so they stay here: {}",
                           fmt::join(handout.left_unknown, ", ")));
  }
  const std::string next = fmt::format(
      "Students run ./lab check {:02} in it. With ./lab handout --update NEW, NEW being a folder "
      "or "
      "an archive, a later version goes under what they have written.",
      manifest.exercises.front());
  fmt::print("{}", wrapped(next, columns));
}

}  // namespace

int make_handout(const Place& place, const HandoutRequest& request) {
  if (is_handout(place.root)) {
    throw input_error("{} is a hand-out itself: hand-outs are made from the course",
                      place.root.string());
  }
  const Choice choice = choose(read_catalog(place.root), request.exercises);
  if (!request.folder.empty()) check_target(place.root, request.folder);
  if (!request.archive.empty()) {
    check_archive_name(request.archive);
    if (fs::exists(request.archive)) {
      throw input_error("{} exists already: choose another name, or remove it first",
                        request.archive);
    }
    check_writable(request.archive);
  }
  const fs::path compiled = compile_parts(place, request);
  const Assembled handout =
      assemble(place.root, look_at_repository(place.root), choice.exercises,
               request.prebuilt ? HandoutKind::prebuilt : HandoutKind::sources, compiled);
  if (!request.folder.empty()) write_handout(handout, request.folder);
  if (!request.archive.empty()) {
    const ScratchFolder scratch("handout");
    const std::string name = fs::path(request.archive).filename().string();
    const fs::path folder = scratch.path() / name.substr(0, name.find('.'));
    write_handout(handout, folder);
    pack(folder, request.archive, cmake_program());
  }
  if (request.json) {
    print_json(made_json(request, handout));
  } else {
    print_made(request, choice, handout);
  }
  return 0;
}

}  // namespace zerolab::exercises
