// Traces of PyTorch's profiler, real and made.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>
#include <unistd.h>

#include "core/base/files.hpp"
#include "core/profile/kineto_reader.hpp"

namespace zerolab::test {

inline std::filesystem::path kineto_sample(std::string_view name) {
  return std::filesystem::path(ZEROLAB_KINETO_DIR) / name;
}

inline constexpr std::string_view sized_sample = "ddp_2ranks_with_sizes.json";
inline constexpr std::string_view unsized_sample = "older_without_sizes.json.gz";

inline ForeignTrace read_trace_file(const std::filesystem::path& path) {
  return read_foreign_trace(path, [](std::uint64_t, std::uint64_t) {});
}

// The file that these bytes make.
inline ForeignTrace read_bytes(std::string_view bytes) {
  const auto path =
      std::filesystem::temp_directory_path() / fmt::format("zerolab_profile_{}", ::getpid());
  struct Remover {
    const std::filesystem::path& path;
    ~Remover() { std::filesystem::remove(path); }
  } remover{path};
  write_file(path, bytes);
  return read_trace_file(path);
}

// {"traceEvents": […]} of these events.
inline std::string trace_of(const std::vector<std::string>& events, std::string_view before = "") {
  std::string text = fmt::format("{{{}\"traceEvents\":[", before);
  for (std::size_t i = 0; i < events.size(); ++i) text += (i == 0 ? "\n" : ",\n") + events[i];
  return text + "\n]}\n";
}

// An event of a category on a lane (its pid and tid), from `begin` µs on, with these args.
inline std::string event_of(std::string_view category, std::string_view name, int lane,
                            double begin, double duration, std::string_view args = "") {
  return fmt::format(
      R"({{"ph":"X","cat":"{}","name":"{}","pid":{},"tid":{},"ts":{},"dur":{},"args":{{{}}}}})",
      category, name, lane, lane, begin, duration, args);
}

}  // namespace zerolab::test
