// The memory limit of this machine, measured: how many bytes per second `a += b` reads and writes
// with one pinned thread per core, all at once, each with two operands of 64 MiB of its own,
// through the Device that the collectives add with. An element costs 12 bytes: a and b read, a
// written.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/names.hpp"
#include "core/device/buffer.hpp"

namespace zerolab {

inline constexpr std::size_t limit_operand_bytes = std::size_t{64} << 20;

class MemoryLimit {
 public:
  explicit MemoryLimit(std::vector<int> cores);  // allocates 2·64 MiB per core

  // Bytes per second: of all threads' passes together, from the common start to the last end. A
  // mean over a few passes, as a collective's time is one over iterations.
  double measure();

 private:
  std::vector<int> cores_;
  std::vector<Buffer> a_, b_;  // per core
};

// The bytes that N ranks together must read or write where each reads its input once and writes its
// result once, in place; S is the whole buffer:
//   all-reduce      2·S·N        every rank reads and writes it all
//   reduce-scatter  S·N + S      every rank reads it all and writes its own chunk
//   all-gather      S + S·(N−1)  a chunk is read once, by its rank, and written by all others
//   broadcast       S + S·(N−1)  the root reads, the others write
//   reduce          S·N + S      every rank reads, the root writes
// One rank alone: 0, nothing need move. A collective of `bytes` so counted takes at least
// bytes / limit seconds; the share of the limit that it reaches is that time over the measured one.
double compulsory_bytes(Collective collective, int world_size, double size_bytes);

}  // namespace zerolab
