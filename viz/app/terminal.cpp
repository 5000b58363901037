#include "viz/app/terminal.hpp"

#include <cmath>
#include <cstdio>

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "core/base/error.hpp"
#include "viz/app/screen.hpp"

namespace zerolab {

namespace {

// Keys one at a time, not shown; as it was at the end of the scope.
class RawTerminal {
 public:
  RawTerminal() {
    if (tcgetattr(STDIN_FILENO, &before_) != 0)
      throw failure("the terminal does not say how it is set");
    termios raw = before_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  }
  ~RawTerminal() { tcsetattr(STDIN_FILENO, TCSANOW, &before_); }
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;

 private:
  termios before_{};
};

// A key for the controller, or by how many lines to scroll.
struct TerminalKey {
  std::optional<KeyPress> press;
  int scroll = 0;
};

// Arrow keys come as ESC [ C or ESC O C, with Shift as ESC [ 1 ; 2 C; Home and End as ESC [ H and
// ESC [ F, or by number: ESC [ 1 ~ and ESC [ 4 ~, elsewhere 7 and 8.
TerminalKey read_escape() {
  const int opening = std::getchar();
  if (opening != '[' && opening != 'O') return {};
  std::string numbers;
  for (int c = std::getchar(); c != EOF; c = std::getchar()) {
    const bool shift = numbers.ends_with(";2");
    switch (c) {
      case 'A': return {{}, -1};
      case 'B': return {{}, 1};
      case 'C': return {KeyPress{Key::right, shift, false}};
      case 'D': return {KeyPress{Key::left, shift, false}};
      case 'H': return {KeyPress{Key::home, shift, false}};
      case 'F': return {KeyPress{Key::end, shift, false}};
      case '~':
        if (numbers == "1" || numbers == "7") return {KeyPress{Key::home}};
        if (numbers == "4" || numbers == "8") return {KeyPress{Key::end}};
        return {};
      default: break;
    }
    if (c != ';' && (c < '0' || c > '9')) return {};
    numbers += static_cast<char>(c);
  }
  return {};
}

TerminalKey read_key(int c) {
  switch (c) {
    case 27: return read_escape();
    case ' ':
    case 'n':
    case '\n': return {KeyPress{Key::right}};
    case 'b': return {KeyPress{Key::left}};
    case 'r': return {KeyPress{Key::r}};
    case 'R': return {KeyPress{Key::r, true, false}};
    case 'q': return {KeyPress{Key::q}};
    default: return {};
  }
}

ScreenSize terminal_size() {
  ScreenSize size;
  winsize window{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_row > 0 && window.ws_col > 0) {
    size = {window.ws_row, window.ws_col};
  }
  return size;
}

constexpr std::string_view keys =
    "← → step, Shift ← → collective, Home, End, r pins a rank, q quits";

}  // namespace

void run_terminal(Controller& controller) {
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) {
    const std::size_t beats = controller.beat_count();
    for (std::size_t beat = 0; beat <= beats; ++beat) {
      controller.go_to(static_cast<double>(beat));
      fmt::print("{}{}", beat == 0 ? "" : "\n", controller.text());
    }
    return;
  }
  const RawTerminal raw;
  controller.go_to(std::ceil(controller.where().time));  // letters have no chunks under way
  std::size_t first_line = 0;
  while (!controller.wants_to_quit()) {
    const Screen screen =
        screen_of(fmt::format("{}\n{}\n", controller.text(), keys), terminal_size(), first_line);
    first_line = screen.first_line;
    fmt::print("\x1b[H\x1b[2J{}", screen.text);
    std::fflush(stdout);
    const int c = std::getchar();
    if (c == EOF) return;
    const TerminalKey key = read_key(c);
    if (key.scroll > 0) ++first_line;
    if (key.scroll < 0 && first_line > 0) --first_line;
    if (key.press) controller.press(*key.press);
    controller.finish_step();
  }
}

}  // namespace zerolab
