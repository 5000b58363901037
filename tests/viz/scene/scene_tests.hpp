// What the tests of scenes share: fonts, a moment of a trace, and golden text.
//
// Golden files lie in tests/viz/scene/golden. After a change that is meant, run the tests once with
// the environment variable ZEROLAB_UPDATE_GOLDEN=1, which writes them anew, and read the
// difference.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "core/base/files.hpp"
#include "tests/viz/scene/overlap.hpp"
#include "viz/paint/log_painter.hpp"
#include "viz/scene/scene.hpp"

namespace zerolab::test {

inline const Fonts& scene_fonts() {
  static const Fonts fonts;
  return fonts;
}

// A trace at a moment, with all that a SceneInput borrows.
struct Moment {
  Playback playback;
  View view;

  explicit Moment(Trace trace, View chosen = {})
      : playback(std::move(trace)), view(std::move(chosen)) {}

  double end() const { return static_cast<double>(playback.story().beats().size()); }

  SceneInput at(double logical_time, float unit) {
    const std::int64_t ns = playback.measured_of(logical_time);
    const PlaybackState& state =
        view.axis == TimeAxis::measured ? playback.at_measured(ns) : playback.at(logical_time);
    return {playback.story(),
            state,
            view,
            theme(view.theme),
            logical_time,
            ns,
            unit,
            std::nullopt,
            "",
            false,
            1.0F,
            nullptr,
            ""};
  }
};

// Where the frame puts a scene in a picture of that size, and its unit.
struct Screen {
  int width = 1920;
  int height = 1080;
  float unit() const {
    return std::min(static_cast<float>(width) / 1920, static_cast<float>(height) / 1080);
  }
  Box scene() const {
    const float u = unit();
    return {24 * u, 56 * u, static_cast<float>(width) - 48 * u,
            static_cast<float>(height) - 200 * u};
  }
};
inline constexpr std::array screens{Screen{1920, 1080}, Screen{1280, 720}};

// The text, or, where it differs, the first line that does.
inline std::string golden_difference(const std::string& name, const std::string& text) {
  const std::filesystem::path path =
      std::filesystem::path(ZEROLAB_SOURCE_ROOT) / "tests/viz/scene/golden" / (name + ".txt");
  if (std::getenv("ZEROLAB_UPDATE_GOLDEN") != nullptr) write_file(path, text);
  const std::string golden = read_file(path);
  if (golden == text) return "";
  const auto [theirs, ours] = std::mismatch(golden.begin(), golden.end(), text.begin(), text.end());
  const auto line_at = [](const std::string& all, std::size_t at) {
    const std::size_t before = at == 0 ? std::string::npos : all.rfind('\n', at - 1);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    return all.substr(begin, all.find('\n', begin) - begin);
  };
  return fmt::format("{}: expected '{}', drawn '{}'", path.filename().string(),
                     line_at(golden, static_cast<std::size_t>(theirs - golden.begin())),
                     line_at(text, static_cast<std::size_t>(ours - text.begin())));
}

}  // namespace zerolab::test
