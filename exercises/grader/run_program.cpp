#include "exercises/grader/run_program.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "core/base/error.hpp"
#include "exercises/grader/household.hpp"

namespace zerolab::exercises {

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

void Descriptor::reset() {
  if (number_ >= 0) close(number_);
  number_ = -1;
}

Descriptor open_null() {
  Descriptor null(open("/dev/null", O_RDWR | O_CLOEXEC));
  if (null.number() < 0) throw failure("cannot open /dev/null: {}", std::strerror(errno));
  return null;
}

ProgramEnd run_program(SandboxPlan plan, std::size_t output_bytes, double patience_seconds) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::duration<double>(patience_seconds);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw failure("cannot make a pipe: {}", std::strerror(errno));
  const Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);
  const Descriptor null = open_null();
  plan.descriptors = {null.number(), writing.number(), writing.number()};
  const Sandboxed program = start_sandboxed(plan);
  writing.reset();
  ProgramEnd end;
  std::optional<ProcessEnd> own;
  while (!own && !end.overdue) {
    pollfd wait{reading.number(), POLLIN, 0};
    poll(&wait, 1, 10);
    char text[4096];
    const ssize_t count = wait.revents == 0 ? -1 : read(reading.number(), text, sizeof text);
    if (count > 0) {
      end.output.append(text, std::min(static_cast<std::size_t>(count),
                                       output_bytes - std::min(output_bytes, end.output.size())));
    } else if (count == 0) {  // it has closed its output: it ends, or computes silently
      own = await_end_of(program.process, 0.05);
    } else {
      own = end_of(program.process);
    }
    end.overdue = Clock::now() >= until;
  }
  if (!own) end_session(program.process);
  end_descendants();
  if (own) end.status = own->status;
  return end;
}

}  // namespace zerolab::exercises
