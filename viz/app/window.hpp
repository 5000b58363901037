// The window: GLFW and OpenGL show what Dear ImGui's draw list holds. It redraws only when
// something happens or moves.
#pragma once

#include <optional>
#include <string>

#include "viz/app/export.hpp"
#include "viz/app/window_content.hpp"

namespace zerolab {

// Why no window can be opened here ("no display (neither DISPLAY nor WAYLAND_DISPLAY is set)");
// none where one can be tried.
std::optional<std::string> no_window_reason();

// Returns when the window has been closed. Throws what `open` throws, and a failure Error where the
// window or OpenGL cannot be had.
void run_window(const OpenRuns& open, const ViewAt& at, const PictureSize& size,
                const std::string& title);

// Opens a window for a moment: after how many seconds its content was ready, the window itself was,
// and the first picture was shown. Throws as run_window does.
struct WindowStart {
  double content_seconds = 0;
  double window_seconds = 0;
  double picture_seconds = 0;
};
WindowStart window_start(const OpenRuns& open, const ViewAt& at, const PictureSize& size);

}  // namespace zerolab
