// The collectives that a training step calls, over whatever schedules the build offers.
//
// All ranks call the same methods in the same order with buffers of the same size; a rank that
// differs makes all fail with a message that names both sides. Everything is in place. Element
// types are float, BFloat16 and long (64-bit integers). Buffers may have any size, also none, and
// need not divide by N: chunk c of the buffer is ChunkLayout{size, N}.range(c).
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/device/typed_span.hpp"
#include "core/execute/order_check.hpp"
#include "core/execute/program.hpp"

namespace zerolab {

// How many of each collective a rank has issued, in the order of all_collectives.
using CollectiveCounts = std::array<std::int64_t, all_collectives.size()>;

// A collective as somebody's own code, in place of a schedule: from the buffer before to the buffer
// after, as the methods of Collectives say, by messages over the transport. `root`: -1 for none.
using OwnCollective = std::function<void(Transport& transport, int root, std::span<float> buffer)>;

// How collectives run, the same on all ranks.
struct CollectiveOptions {
  // By collective; for those not named here, the default of build_schedule: rings and chains.
  std::map<Collective, std::string> algorithms;
  // ProgramRun::slice_bytes; 0: whole chunks; none: default_slice_bytes of the world size.
  std::optional<std::size_t> slice_bytes;
  // For buffers of float only. The transport counts what they move as it counts everything; a
  // recorder sees the collective as a whole, since their messages have no chunk numbers.
  std::map<Collective, OwnCollective> own{};
  // Stops at the first collective in which ranks differ; see order_check.hpp for what it costs.
  bool check_order = false;
};

// 1 MiB / N, from 32 to 256 KiB. What all ranks work on at a time, N^2 slices, should lie in the
// caches; in much smaller slices waiting costs more than the caches save (core/README.md, "Speed").
std::size_t default_slice_bytes(int world_size);

class Collectives {
 public:
  // Transport and recorder outlive this object; `recorder` may be nullptr.
  explicit Collectives(Transport& transport, Recorder* recorder = nullptr,
                       CollectiveOptions options = {});

  int rank() const { return transport_.rank(); }
  int world_size() const { return transport_.world_size(); }

  // The part of a buffer of `elements` that rank() owns with the default algorithms: its chunk.
  Range own_chunk(std::size_t elements) const;

  // `purpose` ("gradients of block 0") is for the trace's reader.

  // Before: every rank's input. After: rank r's chunk r is the sum over ranks; its other chunks
  // hold partial sums that nobody should read. Sends Ψ - c_r elements.
  void reduce_scatter(TypedSpan buffer, std::string_view purpose = "") {
    run(Collective::reduce_scatter, -1, buffer, purpose);
  }

  // Before: rank r's chunk r. After: the whole buffer, on every rank. Sends Ψ - c_(r+1).
  void all_gather(TypedSpan buffer, std::string_view purpose = "") {
    run(Collective::all_gather, -1, buffer, purpose);
  }

  // After: the sum over ranks, on every rank, in the same bits. Sends 2Ψ - c_r - c_(r+1).
  void all_reduce(TypedSpan buffer, std::string_view purpose = "") {
    run(Collective::all_reduce, -1, buffer, purpose);
  }

  // After: the root's buffer, on every rank.
  void broadcast(TypedSpan buffer, int root, std::string_view purpose = "") {
    run(Collective::broadcast, root, buffer, purpose);
  }

  // After: the root's buffer is the sum over ranks; the others hold partial sums.
  void reduce(TypedSpan buffer, int root, std::string_view purpose = "") {
    run(Collective::reduce, root, buffer, purpose);
  }

  // Returns when every rank has called it: an all-gather of nothing, N-1 empty messages each way.
  void barrier();

  const CollectiveCounts& issued() const { return issued_; }

  // What the check of the order moved: in the transport's counters, and no part of any collective.
  const Counters& order_check_traffic() const { return order_check_.traffic(); }

 private:
  struct Compiled {
    std::string algorithm;
    RankProgram program;
  };

  void run(Collective collective, int root, TypedSpan buffer, std::string_view purpose);
  const Compiled& compiled(Collective collective, int root);

  Transport& transport_;
  Recorder* recorder_;
  CollectiveOptions options_;
  OrderCheck order_check_;
  std::map<std::pair<Collective, int>, Compiled> programs_;  // by collective and root (-1: none)
  std::int64_t sequence_ = 0;  // of the next collective, the same on all ranks
  CollectiveCounts issued_{};
};

}  // namespace zerolab
