#include "exercises/handout/making/make.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/units.hpp"
#include "core/cli/json_output.hpp"
#include "exercises/child/child.hpp"
#include "exercises/handout/making/assemble.hpp"
#include "exercises/handout/making/choice.hpp"
#include "exercises/handout/unpack.hpp"
#include "exercises/program/file_lock.hpp"

namespace zerolab::exercises {

namespace {

namespace fs = std::filesystem;

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

// Brings the compiled parts up to date, and returns the folder that they lie in. They are for any
// processor of this kind, and need no libraries but those that all have: so they have a build of
// their own, without -march=native, MPI and CUDA.
fs::path compile_parts(const Place& place, const HandoutRequest& request) {
  const fs::path build =
      request.build.empty() ? place.root / "build" / "handout" : fs::path(request.build);
  fs::create_directories(build);
  const FileLock lock(build / "lab.lock");
  if (!fs::exists(build / "CMakeCache.txt")) {
    run_build(place,
              {"-S", place.root.string(), "-B", build.string(), "-G", "Ninja",
               "-DCMAKE_BUILD_TYPE=Release", "-DZEROLAB_NATIVE=OFF", "-DZEROLAB_TESTS=OFF",
               "-DZEROLAB_MPI=OFF", "-DZEROLAB_CUDA=OFF"},
              build / "configure.log");
  }
  fmt::print(stderr, "lab: compiling {} in {}; the first time takes {}\n",
             request.prebuilt ? "the core" : "the earlier exercises", shown(build),
             request.prebuilt ? "some minutes" : "a minute");
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

void print_made(const HandoutRequest& request, const Choice& choice, const Assembled& handout) {
  const Manifest& manifest = handout.manifest;
  for (const std::string& made : {request.folder, request.archive}) {
    if (!made.empty()) fmt::print("{}: a hand-out of {}\n", made, manifest.title());
  }
  fmt::print("  exercises  {}\n", in_words(manifest.exercises));
  for (const ExerciseInfo& info : choice.added) {
    fmt::print("             {:02} came along: a chosen one builds on it\n", info.number);
  }
  fmt::print("  contents   {} files, {}; {}\n", handout.files.size(),
             format_bytes(size_bytes(handout)),
             request.prebuilt ? "the core as a library with headers" : "the core as sources");
  fmt::print("  left out   solutions, hidden tests, mutants, the grader, history\n");
  fmt::print("  searched   for {} passages of them: none is in it\n",
             with_separators(static_cast<std::int64_t>(handout.passages)));
  fmt::print("  compiled   for {}: {}\n", manifest.platform,
             request.prebuilt ? "all but the exercises; it works there only"
                              : "earlier exercises, for later ones that call them; elsewhere "
                                "a student's own are called");
  if (manifest.changed) {
    fmt::print(
        "  Files of the course differ from its last commit, and go out as they are (answers as "
        "starters).\n");
  }
  if (!handout.left_unknown.empty()) {
    fmt::print("  Git does not know these, so they stay here: {}\n",
               fmt::join(handout.left_unknown, ", "));
  }
  fmt::print(
      "Students run ./lab check 01 in it. A later version goes under what they have written with\n"
      "./lab handout --update NEW, NEW being its folder or archive.\n");
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
    check_writable(request.archive);
  }
  const fs::path compiled = compile_parts(place, request);
  const Assembled handout =
      assemble(place.root, look_at_repository(place.root), choice.exercises,
               request.prebuilt ? HandoutKind::prebuilt : HandoutKind::sources, compiled);
  if (!request.folder.empty()) write_handout(handout, request.folder);
  if (!request.archive.empty()) {
    const ScratchFolder scratch;
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
