#include "exercises/handout/kept.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include <fmt/core.h>

namespace zerolab::exercises {

namespace {

bool belongs_to(int exercise, std::string_view path) {
  return path.starts_with(fmt::format("exercises/{:02}-", exercise)) ||
         path.starts_with(fmt::format("exercises/starters/{:02}-", exercise)) ||
         path == fmt::format("exercises/entry/{:02}.cpp", exercise);
}

bool is_compiled_exercise(std::string_view path) {
  return path.starts_with("prebuilt/libearlier_");
}

// Whether compiled exercises may depend on how `path` lays things out.
bool is_compiled_into_exercises(std::string_view path) {
  constexpr std::array<std::string_view, 4> folders{"core/base/", "core/schedule/",
                                                    "exercises/comm/", "exercises/zero/"};
  const bool is_of_an_exercise =
      path.size() > 10 && path.starts_with("exercises/") && path[10] >= '0' && path[10] <= '9';
  return path.ends_with(".hpp") &&
         (is_of_an_exercise ||
          std::ranges::any_of(folders, [&](std::string_view f) { return path.starts_with(f); }));
}

bool fits(const Manifest& before, const Manifest& after) {
  return before.platform == after.platform &&
         std::ranges::none_of(before.files, [&](const auto& entry) {
           const auto now = after.files.find(entry.first);
           return is_compiled_into_exercises(entry.first) && now != after.files.end() &&
                  now->second.fingerprint != entry.second.fingerprint;
         });
}

}  // namespace

Kept kept_of(const Manifest& before, const Manifest& after) {
  Kept kept;
  for (const int exercise : before.exercises) {
    if (std::ranges::count(after.exercises, exercise) == 0) kept.exercises.push_back(exercise);
  }
  if (kept.exercises.empty()) return kept;
  const bool compiled_ones_fit = fits(before, after);
  for (const auto& [path, file] : before.files) {
    if (after.files.contains(path)) continue;
    if (is_compiled_exercise(path)) {
      if (compiled_ones_fit) kept.files.insert(path);
      kept.calls_own = !compiled_ones_fit;
    } else if (std::ranges::any_of(kept.exercises,
                                   [&](int exercise) { return belongs_to(exercise, path); })) {
      kept.files.insert(path);
    }
  }
  return kept;
}

Manifest with_kept(Manifest after, const Manifest& before, const Kept& kept) {
  const auto middle = static_cast<std::ptrdiff_t>(after.exercises.size());
  std::ranges::copy(kept.exercises, std::back_inserter(after.exercises));
  std::inplace_merge(after.exercises.begin(), after.exercises.begin() + middle,
                     after.exercises.end());
  for (const std::string& path : kept.files) after.files[path] = before.files.at(path);
  return after;
}

}  // namespace zerolab::exercises
