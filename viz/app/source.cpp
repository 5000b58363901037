#include "viz/app/source.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/schedule/build.hpp"
#include "core/trace/chrome.hpp"
#include "viz/playback/schedule_trace.hpp"

namespace zerolab {

namespace {

constexpr std::size_t most_recent = 8;

std::optional<std::filesystem::path> recent_file() {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && *state != '\0')
    return std::filesystem::path(state) / "zerolab/recent-traces";
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home == '\0') return std::nullopt;
  return std::filesystem::path(home) / ".local/state/zerolab/recent-traces";
}

void check_drawn_ranks(int ranks) {
  if (ranks > most_drawn_ranks) {
    throw input_error("{} ranks: at most {} are drawn; ./lab counts tells more of larger worlds",
                      ranks, most_drawn_ranks);
  }
}

}  // namespace

Trace open_schedule(const ScheduleChoice& choice) {
  const Collective collective = parse_collective(choice.collective);
  check_drawn_ranks(choice.ranks);
  const std::optional<int> root =
      has_root(collective) ? std::optional(choice.root.value_or(0)) : choice.root;
  const Schedule schedule = choice.algorithm.empty()
                                ? build_schedule(collective, choice.ranks, root)
                                : build_schedule(collective, choice.algorithm, choice.ranks, root);
  const std::int64_t elements =
      choice.elements > 0 ? choice.elements : std::int64_t{1000} * choice.ranks;
  return trace_of(schedule, static_cast<std::size_t>(elements));
}

Trace open_file(const std::string& path) {
  Trace trace = read_trace(path);
  check_drawn_ranks(trace.header.world_size);
  return trace;
}

std::vector<std::string> recent_traces() {
  std::vector<std::string> paths;
  const auto file = recent_file();
  std::error_code none;
  if (!file || !std::filesystem::is_regular_file(*file, none)) return paths;
  const std::string text = read_file(*file);
  for (std::size_t begin = 0; begin < text.size() && paths.size() < most_recent;) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string path = text.substr(begin, end - begin);
    if (std::filesystem::is_regular_file(path, none)) paths.push_back(std::move(path));
    begin = end + 1;
  }
  return paths;
}

// The list is a convenience: where it cannot be written, nothing is said.
void remember_trace(const std::string& path) {
  const auto file = recent_file();
  if (!file) return;
  std::error_code failed;
  const std::string absolute = std::filesystem::absolute(path, failed).string();
  if (failed || absolute.find('\n') != std::string::npos) return;
  std::string text = absolute + "\n";
  try {
    for (const std::string& old : recent_traces()) {
      if (old != absolute) text += old + "\n";
    }
    std::filesystem::create_directories(file->parent_path(), failed);
    if (!failed) write_file(*file, text);
  } catch (const Error&) {
  }
}

}  // namespace zerolab
