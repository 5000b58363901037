// A rank's transport, watched: it says when the rank waits, what kind of failure an exchange ends
// with, and stops a rank that sends without end.
#pragma once

#include <cstdint>

#include "core/transport/transport.hpp"
#include "exercises/check/rank_states.hpp"
#include "exercises/check/trouble.hpp"

namespace zerolab::exercises {

// What one rank may send in a run: far more than any answer needs.
struct TrafficLimit {
  std::int64_t messages = 0;
  std::int64_t elements = 0;
};

class WatchedTransport final : public Transport {
 public:
  // All of them outlive this object.
  WatchedTransport(Transport& transport, WatchedRank& watched, Trouble& trouble, TrafficLimit limit)
      : transport_(transport), watched_(watched), trouble_(trouble), limit_(limit) {}

  int rank() const override { return transport_.rank(); }
  int world_size() const override { return transport_.world_size(); }
  void exchange(std::span<Send> sends, std::span<Receive> receives) override;
  void set_timing(bool on) override { transport_.set_timing(on); }
  void synchronize() override { transport_.synchronize(); }
  Counters counters() const override { return transport_.counters(); }
  std::size_t peak_buffered_bytes() const override { return transport_.peak_buffered_bytes(); }

 private:
  void check_limit(std::span<const Send> sends);

  Transport& transport_;
  WatchedRank& watched_;
  Trouble& trouble_;
  TrafficLimit limit_;
  std::int64_t messages_ = 0;
  std::int64_t elements_ = 0;
};

}  // namespace zerolab::exercises
