#include "exercises/grader/accept.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.hpp"
#include "core/base/units.hpp"

namespace zerolab::exercises {

namespace {

Acceptance refused(std::string reason) {
  return {std::nullopt, std::move(reason)};
}

std::string kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "is a folder";
  if (S_ISFIFO(mode)) return "is a pipe";
  if (S_ISSOCK(mode)) return "is a socket";
  return "is a device";
}

Acceptance read_regular(int descriptor) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) return refused(std::strerror(errno));
  if (!S_ISREG(status.st_mode)) return refused(kind_of(status.st_mode));
  if (status.st_nlink > 1) return refused("is a hard link: another name leads to the same file");
  std::string content(max_submission_bytes + 1, '\0');
  std::size_t size = 0;
  while (size < content.size()) {
    const ssize_t count = read(descriptor, content.data() + size, content.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return refused(std::strerror(errno));
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  if (size > max_submission_bytes) {
    return refused(fmt::format("is longer than {} bytes",
                               with_separators(static_cast<std::int64_t>(max_submission_bytes))));
  }
  content.resize(size);
  if (content.find('\0') != std::string::npos) return refused("holds zero bytes: it is no text");
  return {std::move(content), {}};
}

}  // namespace

Acceptance accept(const std::filesystem::path& file) {
  const int descriptor =
      open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) {
    if (errno == ELOOP) return refused("is a symbolic link");
    if (errno == ENOENT) return refused("is missing");
    if (errno == ENXIO) return refused("is a socket");
    return refused(std::strerror(errno));
  }
  Acceptance acceptance = read_regular(descriptor);
  close(descriptor);
  return acceptance;
}

}  // namespace zerolab::exercises
