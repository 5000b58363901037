// Files read whole, and files written so that nothing is ever half written.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace zerolab {

// The whole file as bytes. Throws an input Error "cannot read PATH: REASON".
std::string read_file(const std::filesystem::path& path);

// Writes beside `path`, then renames. Throws "cannot write PATH: REASON"; the old file, if there
// was one, is then untouched and nothing is left beside it.
void write_file(const std::filesystem::path& path, std::string_view content);

// Throws the input Error that write_file would, now, without leaving anything behind: for finding
// out before a long run that its output has nowhere to go.
void check_writable(const std::filesystem::path& path);

}  // namespace zerolab
