// The viewer's benchmark: seeks to random moments, and frames at them.
#include <algorithm>
#include <random>

#include <fmt/core.h>

#include "core/base/clock.hpp"
#include "core/base/table.hpp"
#include "core/base/units.hpp"
#include "viz/app/export.hpp"
#include "viz/paint/headless.hpp"

namespace zerolab {

namespace {

constexpr int benchmark_seeks = 200;
constexpr int benchmark_frames = 31;

struct Milliseconds {
  double median = 0;
  double most = 0;
};

Milliseconds summary_of(std::vector<double> seconds) {
  std::ranges::sort(seconds);
  return {seconds[seconds.size() / 2] * 1e3, seconds.back() * 1e3};
}

template <typename Action>
double seconds_of(const Action& action) {
  const std::int64_t begin = now_ns();
  action();
  return static_cast<double>(now_ns() - begin) * 1e-9;
}

}  // namespace

std::string viewer_benchmark(Controller& controller, const Fonts& fonts, const PictureSize& size,
                             double seconds_to_open) {
  const auto beats = static_cast<double>(controller.story().beats().size());
  std::mt19937 random(1);
  std::uniform_real_distribution<double> moment(0, beats);
  std::vector<double> seeks;
  for (int i = 0; i < benchmark_seeks; ++i) {
    const double time = moment(random);
    seeks.push_back(seconds_of([&] { controller.seek(time); }));
  }
  const Milliseconds seek = summary_of(seeks);
  std::string text = fmt::format(
      "{} events, {} ranks, {} moments; a picture of {} × {}\n\n"
      "opened in {:.0f} ms; a seek to a random moment: median {:.3f} ms, at most {:.3f} ms\n\n",
      with_separators(static_cast<std::int64_t>(controller.story().events().size())),
      controller.story().world_size(), with_separators(static_cast<std::int64_t>(beats) + 1),
      size.width, size.height, seconds_to_open * 1e3, seek.median, seek.most);
  Table table({{"scene", Align::left}, {"frame, ms"}, {"at most"}});
  HeadlessRenderer frames(fonts, size.width, size.height, size.scale);
  const Box box{0, 0, static_cast<float>(size.width) / size.scale,
                static_cast<float>(size.height) / size.scale};
  for (const SceneName scene : all_scenes) {
    controller.show_scene(scene);
    std::vector<double> times;
    const auto frame = [&] {
      frames.build([&](Painter& painter) { controller.draw(painter, box); });
    };
    for (int i = 0; i < benchmark_frames; ++i) {
      controller.go_to(moment(random));
      frame();  // makes glyphs that are new, once, and indices
      times.push_back(seconds_of(frame));
    }
    const Milliseconds spent = summary_of(times);
    table.add_row({std::string(to_string(scene)), fmt::format("{:.2f}", spent.median),
                   fmt::format("{:.2f}", spent.most)});
  }
  return text + table.to_string() +
         "\nA frame is the processor's work for one picture up to the triangles for the graphics "
         "card.\n";
}

}  // namespace zerolab
