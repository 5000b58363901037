#include "viz/scene/view.hpp"

#include <charconv>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/words.hpp"

namespace zerolab {

namespace {

constexpr double latest_time = 1e9;  // beats: far beyond any trace

template <typename Number>
Number parse_view_number(std::string_view word, std::string_view value, Number least, Number most) {
  Number number{};
  const auto [end, status] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (status != std::errc{} || end != value.data() + value.size() || !(number >= least) ||
      !(number <= most)) {
    throw input_error("--at '{}': '{}' is no number from {} to {}", word, value, least, most);
  }
  return number;
}

std::array<std::int64_t, 2> parse_window(std::string_view word, std::string_view value) {
  const std::size_t dots = value.find("..");
  if (dots == std::string_view::npos) {
    throw input_error("--at '{}': give the window as FIRST..LAST in nanoseconds", word);
  }
  constexpr std::int64_t longest = std::int64_t{1} << 60;
  const auto first = parse_view_number<std::int64_t>(word, value.substr(0, dots), 0, longest);
  const auto last = parse_view_number<std::int64_t>(word, value.substr(dots + 2), 0, longest);
  if (last <= first) {
    throw input_error("--at '{}': the window ends at {}, before it has begun", word, last);
  }
  return {first, last};
}

void read_view_word(ViewAt& at, std::string_view word) {
  constexpr int most_ranks = 1 << 20;
  const std::size_t equals = word.find('=');
  const std::string_view name = word.substr(0, equals);
  const std::string_view value = equals == std::string_view::npos ? "" : word.substr(equals + 1);
  View& view = at.view;
  if (word == "values") {
    view.values = true;
  } else if (word == "both-directions") {
    view.both_directions = true;
  } else if (word == "presenter") {
    view.presenter = true;
  } else if (word == "help") {
    view.help = true;
  } else if (name == "scene") {
    view.scene = parse_scene(value);
  } else if (name == "time") {
    at.time = parse_view_number<double>(word, value, 0, latest_time);
  } else if (word == "theme=dark" || word == "theme=light") {
    view.theme = value == "dark" ? ThemeName::dark : ThemeName::light;
  } else if (word == "axis=logical" || word == "axis=measured") {
    view.axis = value == "logical" ? TimeAxis::logical : TimeAxis::measured;
  } else if (name == "pin-rank") {
    view.pinned_rank = parse_view_number<int>(word, value, 0, most_ranks);
  } else if (name == "pin-chunk") {
    view.pinned_chunk = parse_view_number<int>(word, value, 0, most_ranks);
  } else if (name == "window") {
    view.timeline_window = parse_window(word, value);
  } else {
    throw input_error(
        "--at: unknown word '{}': it may be scene=NAME, time=BEATS, theme=dark or light, "
        "axis=logical or measured, pin-rank=R, pin-chunk=C, window=NS..NS, values, "
        "both-directions, presenter, help",
        word);
  }
}

}  // namespace

std::string_view to_string(SceneName scene) {
  switch (scene) {
    case SceneName::ring: return "ring";
    case SceneName::matrix: return "matrix";
    case SceneName::counters: return "counters";
    case SceneName::timeline: return "timeline";
    case SceneName::memory: return "memory";
    case SceneName::plan: return "plan";
  }
  throw InvariantError("a SceneName without a name");
}

SceneName parse_scene(std::string_view name) {
  for (const SceneName scene : all_scenes) {
    if (to_string(scene) == name) return scene;
  }
  throw input_error("unknown scene '{}': it may be ring, matrix, counters, timeline, memory, plan",
                    name);
}

std::string to_text(const ViewAt& at) {
  const View& view = at.view;
  std::string text = fmt::format("scene={} time={}", to_string(view.scene), at.time);
  if (view.theme == ThemeName::light) text += " theme=light";
  if (view.axis == TimeAxis::measured) text += " axis=measured";
  if (view.values) text += " values";
  if (view.both_directions) text += " both-directions";
  if (view.presenter) text += " presenter";
  if (view.help) text += " help";
  if (view.pinned_rank) text += fmt::format(" pin-rank={}", *view.pinned_rank);
  if (view.pinned_chunk) text += fmt::format(" pin-chunk={}", *view.pinned_chunk);
  if (view.timeline_window) {
    text += fmt::format(" window={}..{}", (*view.timeline_window)[0], (*view.timeline_window)[1]);
  }
  return text;
}

ViewAt parse_view(std::string_view text) {
  ViewAt at;
  for (const std::string_view word : words_of(text)) read_view_word(at, word);
  return at;
}

}  // namespace zerolab
