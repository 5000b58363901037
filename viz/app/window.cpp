#include "viz/app/window.hpp"

#include <cmath>
#include <cstdlib>

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_opengl3.h>
#include <fmt/core.h>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "viz/imgui_compat.hpp"
#include "viz/paint/imgui_painter.hpp"
#include "viz/paint/png.hpp"

namespace zerolab {

namespace {

// The keys that work by their place; letters and signs come as characters, wherever they lie.
std::optional<Key> key_of(int key) {
  switch (key) {
    case GLFW_KEY_SPACE: return Key::space;
    case GLFW_KEY_LEFT: return Key::left;
    case GLFW_KEY_RIGHT: return Key::right;
    case GLFW_KEY_UP: return Key::up;
    case GLFW_KEY_DOWN: return Key::down;
    case GLFW_KEY_HOME: return Key::home;
    case GLFW_KEY_END: return Key::end;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER: return Key::enter;
    case GLFW_KEY_ESCAPE: return Key::escape;
    default: return std::nullopt;
  }
}

// With Control no character is reported.
std::optional<Key> control_key_of(int key) {
  switch (key) {
    case GLFW_KEY_EQUAL:
    case GLFW_KEY_KP_ADD: return Key::plus;
    case GLFW_KEY_MINUS:
    case GLFW_KEY_KP_SUBTRACT: return Key::minus;
    case GLFW_KEY_0:
    case GLFW_KEY_KP_0: return Key::zero;
    case GLFW_KEY_C: return Key::c;
    case GLFW_KEY_Q: return Key::q;
    default: return key_of(key);
  }
}

struct Character {
  unsigned code;
  Key key;
};
constexpr Character characters[]{
    {'+', Key::plus},    {'=', Key::plus}, {'-', Key::minus}, {'1', Key::one}, {'2', Key::two},
    {'3', Key::three},   {'4', Key::four}, {'5', Key::five},  {'6', Key::six}, {'b', Key::b},
    {'c', Key::c},       {'l', Key::l},    {'m', Key::m},     {'p', Key::p},   {'q', Key::q},
    {'r', Key::r},       {'s', Key::s},    {'t', Key::t},     {'v', Key::v},   {'w', Key::w},
    {'?', Key::question}};

std::optional<KeyPress> press_of(unsigned code) {
  const bool upper = code >= 'A' && code <= 'Z';
  const unsigned lower = upper ? code + ('a' - 'A') : code;
  for (const Character& character : characters) {
    if (character.code == lower) return KeyPress{character.key, upper, false};
  }
  return std::nullopt;
}

class Window {
 public:
  Window(std::optional<Trace> trace, const ViewAt& at, const Fonts& fonts, const PictureSize& size,
         const std::string& title)
      : fonts_(fonts), book_(fonts), at_(at) {
    glfwSetErrorCallback([](int, const char* text) { last_error() = text; });
    if (glfwInit() != GLFW_TRUE) throw failure("no window: {}", last_error());
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 0);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    window_ = glfwCreateWindow(size.width, size.height, title.c_str(), nullptr, nullptr);
    if (window_ == nullptr) {
      glfwTerminate();
      throw failure("no window: {}; --export writes pictures without one", last_error());
    }
    glfwMakeContextCurrent(window_);
    glfwSwapInterval(1);
    listen();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui_ImplOpenGL3_Init("#version 130");
    if (trace) {
      controller_.emplace(std::move(*trace), at);
    } else {
      start_.emplace(recent_traces(), at.view.theme);
    }
  }

  ~Window() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
    glfwDestroyWindow(window_);
    glfwTerminate();
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  void run() {
    std::int64_t before_ns = now_ns();
    while (glfwWindowShouldClose(window_) != GLFW_TRUE && !wants_to_quit()) {
      // A size of text that is new, or another picture's places, need a second frame.
      const bool more = frames_due_ > 0 || (controller_ && controller_->moving());
      if (more) {
        glfwPollEvents();
        frames_due_ = std::max(0, frames_due_ - 1);
      } else {
        glfwWaitEvents();
        before_ns = now_ns();
      }
      const std::int64_t now = now_ns();
      if (controller_) controller_->advance(static_cast<double>(now - before_ns) * 1e-9);
      before_ns = now;
      if (start_ && start_->has_choice()) open_choice();
      frame();
      serve();
    }
  }

 private:
  static std::string& last_error() {
    static std::string text = "GLFW gives no reason";
    return text;
  }
  static Window& self(GLFWwindow* window) {
    return *static_cast<Window*>(glfwGetWindowUserPointer(window));
  }

