// Where the kernel cannot keep files from the compiler: what preprocessed text gives away.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zerolab::exercises {

// Why the output of `g++ -E` must not be compiled: it took text from a file that is neither
// `answer` nor below one of `allowed`, or the answer itself has assembly, which can read any file
// (".incbin"). Nothing: it may.
std::optional<std::string> why_foreign(std::string_view preprocessed, std::string_view answer,
                                       const std::vector<std::filesystem::path>& allowed);

}  // namespace zerolab::exercises
