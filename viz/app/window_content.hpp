// What a window shows, and all that can be made ready without one: the fonts, the story, and the
// glyphs of the first picture. So a second thread makes it while the first waits for the window and
// OpenGL, which takes longer.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "viz/app/controller.hpp"
#include "viz/app/start_page.hpp"
#include "viz/paint/font_book.hpp"
#include "viz/paint/fonts.hpp"

namespace zerolab {

struct ShownRuns {
  Trace trace;
  std::optional<RunBeside> beside;
};
// Gives what to show; none: the start page comes first. Throws for a file that is no trace.
using OpenRuns = std::function<std::optional<ShownRuns>()>;

class WindowContent {
 public:
  // Makes the current Dear ImGui context, one at a time in a program.
  WindowContent(const OpenRuns& open, const ViewAt& at);
  ~WindowContent();
  WindowContent(const WindowContent&) = delete;
  WindowContent& operator=(const WindowContent&) = delete;

  // One of the two is there.
  Controller* controller() { return controller_ ? &*controller_ : nullptr; }
  StartPage* start_page() { return start_page_ ? &*start_page_ : nullptr; }
  // Instead of the start page. Throws as Controller does.
  void open(ShownRuns runs);

  const Fonts& fonts() const { return fonts_; }
  FontBook& font_book() { return book_; }
  ThemeName theme_name();

  // Between ImGui::NewFrame and Render: into the background, `width` by `height` pixels.
  void draw(int width, int height, float scale);

  // Makes the glyphs of a picture of that size, by drawing it for nobody. Without a back end and
  // outside a frame.
  void prepare_glyphs(int width, int height, float scale);

 private:
  struct ContextDeleter {
    void operator()(ImGuiContext* context) const { ImGui::DestroyContext(context); }
  };

  Fonts fonts_;
  FontBook book_;
  std::unique_ptr<ImGuiContext, ContextDeleter> context_;
  ViewAt at_;
  std::optional<Controller> controller_;
  std::optional<StartPage> start_page_;
};

}  // namespace zerolab