  void listen() {
    glfwSetWindowUserPointer(window_, this);
    glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int, int action, int mods) {
      if (action == GLFW_RELEASE) return;
      const bool control = (mods & GLFW_MOD_CONTROL) != 0;
      const auto known = control ? control_key_of(key) : key_of(key);
      if (known) self(w).press({*known, (mods & GLFW_MOD_SHIFT) != 0, control});
    });
    glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned code) {
      if (const auto press = press_of(code)) self(w).press(*press);
    });
    glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double x, double y) {
      self(w).move({x, y});
    });
    glfwSetCursorEnterCallback(window_, [](GLFWwindow* w, int entered) {
      if (entered == GLFW_FALSE) self(w).leave();
    });
    glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int button, int action, int) {
      if (button == GLFW_MOUSE_BUTTON_LEFT) self(w).button(action == GLFW_PRESS);
    });
    glfwSetScrollCallback(window_,
                          [](GLFWwindow* w, double, double notches) { self(w).scroll(notches); });
    glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* w, int, int) { self(w).due(); });
    glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { self(w).due(); });
  }

  struct WindowPoint {
    double x, y;
  };

  void due() { frames_due_ = 2; }
  void press(const KeyPress& press) {
    due();
    if (controller_) controller_->press(press);
    if (start_) start_->press(press);
  }
  void move(WindowPoint at) {
    due();
    mouse_ = at;
    if (controller_) controller_->move_mouse(to_scene(at));
    if (start_) start_->move_mouse(to_scene(at));
  }
  void leave() {
    due();
    if (controller_) controller_->move_mouse(std::nullopt);
    if (start_) start_->move_mouse(std::nullopt);
  }
  void button(bool down) {
    due();
    if (start_ && down) start_->press_mouse(to_scene(mouse_));
    if (!controller_) return;
    if (down) {
      controller_->press_mouse(to_scene(mouse_));
    } else {
      controller_->release_mouse();
    }
  }
  void scroll(double notches) {
    due();
    if (controller_) controller_->scroll(to_scene(mouse_), static_cast<float>(notches));
  }

  // From the window's coordinates to the scene's.
  Point to_scene(WindowPoint at) const {
    int width = 1;
    int height = 1;
    int pixels_x = 1;
    int pixels_y = 1;
    glfwGetWindowSize(window_, &width, &height);
    glfwGetFramebufferSize(window_, &pixels_x, &pixels_y);
    return {static_cast<float>(at.x * pixels_x / std::max(width, 1)) / scale(),
            static_cast<float>(at.y * pixels_y / std::max(height, 1)) / scale()};
  }

  float scale() const {
    float x = 1;
    float y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    return std::max({x, y, 0.5F});
  }

  bool wants_to_quit() const {
    return (controller_ && controller_->wants_to_quit()) || (start_ && start_->wants_to_quit());
  }

  void open_choice() {
    try {
      const auto file = start_->chosen_file();
      Trace trace = file ? open_file(*file) : open_schedule(start_->chosen_schedule());
      if (file) remember_trace(*file);
      at_.view.theme = start_->theme_name();
      controller_.emplace(std::move(trace), at_);
      start_.reset();
    } catch (const Error& error) {
      start_->reject(error.what());
    }
    due();
  }

  void frame() {
    int width = 0;
    int height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    if (width == 0 || height == 0) return;  // minimised
    if (book_.has_requests()) {
      book_.rebuild(*ImGui::GetIO().Fonts);
      imgui::upload_atlas();
    }
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    io.DeltaTime = 1 / 60.0F;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    const Box box{0, 0, static_cast<float>(width) / scale(), static_cast<float>(height) / scale()};
    ImguiPainter painter(*ImGui::GetBackgroundDrawList(), book_, fonts_, scale());
    if (controller_) {
      controller_->draw(painter, box);
      controller_->set_places(painter.places());
    } else {
      start_->draw(painter, box);
      start_->set_places(painter.places());
    }
    ImGui::Render();
    const ThemeName name = controller_ ? controller_->where().view.theme : start_->theme_name();
    const Colour ground = theme(name).ground;
    glViewport(0, 0, width, height);
    glClearColor(static_cast<float>(ground.red) / 255, static_cast<float>(ground.green) / 255,
                 static_cast<float>(ground.blue) / 255, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    if (controller_ && controller_->take_shot_request()) {
      if (book_.has_requests()) {
        controller_->press({Key::w});  // when its glyphs are there
      } else {
        shoot(width, height);
      }
    }
    glfwSwapBuffers(window_);
    if (book_.has_requests()) frames_due_ = std::max(frames_due_, 1);
  }

  // What the window shows, read back.
  void shoot(int width, int height) {
    Image image(width, height, colour(0));
    std::vector<std::uint8_t> rows(image.rgba.size());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rows.data());
    const std::size_t stride = static_cast<std::size_t>(width) * 4;
    for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y) {
      std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(
                                     (static_cast<std::size_t>(height) - 1 - y) * stride),
                  stride, image.rgba.begin() + static_cast<std::ptrdiff_t>(y * stride));
    }
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
    const std::string name = fmt::format("zerolab-view-{}.png", ++shots_);
    try {
      write_png(name, image);
      controller_->say("written: " + name);
    } catch (const Error& error) {
      controller_->say(error.what());
    }
  }

  void serve() {
    if (!controller_) return;
    if (const auto text = controller_->take_copied()) {
      glfwSetClipboardString(window_, text->c_str());
      fmt::print("{}\n", *text);  // also where the clipboard goes with the window
      std::fflush(stdout);
    }
  }

  const Fonts& fonts_;
  FontBook book_;
  ViewAt at_;
  GLFWwindow* window_ = nullptr;
  std::optional<Controller> controller_;
  std::optional<StartPage> start_;
  WindowPoint mouse_{0, 0};
  int frames_due_ = 2;
  int shots_ = 0;
};

}  // namespace

std::optional<std::string> no_window_reason() {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return std::nullopt;
  }
  return "no display: neither DISPLAY nor WAYLAND_DISPLAY is set";
}

void run_window(std::optional<Trace> trace, const ViewAt& at, const Fonts& fonts,
                const PictureSize& size, const std::string& title) {
  Window(std::move(trace), at, fonts, size, title).run();
}

}  // namespace zerolab
