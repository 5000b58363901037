// The text of a file, piece by piece, compressed or not. A plain file is never held whole; of a
// compressed one the compressed bytes are.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

#include "core/trace/gzip.hpp"

namespace zerolab {

class TraceText {
 public:
  // Throws an input Error "cannot read PATH: REASON".
  explicit TraceText(const std::filesystem::path& path);

  // The next piece, valid until the next call; empty once there is no more.
  std::string_view next();

  const std::string& fault() const { return fault_; }  // why the text is not whole; empty: it is
  std::uint64_t file_bytes() const { return file_bytes_; }
  std::uint64_t bytes_read() const;  // of the file
  bool compressed() const { return unpacker_ != nullptr; }

 private:
  std::string path_;
  std::ifstream file_;
  std::uint64_t file_bytes_ = 0;
  std::uint64_t read_ = 0;
  std::string packed_;
  std::unique_ptr<Gunzip> unpacker_;
  std::string piece_;
  std::string fault_;
};

}  // namespace zerolab
