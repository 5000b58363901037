// zerolab-viz: shows a trace or a schedule, in a window, in a file or in a terminal.
#include <cstdio>
#include <exception>
#include <filesystem>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <unistd.h>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "viz/app/export.hpp"
#include "viz/app/source.hpp"
#include "viz/app/terminal.hpp"
#include "viz/app/window.hpp"

namespace zerolab {

namespace {

struct VizArguments {
  std::string file;
  std::string beside;
  std::string titles;
  ScheduleChoice schedule;
  std::string at;
  std::string scene;
  std::string theme;
  std::string size = "1920x1080";
  float scale = 1;
  std::string export_path;
  bool dump = false;
  bool text = false;
  bool bench = false;
};

// The named options come after --at, and win.
ViewAt view_of(const VizArguments& arguments) {
  std::string words = arguments.at;
  if (!arguments.scene.empty()) words += " scene=" + arguments.scene;
  if (!arguments.theme.empty()) words += " theme=" + arguments.theme;
  return parse_view(words);
}

// As --titles says, "your run|the right run"; else the files' names, with their folders where those
// alone tell them apart.
RunTitles run_titles_of(const VizArguments& arguments) {
  if (arguments.titles.empty()) {
    const std::filesystem::path left(arguments.file);
    const std::filesystem::path right(arguments.beside);
    if (left.filename() == right.filename()) return {left.string(), right.string()};
    return {left.filename().string(), right.filename().string()};
  }
  const std::size_t bar = arguments.titles.find('|');
  if (bar == std::string::npos || arguments.titles.find('|', bar + 1) != std::string::npos ||
      bar == 0 || bar + 1 == arguments.titles.size()) {
    throw input_error("--titles '{}': give two with a bar between them, \"your run|the right run\"",
                      arguments.titles);
  }
  return {arguments.titles.substr(0, bar), arguments.titles.substr(bar + 1)};
}

std::string title_of(const VizArguments& arguments) {
  if (!arguments.beside.empty()) {
    const RunTitles titles = run_titles_of(arguments);
    return fmt::format("{} beside {}", titles.left, titles.right);
  }
  if (!arguments.file.empty()) return std::filesystem::path(arguments.file).filename().string();
  return fmt::format("{} on {} ranks", arguments.schedule.collective, arguments.schedule.ranks);
}

std::optional<RunBeside> run_beside(const VizArguments& arguments) {
  if (arguments.beside.empty()) return std::nullopt;
  return RunBeside{open_file(arguments.beside), run_titles_of(arguments)};
}

void show_frames_done(std::size_t done, std::size_t all) {
  if (isatty(STDERR_FILENO) == 0) return;
  fmt::print(stderr, "\r{} of {} pictures{}", done, all, done == all ? "\r\x1b[K" : "");
}

// Without a window: a page in the current folder, and where to find it.
void write_page_instead(Controller& controller, const Fonts& fonts, const PictureSize& size,
                        const std::string& title, const std::string& reason) {
  const std::string path = "zerolab-view.html";
  export_to(path, controller, fonts, size, title, show_frames_done);
  fmt::print(
      "There is {}.\nWrote {} instead: open it in a browser.\n"
      "Or add --text to step through it here, or --export view.png for one picture.\n",
      reason, path);
}

void print_window_start(const OpenRuns& open, const ViewAt& at, const PictureSize& size) {
  try {
    const WindowStart start = window_start(open, at, size);
    fmt::print(
        "its window shows the first picture after {:.0f} ms: window and OpenGL are ready after "
        "{:.0f} ms, and meanwhile the trace and its glyphs after {:.0f} ms\n",
        start.picture_seconds * 1e3, start.window_seconds * 1e3, start.content_seconds * 1e3);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::input) throw;
    fmt::print("{}\n", error.what());
  }
}

int run_viz(const VizArguments& arguments, bool chose_schedule) {
  const ViewAt at = view_of(arguments);
  const PictureSize size = parse_picture_size(arguments.size, arguments.scale);
  const bool wants_file =
      !arguments.export_path.empty() || arguments.dump || arguments.text || arguments.bench;
  const auto no_window = no_window_reason();
  const bool may_choose = !chose_schedule && !wants_file && !no_window;  // on the start page
  const OpenRuns open = [&]() -> std::optional<ShownRuns> {
    if (arguments.file.empty() && may_choose) return std::nullopt;
    if (arguments.file.empty()) return ShownRuns{open_schedule(arguments.schedule), std::nullopt};
    ShownRuns runs{open_file(arguments.file), run_beside(arguments)};
    remember_trace(arguments.file);
    return runs;
  };
  const std::string title = title_of(arguments);
  if (!wants_file && !no_window) {
    run_window(open, at, size, "zerolab: " + title);
    return 0;
  }
  if (arguments.bench && !no_window) print_window_start(open, at, size);
  const std::int64_t begin_ns = now_ns();
  ShownRuns runs = *open();
  if (arguments.text) {
    Controller controller(std::move(runs.trace), at, std::move(runs.beside));
    run_terminal(controller);
    return 0;
  }
  const Fonts fonts;
  if (!fonts.note().empty()) fmt::print(stderr, "zerolab-viz: {}\n", fonts.note());
  Controller controller(std::move(runs.trace), at, std::move(runs.beside));
  const double seconds_to_open = static_cast<double>(now_ns() - begin_ns) * 1e-9;
  if (arguments.bench) fmt::print("{}", viewer_benchmark(controller, fonts, size, seconds_to_open));
  if (arguments.dump) fmt::print("{}", picture_calls(controller, fonts, size));
  if (!arguments.export_path.empty()) {
    export_to(arguments.export_path, controller, fonts, size, title, show_frames_done);
    fmt::print("wrote {}\n", arguments.export_path);
  }
  if (!wants_file) write_page_instead(controller, fonts, size, title, *no_window);
  return 0;
}

int run_command_line(int argc, char* argv[]) {
  CLI::App app(
      "What each rank sends, receives and stores, step by step, forwards and backwards.\n"
      "Without FILE and without --collective a window with a start page opens.",
      "lab view");
  VizArguments arguments;
  CLI::Option* file = app.add_option("FILE", arguments.file,
                                     "A trace: .json or .json.gz, as train --trace writes it");
  CLI::Option* beside =
      app.add_option("--beside", arguments.beside,
                     "A second trace of as many ranks, at the right; what differs is marked")
          ->needs(file);
  app.add_option("--titles", arguments.titles, "Of the two: \"your run|the right run\"")
      ->needs(beside);
  CLI::Option* collective = app.add_option("--collective", arguments.schedule.collective,
                                           "Show a built-in schedule: reduce-scatter, all-gather, "
                                           "all-reduce, broadcast, reduce");
  CLI::Option* algorithm = app.add_option("--algorithm", arguments.schedule.algorithm,
                                          "Of the schedule: ring, direct, halving-doubling, …");
  CLI::Option* ranks =
      app.add_option("--ranks", arguments.schedule.ranks, "N, the world size (default: 4)");
  CLI::Option* elements = app.add_option("--elements", arguments.schedule.elements,
                                         "Of the buffer (default: 1,000 per rank)");
  CLI::Option* root = app.add_option_function<int>(
      "--root", [&](int rank) { arguments.schedule.root = rank; },
      "Of broadcast and reduce (default: 0)");
  app.add_option(
      "--at", arguments.at,
      "Begin with this state, as the key S copies it: \"scene=ring time=2.5 pin-rank=1\"");
  app.add_option("--scene", arguments.scene, "ring, matrix, counters, timeline, memory, plan");
  app.add_option("--theme", arguments.theme, "dark, light");
  app.add_option(
      "--export", arguments.export_path,
      "Write a picture (.png, .svg) or a page to step through (.html); needs no display");
  app.add_option("--size", arguments.size, "Of the picture or the window, in pixels")
      ->capture_default_str();
  app.add_option("--scale", arguments.scale, "Pixels per unit: 2 for HiDPI pictures")
      ->capture_default_str();
  app.add_flag(
         "--bench", arguments.bench,
         "Measure opening, with a display the window's start, seeking, and a frame of each scene")
      ->excludes(beside);
  app.add_flag("--dump", arguments.dump, "Print the picture as text, one call a line");
  app.add_flag("--text", arguments.text, "Step through in the terminal, with the arrow keys");
  app.footer(
      "Example: zerolab-viz run.trace.json.gz\n"
      "         zerolab-viz --collective reduce-scatter --ranks 8 --export ring.png --at "
      "\"time=2.5\"\n"
      "         zerolab-viz run.trace.json.gz --export run.html\n"
      "         zerolab-viz mine.json --beside right.json --titles \"my run|the right run\"\n"
      "In the window: ? shows all keys. Exit status 2: wrong usage, or a file that is no trace.");
  for (CLI::Option* option : {collective, algorithm, ranks, elements, root}) {
    option->excludes("FILE");
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    fmt::print(stderr, "zerolab-viz: {}; see --help\n", error.what());
    return 2;
  }
  bool chose_schedule = false;
  for (const CLI::Option* option : {collective, algorithm, ranks, elements, root}) {
    chose_schedule |= option->count() > 0;
  }
  return run_viz(arguments, chose_schedule);
}

}  // namespace

}  // namespace zerolab

int main(int argc, char* argv[]) {
  try {
    return zerolab::run_command_line(argc, argv);
  } catch (const zerolab::Error& error) {
    fmt::print(stderr, "zerolab-viz: {}\n", error.what());
    return error.kind() == zerolab::ErrorKind::input ? 2 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "zerolab-viz: {}\n", error.what());
    return 1;
  }
}
