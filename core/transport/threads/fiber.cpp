// makecontext starts a fiber and setjmp switches: swapcontext would do both, but asks the operating
// system for the signal mask at every switch. Compiled without _FORTIFY_SOURCE, whose longjmp takes
// another stack for an error.
#include "core/transport/threads/fiber.hpp"

#include "core/base/error.hpp"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ONE_STACK_PER_THREAD
#elif defined(__has_feature)  // Clang's way to say so
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ONE_STACK_PER_THREAD
#endif
#endif

#if defined(__GLIBC__) && defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__)) && \
    !defined(ONE_STACK_PER_THREAD)

#include <cerrno>
#include <cstring>

#include <cxxabi.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

namespace zerolab {

bool fibers_available() {
  return true;
}

namespace {

thread_local Fiber* entering = nullptr;  // from resume() to enter()

}  // namespace

Fiber::Fiber(std::function<Fiber&()> body) : body_(std::move(body)), begun_(false) {
  stack_ = ::mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (stack_ == MAP_FAILED) {
    throw failure("no memory for the stack of a rank, {} bytes: {}", stack_bytes,
                  std::strerror(errno));
  }
  ::mprotect(stack_, static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)), PROT_NONE);
  ::madvise(stack_, stack_bytes, MADV_NOHUGEPAGE);  // a rank touches a few pages of it
}

Fiber::~Fiber() {
  if (stack_ != nullptr) ::munmap(stack_, stack_bytes);
}

void Fiber::hand_to(Fiber& next) {
  void* const of_thread = abi::__cxa_get_globals();
  std::memcpy(&exceptions_, of_thread, sizeof(Exceptions));
  std::memcpy(of_thread, &next.exceptions_, sizeof(Exceptions));
  if (_setjmp(registers_) == 0) next.resume();
}

void Fiber::resume() {
  if (begun_) _longjmp(registers_, 1);
  begun_ = true;
  entering = this;
  ucontext_t context;
  ::getcontext(&context);
  context.uc_stack.ss_sp = stack_;
  context.uc_stack.ss_size = stack_bytes;
  context.uc_link = nullptr;
  ::makecontext(&context, &Fiber::enter, 0);
  ::setcontext(&context);
  std::abort();  // setcontext returns only where the context is none
}

void Fiber::enter() {
  Fiber& self = *entering;
  Fiber& next = self.body_();
  self.hand_to(next);  // for good
}

}  // namespace zerolab

#else

namespace zerolab {

bool fibers_available() {
  return false;
}

Fiber::Fiber(std::function<Fiber&()>) {
  throw InvariantError("this build has no fibers: fibers_available()");
}

Fiber::~Fiber() = default;

void Fiber::hand_to(Fiber&) {}

}  // namespace zerolab

#endif
