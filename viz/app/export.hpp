// Pictures into files: one moment as PNG or SVG, a whole trace as one HTML page.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "viz/app/controller.hpp"
#include "viz/paint/fonts.hpp"
#include "viz/paint/image.hpp"

namespace zerolab {

// Pixels, and how many of them are one of the scene's: 2 for pictures on HiDPI screens.
struct PictureSize {
  int width = 1920;
  int height = 1080;
  float scale = 1;
};

// "1920x1080". Throws an input Error outside 320x240 … 7680x4320.
PictureSize parse_picture_size(std::string_view text, float scale);

Image picture(Controller& controller, const Fonts& fonts, const PictureSize& size);
std::string svg_picture(Controller& controller, const Fonts& fonts, const PictureSize& size,
                        const std::string& id_prefix = "");
// The painter's calls, one a line.
std::string picture_calls(Controller& controller, const Fonts& fonts, const PictureSize& size);

// A page that needs nothing else: every moment before, within and after each step as SVG, stepped
// through with the arrow keys. `progress` hears of frames done and in all. Throws an input Error
// for a trace of more beats than a page can hold.
std::string html_page(Controller& controller, const Fonts& fonts, const std::string& title,
                      const std::function<void(std::size_t, std::size_t)>& progress);

// What the viewer waits for, measured on this trace: how long it took to open, to seek, and to
// build a frame of each scene without painting pixels. A table for people.
std::string viewer_benchmark(Controller& controller, const Fonts& fonts, const PictureSize& size,
                             double seconds_to_open);

// By the ending: .png, .svg, .html; else an input Error. Written beside, then renamed.
void export_to(const std::filesystem::path& path, Controller& controller, const Fonts& fonts,
               const PictureSize& size, const std::string& title,
               const std::function<void(std::size_t, std::size_t)>& progress);

}  // namespace zerolab
