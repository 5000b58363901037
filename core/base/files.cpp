#include "core/base/files.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <unistd.h>

#include "core/base/error.hpp"

namespace zerolab {

namespace {

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

std::filesystem::path beside(const std::filesystem::path& path) {
  std::filesystem::path temporary = path;
  temporary += fmt::format(".{}.part", ::getpid());
  return temporary;
}

Error cannot_write(const std::filesystem::path& path, int error_number) {
  return input_error("cannot write {}: {}", path.string(), std::strerror(error_number));
}

File open_beside(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw cannot_write(path, EISDIR);
  File file(std::fopen(beside(path).c_str(), "wb"));
  if (!file) throw cannot_write(path, errno);
  return file;
}

}  // namespace

std::string read_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw input_error("cannot read {}: it is a directory", path.string());
  }
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) throw input_error("cannot read {}: {}", path.string(), std::strerror(errno));
  std::string content;
  std::string block(1 << 16, '\0');
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get())) {
    content.append(block, 0, count);
  }
  if (std::ferror(file.get()) != 0) {
    throw input_error("cannot read {}: {}", path.string(), std::strerror(errno));
  }
  return content;
}

void write_file(const std::filesystem::path& path, std::string_view content) {
  const std::filesystem::path temporary = beside(path);
  File file = open_beside(path);
  bool written = std::fwrite(content.data(), 1, content.size(), file.get()) == content.size();
  int reason = errno;
  if (std::fclose(file.release()) != 0 && written) {
    written = false;
    reason = errno;
  }
  if (written && std::rename(temporary.c_str(), path.c_str()) == 0) return;
  if (written) reason = errno;
  std::remove(temporary.c_str());
  throw cannot_write(path, reason);
}

void check_writable(const std::filesystem::path& path) {
  open_beside(path);
  std::remove(beside(path).c_str());
}

}  // namespace zerolab
