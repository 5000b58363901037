// Ranks for the fabric's tests: a process each, honest ones with a FabricTransport, others with the
// bare socket. A rank that is to prove something throws where it is wrong; the run then ends with
// its text.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/transport/fabric/fabric_transport.hpp"

namespace zerolab::test {

// What must end at once does so in some milliseconds on a quiet machine, and in this time on one
// that others use.
inline constexpr std::int64_t soon_ns = 30'000'000'000;

struct World {
  FabricRecord record;
  int stuck = 0;  // ranks other than the culprit that had to be killed two seconds after the run
};

using RawRank = std::function<void(int fd, int rank)>;
World run_raw(int n, const RawRank& rank_main, const FabricOptions& options = {},
              const FabricHooks& hooks = {});

// Returns the rank's report.
using HonestRank = std::function<std::vector<float>(FabricTransport&)>;
void be_honest(int fd, int rank, int n, const HonestRank& rank_main);
World run_honest(int n, const HonestRank& rank_main, const FabricOptions& options = {},
                 const FabricHooks& hooks = {});

// An on_wait that ends the run with "too long" a second after its first call: by then all ranks
// have begun, also on a busy machine.
std::function<std::string()> one_second_limit();

std::vector<float> floats_of(const std::vector<std::byte>& bytes);

// Sends `elements` floats to the right and receives as many from the left, in one exchange.
std::vector<float> shift(Transport& transport, const std::vector<float>& mine);

// Writes all of it, as nobody checks.
void write_raw(int fd, const void* data, std::size_t size_bytes);

// File descriptors and child processes of this process: neither may grow.
int open_descriptors();
int child_processes();

}  // namespace zerolab::test
