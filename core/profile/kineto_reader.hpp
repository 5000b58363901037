// Reads a PyTorch profiler (Kineto) trace of any size as a stream: what it holds of NCCL, and how
// far it could be read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/profile/kineto_join.hpp"

namespace zerolab {

// Told now and then while a file is read.
using ReadProgress = std::function<void(std::uint64_t bytes_read, std::uint64_t file_bytes)>;

struct KinetoTrace {
  DistributedInfo info;
  JoinedCalls calls;
  std::uint64_t events = 0;           // in traceEvents, of any kind
  std::uint64_t text_bytes = 0;       // uncompressed
  std::int64_t steps_marked = 0;      // different ProfilerStep#… annotations
  std::vector<std::string> warnings;  // a sentence each: what could not be read, from which byte on
};

struct ForeignTrace {
  bool is_ours = false;  // it is zerolab's: read_trace() is for it, and nothing else is set
  KinetoTrace kineto;
};

// Throws an input Error for a file that cannot be opened, is not JSON with events, or is damaged
// before its first event. Damage further on is a warning.
ForeignTrace read_foreign_trace(const std::filesystem::path& path, const ReadProgress& progress);

}  // namespace zerolab
