#include "viz/app/terminal.hpp"

#include <cstdio>

#include <fmt/core.h>
#include <termios.h>
#include <unistd.h>

#include "core/base/error.hpp"

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

// Arrow keys come as ESC [ C, with Shift as ESC [ 1 ; 2 C; Home and End as ESC [ H and ESC [ F.
std::optional<KeyPress> read_escape() {
  if (std::getchar() != '[') return std::nullopt;
  bool shift = false;
  for (int c = std::getchar(); c != EOF; c = std::getchar()) {
    switch (c) {
      case 'C': return KeyPress{Key::right, shift, false};
      case 'D': return KeyPress{Key::left, shift, false};
      case 'H': return KeyPress{Key::home, shift, false};
      case 'F': return KeyPress{Key::end, shift, false};
      case '2': shift = true; break;
      case '1':
      case ';': break;
      default: return std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<KeyPress> read_key(int c) {
  switch (c) {
    case 27: return read_escape();
    case ' ':
    case 'n':
    case '\n': return KeyPress{Key::right};
    case 'b': return KeyPress{Key::left};
    case 'r': return KeyPress{Key::r};
    case 'R': return KeyPress{Key::r, true, false};
    case 'q': return KeyPress{Key::q};
    default: return std::nullopt;
  }
}

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
  while (!controller.wants_to_quit()) {
    fmt::print(
        "\x1b[H\x1b[2J{}\n← → step, Shift ← → collective, Home, End, r pins a rank, q quits\n",
        controller.text());
    std::fflush(stdout);
    const int c = std::getchar();
    if (c == EOF) return;
    if (const auto press = read_key(c)) controller.press(*press);
    controller.finish_step();
  }
}

}  // namespace zerolab
