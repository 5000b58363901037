#include "viz/app/window.hpp"

#include <algorithm>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <future>

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_opengl3.h>
#include <fmt/core.h>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "viz/app/source.hpp"
#include "viz/imgui_compat.hpp"
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

// A window that does not show yet, and its OpenGL context.
class GlWindow {
 public:
  GlWindow() {
    glfwSetErrorCallback([](int, const char* text) { last_error() = text; });
    if (glfwInit() != GLFW_TRUE) throw failure("no window: {}", last_error());
  }
  ~GlWindow() {
    if (window_ != nullptr) glfwDestroyWindow(window_);
    glfwTerminate();
  }
  GlWindow(const GlWindow&) = delete;
  GlWindow& operator=(const GlWindow&) = delete;

  // What a new window's scale will most likely be.
  static float expected_scale() {
    GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
    float x = 1;
    float y = 1;
    if (monitor != nullptr) glfwGetMonitorContentScale(monitor, &x, &y);
    return std::max({x, y, 0.5F});
  }

  GLFWwindow* create(const PictureSize& size, const std::string& title) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 0);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    window_ = glfwCreateWindow(size.width, size.height, title.c_str(), nullptr, nullptr);
    if (window_ == nullptr) {
      throw failure("no window: {}; --export writes pictures without one", last_error());
    }
    glfwMakeContextCurrent(window_);
    glfwSwapInterval(1);
    return window_;
  }

 private:
  static std::string& last_error() {
    static std::string text = "GLFW gives no reason";
    return text;
  }

  GLFWwindow* window_ = nullptr;
};

class Window {
 public:
  Window(const OpenRuns& open, const ViewAt& at, const PictureSize& size,
         const std::string& title) {
    const std::int64_t begin_ns = now_ns();
    const auto since_begin = [&] { return static_cast<double>(now_ns() - begin_ns) * 1e-9; };
    std::setlocale(LC_CTYPE, "");  // else glfwInit would, while another thread runs
    auto opened =
        std::async(std::launch::async, [&] { return std::make_unique<WindowContent>(open, at); });
    gl_window_.emplace();
    auto prepared = std::async(std::launch::async, [&, scale = GlWindow::expected_scale()] {
      std::unique_ptr<WindowContent> content = opened.get();
      content->prepare_glyphs(static_cast<int>(static_cast<float>(size.width) * scale),
                              static_cast<int>(static_cast<float>(size.height) * scale), scale);
      start_.content_seconds = since_begin();
      return content;
    });
    window_ = gl_window_->create(size, title);
    start_.window_seconds = since_begin();
    content_ = prepared.get();
    ImGui_ImplOpenGL3_Init("#version 130");
    listen();
    glfwShowWindow(window_);
    frame();
    start_.picture_seconds = since_begin();
  }

  ~Window() {
    if (content_) ImGui_ImplOpenGL3_Shutdown();
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  const WindowStart& start() const { return start_; }
  const Fonts& fonts() const { return content_->fonts(); }

  void run() {
    std::int64_t before_ns = now_ns();
    while (glfwWindowShouldClose(window_) != GLFW_TRUE && !wants_to_quit()) {
      // A size of text that is new, or another picture's places, need a second frame.
      const bool more = frames_due_ > 0 || (controller() != nullptr && controller()->moving());
      if (more) {
        glfwPollEvents();
        frames_due_ = std::max(0, frames_due_ - 1);
      } else {
        glfwWaitEvents();
        before_ns = now_ns();
      }
      const std::int64_t now = now_ns();
      if (controller() != nullptr)
        controller()->advance(static_cast<double>(now - before_ns) * 1e-9);
      before_ns = now;
      if (start_page() != nullptr && start_page()->has_choice()) open_choice();
      frame();
      serve();
    }
  }

 private:
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
    if (controller() != nullptr) controller()->press(press);
    if (start_page() != nullptr) start_page()->press(press);
  }
  void move(WindowPoint at) {
    due();
    mouse_ = at;
    if (controller() != nullptr) controller()->move_mouse(to_scene(at));
    if (start_page() != nullptr) start_page()->move_mouse(to_scene(at));
  }
  void leave() {
    due();
    if (controller() != nullptr) controller()->move_mouse(std::nullopt);
    if (start_page() != nullptr) start_page()->move_mouse(std::nullopt);
  }
  void button(bool down) {
    due();
    if (start_page() != nullptr && down) start_page()->press_mouse(to_scene(mouse_));
    if (controller() == nullptr) return;
    if (down) {
      controller()->press_mouse(to_scene(mouse_));
    } else {
      controller()->release_mouse();
    }
  }
  void scroll(double notches) {
    due();
    if (controller() != nullptr)
      controller()->scroll(to_scene(mouse_), static_cast<float>(notches));
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
    return controller() != nullptr ? controller()->wants_to_quit() : start_page()->wants_to_quit();
  }

  void open_choice() {
    StartPage& page = *start_page();
    try {
      const auto file = page.chosen_file();
      Trace trace = file ? open_file(*file) : open_schedule(page.chosen_schedule());
      if (file) remember_trace(*file);
      content_->open({std::move(trace), std::nullopt});
    } catch (const Error& error) {
      page.reject(error.what());
    }
    due();
  }

  void frame() {
    int width = 0;
    int height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    if (width == 0 || height == 0) return;  // minimised
    FontBook& book = content_->font_book();
    if (book.has_requests()) {
      book.rebuild(*ImGui::GetIO().Fonts);
      imgui::upload_atlas();
    }
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    io.DeltaTime = 1 / 60.0F;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    content_->draw(width, height, scale());
    ImGui::Render();
    const Colour ground = theme(content_->theme_name()).ground;
    glViewport(0, 0, width, height);
    glClearColor(static_cast<float>(ground.red) / 255, static_cast<float>(ground.green) / 255,
                 static_cast<float>(ground.blue) / 255, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    if (controller() != nullptr && controller()->take_shot_request()) {
      if (book.has_requests()) {
        controller()->press({Key::w});  // when its glyphs are there
      } else {
        shoot(width, height);
      }
    }
    glfwSwapBuffers(window_);
    if (book.has_requests()) frames_due_ = std::max(frames_due_, 1);
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
      controller()->say("written: " + name);
    } catch (const Error& error) {
      controller()->say(error.what());
    }
  }

  void serve() {
    if (controller() == nullptr) return;
    if (const auto text = controller()->take_copied()) {
      glfwSetClipboardString(window_, text->c_str());
      fmt::print("{}\n", *text);  // also where the clipboard goes with the window
      std::fflush(stdout);
    }
  }

  Controller* controller() const { return content_->controller(); }
  StartPage* start_page() const { return content_->start_page(); }

  WindowStart start_;
  std::optional<GlWindow> gl_window_;
  GLFWwindow* window_ = nullptr;
  std::unique_ptr<WindowContent> content_;
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
  return "no display (neither DISPLAY nor WAYLAND_DISPLAY is set)";
}

void run_window(const OpenRuns& open, const ViewAt& at, const PictureSize& size,
                const std::string& title) {
  Window window(open, at, size, title);
  if (!window.fonts().note().empty()) {
    fmt::print(stderr, "zerolab-viz: {}\n", window.fonts().note());
  }
  window.run();
}

WindowStart window_start(const OpenRuns& open, const ViewAt& at, const PictureSize& size) {
  return Window(open, at, size, "zerolab").start();
}

}  // namespace zerolab
