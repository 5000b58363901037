#include "viz/app/export.hpp"

#include <charconv>

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "viz/paint/headless.hpp"
#include "viz/paint/log_painter.hpp"
#include "viz/paint/png.hpp"
#include "viz/paint/svg_painter.hpp"

namespace zerolab {

namespace {

Box box_of(const PictureSize& size) {
  return {0, 0, static_cast<float>(size.width) / size.scale,
          static_cast<float>(size.height) / size.scale};
}

Colour ground_of(const Controller& controller) {
  return theme(controller.where().view.theme).ground;
}

}  // namespace

PictureSize parse_picture_size(std::string_view text, float scale) {
  PictureSize size{0, 0, scale};
  const std::size_t cross = text.find('x');
  const auto read = [](std::string_view part) {
    int number = 0;
    const auto [end, status] = std::from_chars(part.data(), part.data() + part.size(), number);
    return status == std::errc{} && end == part.data() + part.size() ? number : 0;
  };
  if (cross != std::string_view::npos) {
    size.width = read(text.substr(0, cross));
    size.height = read(text.substr(cross + 1));
  }
  if (size.width < 320 || size.height < 240 || size.width > 7680 || size.height > 4320) {
    throw input_error("--size '{}': give WIDTHxHEIGHT in pixels, from 320x240 to 7680x4320", text);
  }
  if (!(scale >= 0.5F) || !(scale <= 4))
    throw input_error("--scale {:g}: it may be 0.5 to 4", scale);
  return size;
}

Image picture(Controller& controller, const Fonts& fonts, const PictureSize& size) {
  return render_headless(fonts, size.width, size.height, size.scale, ground_of(controller),
                         [&](Painter& painter) { controller.draw(painter, box_of(size)); });
}

std::string svg_picture(Controller& controller, const Fonts& fonts, const PictureSize& size,
                        const std::string& id_prefix) {
  const Box box = box_of(size);
  SvgPainter painter(fonts, box.width, box.height, ground_of(controller), id_prefix);
  controller.draw(painter, box);
  return painter.document();
}

std::string picture_calls(Controller& controller, const Fonts& fonts, const PictureSize& size) {
  LogPainter painter(fonts);
  controller.draw(painter, box_of(size));
  return painter.lines();
}

void export_to(const std::filesystem::path& path, Controller& controller, const Fonts& fonts,
               const PictureSize& size, const std::string& title,
               const std::function<void(std::size_t, std::size_t)>& progress) {
  const std::string ending = path.extension().string();
  if (ending != ".png" && ending != ".svg" && ending != ".html") {
    throw input_error("--export {}: the name must end with .png, .svg or .html", path.string());
  }
  check_writable(path);
  if (ending == ".png") {
    write_png(path, picture(controller, fonts, size));
  } else if (ending == ".svg") {
    write_file(path, svg_picture(controller, fonts, size));
  } else {
    write_file(path, html_page(controller, fonts, title, progress));
  }
}

}  // namespace zerolab
