// The window: GLFW and OpenGL show what Dear ImGui's draw list holds. It redraws only when
// something happens or moves.
#pragma once

#include <optional>
#include <string>

#include "viz/app/export.hpp"
#include "viz/app/start_page.hpp"

namespace zerolab {

// Why no window can be opened here ("no display: neither DISPLAY nor WAYLAND_DISPLAY is set"); none
// where one can be tried.
std::optional<std::string> no_window_reason();

// Shows the start page first where `trace` is none. Returns when the window has been closed. Throws
// a failure Error where the window or OpenGL cannot be had.
void run_window(std::optional<Trace> trace, const ViewAt& at, const Fonts& fonts,
                const PictureSize& size, const std::string& title);

}  // namespace zerolab
