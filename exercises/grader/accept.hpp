// Which files are taken as submissions: regular files of a sensible size, and nothing else.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace zerolab::exercises {

inline constexpr std::size_t max_submission_bytes = 256 * 1024;

struct Acceptance {
  std::optional<std::string> content;
  std::string reason;  // where there is none: "is a symbolic link"
};

// Reads the file. Not accepted: symbolic links, hard links (what they lead to need not be the
// student's), folders, devices, pipes, sockets, more than max_submission_bytes, zero bytes within.
// Never waits, whatever is there.
Acceptance accept(const std::filesystem::path& file);

}  // namespace zerolab::exercises
