#include "core/cli/bench_run.hpp"

#include <algorithm>

#include "core/base/clock.hpp"
#include "core/cli/bench_machine.hpp"
#include "core/device/buffer.hpp"

namespace zerolab {

namespace {

constexpr std::size_t line_bytes = 64;
constexpr std::size_t page_bytes = 4096;

// How one rank's memory is cut. Warm: one pair of buffers. Cold: `slots` of them, a page and a line
// apart at least: no prefetcher runs on into the next one, and they do not all fall into the same
// set of the cache.
struct Places {
  explicit Places(const BenchCase& c) {
    const std::size_t size = c.elements * size_bytes(c.dtype);
    stride = (size + line_bytes - 1) / line_bytes * line_bytes;
    if (!c.cold_cache_bytes) return;
    const std::size_t share =
        2 * *c.cold_cache_bytes / static_cast<std::size_t>(c.checked.world_size);
    stride = std::max(stride, page_bytes + line_bytes);
    slots = std::clamp<std::size_t>(share / stride, 1, static_cast<std::size_t>(c.iterations));
    sweep = share / (2 * line_bytes) * 2 * line_bytes;
  }
  std::size_t stride = 0;  // bytes from one slot to the next
  std::size_t slots = 1;
  std::size_t sweep = 0;  // bytes of other memory
};

class RankBuffers {
 public:
  explicit RankBuffers(const BenchCase& c)
      : case_(c),
        places_(c),
        inputs_(device("cpu"), places_.slots * places_.stride),
        outputs_(device("cpu"), places_.slots * places_.stride),
        swept_(device("cpu"), places_.sweep) {}

  TypedSpan input(std::size_t slot) const { return at(inputs_, slot); }
  TypedSpan output(std::size_t slot) const { return at(outputs_, slot); }
  std::span<std::byte> output_bytes(std::size_t slot) const {
    return outputs_.as<std::byte>().subspan(slot * places_.stride,
                                            case_.elements * size_bytes(case_.dtype));
  }
  std::size_t slots() const { return places_.slots; }
  bool cold() const { return places_.sweep > 0; }

  // Through an addition, which fills the cache: a large memset may write past it.
  void sweep() const {
    const std::span<long> words = swept_.as<long>();
    const std::size_t half = words.size() / 2;
    device("cpu").combine(Combine::add, words.data(), words.data() + half, half, DType::i64);
  }

 private:
  TypedSpan at(const Buffer& buffer, std::size_t slot) const {
    return {buffer.as<std::byte>().data() + slot * places_.stride, case_.elements, case_.dtype};
  }

  const BenchCase& case_;
  Places places_;
  Buffer inputs_, outputs_, swept_;
};

// One rank's part.
class RankBench {
 public:
  RankBench(const BenchCase& c, Transport& transport)
      : case_(c),
        rank_(transport.rank()),
        collectives_(transport, nullptr, c.collectives),
        buffers_(c) {}

  BenchTimes run() {
    for (std::size_t slot = 0; slot < buffers_.slots(); ++slot) {
      fill_with_input(case_.checked, rank_, buffers_.input(slot));
      fill_with_input(case_.checked, rank_, buffers_.output(slot));
    }
    BenchTimes times;
    times.out_of_place.seconds = mean_seconds([this](std::size_t slot) { out_of_place(slot); });
    times.in_place.seconds = mean_seconds([this](std::size_t slot) { in_place(slot); });

    fill_with_input(case_.checked, rank_, buffers_.output(0));
    in_place(0);
    times.in_place.wrong = count_wrong(case_.checked, rank_, buffers_.output(0));
    // All bits set: NaN, or −1, which must not show in the result.
    std::ranges::fill(buffers_.output_bytes(0), std::byte{0xFF});
    out_of_place(0);
    times.out_of_place.wrong = count_wrong(case_.checked, rank_, buffers_.output(0));
    return times;
  }

 private:
  template <typename Iteration>
  double mean_seconds(const Iteration& iteration) {
    for (int i = 0; i < case_.warmup; ++i) {
      iteration(static_cast<std::size_t>(i) % buffers_.slots());
    }
    const auto iterations = static_cast<std::size_t>(case_.iterations);
    const std::size_t most = buffers_.cold() ? buffers_.slots() : iterations;
    std::int64_t total_ns = 0;
    for (std::size_t done = 0; done < iterations;) {
      const std::size_t round = std::min(most, iterations - done);
      if (buffers_.cold()) buffers_.sweep();
      collectives_.barrier();
      const std::int64_t begin = now_ns();
      for (std::size_t i = 0; i < round; ++i) iteration(i % buffers_.slots());
      total_ns += now_ns() - begin;
      done += round;
    }
    return static_cast<double>(total_ns) * 1e-9 / case_.iterations;
  }

  void out_of_place(std::size_t slot) {
    const Range given = input_of(case_.checked, rank_, case_.elements);
    device("cpu").combine(Combine::copy, buffers_.output(slot).sub(given).data,
                          buffers_.input(slot).sub(given).data, given.size(), case_.dtype);
    in_place(slot);
  }

  void in_place(std::size_t slot) {
    const TypedSpan buffer = buffers_.output(slot);
    switch (case_.checked.collective) {
      case Collective::reduce_scatter: return collectives_.reduce_scatter(buffer);
      case Collective::all_gather: return collectives_.all_gather(buffer);
      case Collective::all_reduce: return collectives_.all_reduce(buffer);
      case Collective::broadcast: return collectives_.broadcast(buffer, case_.checked.root);
      case Collective::reduce: return collectives_.reduce(buffer, case_.checked.root);
    }
  }

  const BenchCase& case_;
  int rank_;
  Collectives collectives_;
  RankBuffers buffers_;
};

}  // namespace

BenchTimes measure(const BenchCase& bench_case) {
  const int n = bench_case.checked.world_size;
  std::vector<BenchTimes> ranks(static_cast<std::size_t>(n));
  const auto rank_main = [&](Transport& transport) {
    ranks[static_cast<std::size_t>(transport.rank())] = RankBench(bench_case, transport).run();
  };
  RunOptions options = bench_case.transport;
  options.begin_thread = [&](int rank) {
    pin_this_thread(core_of_rank(rank, n, bench_case.cores));  // as are the others of the thread
  };
  run_ranks("threads", n, rank_main, options);
  BenchTimes all;
  for (const BenchTimes& mine : ranks) {
    for (const auto part : {&BenchTimes::out_of_place, &BenchTimes::in_place}) {
      (all.*part).seconds = std::max((all.*part).seconds, (mine.*part).seconds);
      (all.*part).wrong += (mine.*part).wrong;
    }
  }
  return all;
}

std::size_t buffer_bytes(const BenchCase& bench_case) {
  const Places places(bench_case);
  return static_cast<std::size_t>(bench_case.checked.world_size) *
         (2 * places.slots * places.stride + places.sweep);
}

}  // namespace zerolab
