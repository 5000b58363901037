#include "viz/app/window_content.hpp"

#include <utility>

#include "viz/app/source.hpp"
#include "viz/imgui_compat.hpp"
#include "viz/paint/imgui_painter.hpp"

namespace zerolab {

WindowContent::WindowContent(const OpenRuns& open_runs, const ViewAt& at)
    : book_(fonts_), context_(ImGui::CreateContext()), at_(at) {
  ImGui::GetIO().IniFilename = nullptr;
  std::optional<ShownRuns> runs = open_runs();
  if (runs) {
    open(std::move(*runs));
  } else {
    start_page_.emplace(recent_traces(), at.view.theme);
  }
}

WindowContent::~WindowContent() = default;

void WindowContent::open(ShownRuns runs) {
  if (start_page_) at_.view.theme = start_page_->theme_name();
  controller_.emplace(std::move(runs.trace), at_, std::move(runs.beside));
  start_page_.reset();
}

ThemeName WindowContent::theme_name() {
  return controller_ ? controller_->where().view.theme : start_page_->theme_name();
}

void WindowContent::draw(int width, int height, float scale) {
  const Box box{0, 0, static_cast<float>(width) / scale, static_cast<float>(height) / scale};
  ImguiPainter painter(*ImGui::GetBackgroundDrawList(), book_, fonts_, scale);
  if (controller_) {
    controller_->draw(painter, box);
    controller_->set_places(painter.places());
  } else {
    start_page_->draw(painter, box);
    start_page_->set_places(painter.places());
  }
}

void WindowContent::prepare_glyphs(int width, int height, float scale) {
  // The first drawing notes sizes and glyphs, which the second rebuild makes.
  book_.rebuild(*ImGui::GetIO().Fonts);
  if (imgui::bakes_while_drawing) return;
  ImGui::GetIO().DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  ImGui::NewFrame();
  draw(width, height, scale);
  ImGui::EndFrame();
  if (book_.has_requests()) book_.rebuild(*ImGui::GetIO().Fonts);
}

}  // namespace zerolab
