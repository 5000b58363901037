// The rank's side of the fabric: a Transport over one socket to the parent (fabric.hpp).
//
// It trusts the parent and nobody else: its counters are a convenience, the parent's count.
#pragma once

#include <span>
#include <string_view>

#include "core/transport/fabric/wire.hpp"
#include "core/transport/registry.hpp"

namespace zerolab {

class FabricTransport final : public Transport {
 public:
  // `fd` stays the caller's.
  FabricTransport(int fd, int rank, int world_size);

  int rank() const override { return rank_; }
  int world_size() const override { return world_size_; }
  // Throws the reason that the parent gives.
  void exchange(std::span<Send> sends, std::span<Receive> receives) override;
  void set_timing(bool on) override { timing_ = on; }
  void synchronize() override {}
  Counters counters() const override { return counters_; }
  std::size_t peak_buffered_bytes() const override { return peak_buffered_bytes_; }

  // Waits until the parent has looked at this process.
  void mark(std::int64_t number);

  // The rank has ended: the last word. `report` is for the parent.
  void finish(std::span<const std::byte> report = {});

  // The rank failed: the last word too. Of a long reason the beginning.
  void fail(std::string_view reason, ErrorKind kind = ErrorKind::failure);

 private:
  FrameHeader answer(FrameKind expected);
  void read_all(void* data, std::size_t size_bytes);
  void read_and_add(const Receive& receive);

  int fd_;
  int rank_;
  int world_size_;
  bool timing_ = true;
  Counters counters_;
  std::size_t peak_buffered_bytes_ = 0;
};

// For run_ranks("fabric", …): forks a process per rank (so the caller must have no other threads,
// and what rank_main writes into memory stays in its process), and ends with the first failure of
// any of them. What is thrown then is an Error with the text and kind of what the rank threw; a
// rank that still computes a second later is killed. World sizes 1 … max_fabric_ranks.
inline constexpr int max_fabric_ranks = 64;
void check_fabric_ranks(int world_size);
void run_fabric_ranks(int world_size, const RankMain& rank_main, const RunOptions& options);

}  // namespace zerolab
