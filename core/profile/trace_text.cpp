#include "core/profile/trace_text.hpp"

#include <cerrno>
#include <cstring>
#include <limits>
#include <system_error>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/base/files.hpp"

namespace zerolab {

namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 18;

}  // namespace

TraceText::TraceText(const std::filesystem::path& path) : path_(path.string()) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw input_error("cannot read {}: it is a folder; give the trace's file", path_);
  }
  errno = 0;
  file_.open(path, std::ios::binary);
  if (!file_) throw input_error("cannot read {}: {}", path_, std::strerror(errno));
  piece_.resize(piece_bytes);
  char magic[2] = {};
  file_.read(magic, 2);
  if (is_gzip({magic, static_cast<std::size_t>(file_.gcount())})) {
    file_.close();
    packed_ = read_file(path);
    file_bytes_ = packed_.size();
    unpacker_ = std::make_unique<Gunzip>(packed_, std::numeric_limits<std::size_t>::max());
    return;
  }
  file_.clear();
  file_.seekg(0, std::ios::end);
  const std::streamoff end = file_.tellg();
  file_bytes_ = end > 0 ? static_cast<std::uint64_t>(end) : 0;  // a pipe cannot tell
  file_.clear();
  file_.seekg(0);
  if (!file_) throw input_error("cannot read {}: it cannot be read twice; save it first", path_);
}

std::string_view TraceText::next() {
  std::size_t size = 0;
  if (unpacker_) {
    size = unpacker_->read(piece_);
    if (unpacker_->done() && !unpacker_->fault().empty()) {
      fault_ = fmt::format("{}, at byte {} of the {} compressed ones", unpacker_->fault(),
                           unpacker_->byte(), packed_.size());
    }
  } else {
    file_.read(piece_.data(), static_cast<std::streamsize>(piece_.size()));
    size = static_cast<std::size_t>(file_.gcount());
    read_ += size;
    if (file_.bad()) fault_ = fmt::format("the system stopped reading at byte {}", read_);
  }
  return std::string_view(piece_).substr(0, size);
}

std::uint64_t TraceText::bytes_read() const {
  return unpacker_ ? unpacker_->byte() : read_;
}

}  // namespace zerolab
