#include "exercises/program/file_lock.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "core/base/error.hpp"

namespace zerolab::exercises {

FileLock::FileLock(const std::filesystem::path& file)
    : descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  bool locked = descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) == 0;
  while (!locked && descriptor_ >= 0 && errno == EINTR) {
    locked = ::flock(descriptor_, LOCK_EX) == 0;
  }
  if (locked) return;
  const int reason = errno;
  if (descriptor_ >= 0) ::close(descriptor_);
  throw failure("cannot lock {}: {}", file.string(), std::strerror(reason));
}

FileLock::~FileLock() {
  ::close(descriptor_);
}

}  // namespace zerolab::exercises
