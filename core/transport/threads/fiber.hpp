// A fiber: a function on a stack of its own that runs until it hands its thread to another fiber by
// itself, and later goes on where it was. Handing over is a matter of some registers, without the
// operating system: it costs nanoseconds.
//
// Exceptions work as on threads: each fiber has its own that are under way or being handled. Other
// thread_local state is shared by the fibers of a thread, and a lock that is held across a
// hand-over may be wanted by the next: hold none.
#pragma once

#include <csetjmp>
#include <cstddef>
#include <functional>

namespace zerolab {

// Whether this build has them: on Linux with glibc, on x86-64 and AArch64, without sanitizers,
// which take one stack per thread for granted. Elsewhere only a thread's own flow can be a Fiber.
bool fibers_available();

class Fiber {
 public:
  // Memory of a stack, reserved at once and used page by page as it grows, as a thread's. The page
  // below it is closed: one call too many ends the process instead of corrupting other memory.
  static constexpr std::size_t stack_bytes = std::size_t{8} << 20;

  // The calling thread's own flow of control.
  Fiber() = default;

  // Runs `body`, which must not throw, when first handed to; at its end the thread goes on in the
  // fiber that it returns. Throws a failure Error where there is no memory for a stack.
  explicit Fiber(std::function<Fiber&()> body);

  // It has not begun, or has ended.
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  // For the running fiber: the thread goes on in `next`. Returns when some fiber hands back. All
  // of this happens on one thread.
  void hand_to(Fiber& next);

 private:
  // The beginning of the C++ runtime's __cxa_eh_globals (Itanium C++ ABI: Exception Handling,
  // 2.2.2), which is per thread.
  struct Exceptions {
    void* caught = nullptr;  // being handled, innermost first
    unsigned int uncaught = 0;
  };

  static void enter();
  [[noreturn]] void resume();

  std::function<Fiber&()> body_;
  void* stack_ = nullptr;
  bool begun_ = true;       // registers_ is where to go on
  std::jmp_buf registers_;  // while another one runs
  Exceptions exceptions_;   // likewise
};

}  // namespace zerolab
