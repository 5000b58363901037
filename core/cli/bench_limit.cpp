#include "core/cli/bench_limit.hpp"

#include <algorithm>
#include <barrier>
#include <exception>
#include <thread>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/cli/bench_machine.hpp"

namespace zerolab {

namespace {

constexpr int passes = 3;

}  // namespace

MemoryLimit::MemoryLimit(std::vector<int> cores) : cores_(std::move(cores)) {
  for (std::size_t i = 0; i < cores_.size(); ++i) {
    a_.emplace_back(device("cpu"), limit_operand_bytes);
    b_.emplace_back(device("cpu"), limit_operand_bytes);
    std::ranges::fill(a_.back().as<float>(), 1.0F);
    std::ranges::fill(b_.back().as<float>(), 1.0F);
  }
}

double MemoryLimit::measure() {
  struct Span {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
    std::exception_ptr failed;
  };
  const std::size_t elements = limit_operand_bytes / sizeof(float);
  std::vector<Span> spans(cores_.size());
  std::barrier start(static_cast<std::ptrdiff_t>(cores_.size()));
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < cores_.size(); ++i) {
    threads.emplace_back([&, i] {
      try {
        pin_this_thread(cores_[i]);
      } catch (...) {
        spans[i].failed = std::current_exception();
      }
      start.arrive_and_wait();
      spans[i].begin_ns = now_ns();
      for (int pass = 0; pass < passes; ++pass) {
        device("cpu").combine(Combine::add, a_[i].as<float>().data(), b_[i].as<float>().data(),
                              elements, DType::f32);
      }
      spans[i].end_ns = now_ns();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Span& span : spans) {
    if (span.failed) std::rethrow_exception(span.failed);
  }
  const auto begin = std::ranges::min(spans, {}, &Span::begin_ns).begin_ns;
  const auto end = std::ranges::max(spans, {}, &Span::end_ns).end_ns;
  const double bytes =
      3.0 * static_cast<double>(limit_operand_bytes) * passes * static_cast<double>(cores_.size());
  return bytes / (static_cast<double>(end - begin) * 1e-9);
}

double compulsory_bytes(Collective collective, int world_size, double size_bytes) {
  if (world_size == 1) return 0;
  const double n = world_size;
  switch (collective) {
    case Collective::all_reduce: return 2 * size_bytes * n;
    case Collective::reduce_scatter:
    case Collective::reduce: return size_bytes * n + size_bytes;
    case Collective::all_gather:
    case Collective::broadcast: return size_bytes * n;
  }
  throw InvariantError("a Collective of which nobody said what it must read and write");
}

}  // namespace zerolab
