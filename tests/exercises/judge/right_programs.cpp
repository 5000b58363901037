// The right programs of programs.hpp.
#include <algorithm>

#include "tests/exercises/judge/programs.hpp"
#include "tests/exercises/judge/ring_options.hpp"

namespace zerolab::exercises {

namespace {

using Spans = std::vector<std::span<float>>;

Program shift(Order order) {
  return [order](Comm& comm, const Case&, const Spans& spans) {
    if (comm.size() == 1) {
      std::ranges::copy(spans[0], spans[1].begin());
    } else {
      exchange(comm, order, spans[0], right_of(comm), spans[1], left_of(comm));
    }
  };
}

// In a copy: the buffer gets the sums only at the end.
void out_of_place(Comm& comm, const Case&, const Spans& spans) {
  std::vector<float> copy(spans[0].begin(), spans[0].end());
  ring_first_half(comm, copy);
  std::ranges::copy(copy, spans[0].begin());
}

// Passes a partial sum on without ever putting it into the buffer: only the finished chunk is.
void travelling_sum(Comm& comm, const Case&, const Spans& spans) {
  const int ranks = comm.size();
  const std::vector<Range> chunks = cut(Cut::balanced, spans[0].size(), ranks);
  const auto own = [&](int number) {
    const Range range = chunks[static_cast<std::size_t>((number + 2 * ranks) % ranks)];
    return spans[0].subspan(range.begin, range.size());
  };
  const auto begin = own(comm.rank() - 1);
  std::vector<float> sum(begin.begin(), begin.end());
  for (int step = 0; step < ranks - 1; ++step) {
    const auto next = own(comm.rank() - 2 - step);
    std::vector<float> arrived(next.size());
    comm.sendrecv(sum, right_of(comm), arrived, left_of(comm));
    sum.assign(next.begin(), next.end());
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += arrived[i];
  }
  if (ranks > 1) std::ranges::copy(sum, own(comm.rank()).begin());
}

enum class Scale { after, before, reciprocal };

// Buckets of copies, scaled before or after.
Program buckets(Scale scale, RingOptions options) {
  return [=](Comm& comm, const Case& run, const Spans& spans) {
    std::vector<float> list;
    for (const std::span<float> tensor : spans)
      list.insert(list.end(), tensor.begin(), tensor.end());
    const auto ranks = static_cast<float>(comm.size());
    for (std::size_t begin = 0; begin < list.size(); begin += run.bucket_elements) {
      const std::span<float> bucket =
          std::span(list).subspan(begin, std::min(run.bucket_elements, list.size() - begin));
      if (scale == Scale::before) {
        for (float& element : bucket) element /= ranks;
      }
      ring_first_half(comm, bucket, options);
      ring_second_half(comm, bucket, options);
      if (scale == Scale::before) continue;
      for (float& element : bucket) {
        element = scale == Scale::after ? element / ranks : element * (1 / ranks);
      }
    }
    auto next = list.begin();
    for (const std::span<float> tensor : spans) {
      for (float& element : tensor) element = *next++;
    }
  };
}

}  // namespace

std::vector<RightProgram> right_programs() {
  RingOptions even_first;
  even_first.order = Order::even_first;
  RingOptions other_owner;
  other_owner.first_sends = 0;
  other_owner.second_sends = 1;
  RingOptions other_even = other_owner;
  other_even.order = Order::even_first;
  return {
      {"shift by sendrecv", 2, shift(Order::sendrecv)},
      {"shift, even ranks send first", 2, shift(Order::even_first)},
      {"reduce-scatter in place", 3, first_half({})},
      {"reduce-scatter, even ranks send first", 3, first_half(even_first)},
      {"reduce-scatter in a copy", 3, out_of_place},
      {"reduce-scatter with a travelling sum", 3, travelling_sum},
      {"all-gather", 4, second_half({})},
      {"all-gather, even ranks send first", 4, second_half(even_first)},
      {"all-reduce", 5, both_halves({})},
      {"all-reduce, even ranks send first", 5, both_halves(even_first)},
      {"all-reduce, chunk r+1 on rank r", 5, both_halves(other_owner)},
      {"all-reduce, chunk r+1 on rank r, even ranks first", 5, both_halves(other_even)},
      {"gradients, divided after", 7, buckets(Scale::after, {})},
      {"gradients, divided before", 7, buckets(Scale::before, {})},
      {"gradients, times 1/N", 7, buckets(Scale::reciprocal, even_first)},
  };
}

}  // namespace zerolab::exercises
