#include "tests/exercises/judge/ring_options.hpp"

#include <algorithm>

#include "core/schedule/schedule.hpp"

namespace zerolab::exercises {

namespace {

struct Half {
  int first = 0;  // chunk r + first is sent in step 0
  Keep keep = Keep::add;
  bool keeps_last = true;
};

void put(Keep keep, std::span<const float> arrived, std::span<float> buffer, Range chunk) {
  for (std::size_t i = 0; i < arrived.size() && chunk.begin + i < buffer.size(); ++i) {
    float& element = buffer[chunk.begin + i];
    switch (keep) {
      case Keep::add: element += arrived[i]; break;
      case Keep::replace: element = arrived[i]; break;
      case Keep::ignore: break;
      case Keep::add_twice: element += 2 * arrived[i]; break;
      case Keep::add_shifted: element += arrived[i]; break;
    }
  }
}

void run_half(Comm& comm, std::span<float> buffer, const RingOptions& options, const Half& half) {
  const int ranks = comm.size();
  const int rank = comm.rank();
  const std::vector<Range> chunks = cut(options.cut, buffer.size(), ranks);
  const auto longest = std::ranges::max_element(chunks, {}, &Range::size)->size();
  const auto chunk_at = [&](int number) {
    return chunks[static_cast<std::size_t>(wrap(number, ranks))];
  };
  const int to = wrap(rank + options.direction, ranks);
  const int from = wrap(rank - options.direction, ranks);
  const int steps = ranks - 1 + (ranks > 1 ? options.more_steps : 0);
  for (int step = 0; step < steps; ++step) {
    const int turn = options.stays_at_first ? 0 : options.index_step * step;
    const Range sent = chunk_at(rank * options.direction + half.first + turn);
    const Range received = chunk_at(from * options.direction + half.first + turn);
    std::vector<float> out(buffer.begin() + static_cast<std::ptrdiff_t>(sent.begin),
                           buffer.begin() + static_cast<std::ptrdiff_t>(sent.end));
    std::vector<float> in(options.pads ? longest : received.size());
    if (options.pads) out.resize(longest);
    exchange(comm, options.order, out, to, in, from);
    in.resize(received.size());
    const bool last = step == steps - 1;
    Range target = received;
    if (half.keep == Keep::add_shifted) {
      ++target.begin;
    }
    if (!last || half.keeps_last) put(half.keep, in, buffer, target);
  }
}

}  // namespace

void exchange(Comm& comm, Order order, std::span<const float> out, int to, std::span<float> in,
              int from) {
  const bool even = comm.rank() % 2 == 0;
  if (order == Order::sendrecv) {
    comm.sendrecv(out, to, in, from);
  } else if (order == Order::send_first || (order == Order::even_first && even)) {
    comm.send(out, to);
    comm.recv(in, from);
  } else {
    comm.recv(in, from);
    comm.send(out, to);
  }
}

void ring_first_half(Comm& comm, std::span<float> buffer, const RingOptions& options) {
  run_half(comm, buffer, options, {options.first_sends, options.keep, options.keeps_last});
}

void ring_second_half(Comm& comm, std::span<float> buffer, const RingOptions& options) {
  run_half(comm, buffer, options, {options.second_sends, options.keep_later, true});
}

Program first_half(const RingOptions& options) {
  return [options](Comm& comm, const Case&, const std::vector<std::span<float>>& spans) {
    ring_first_half(comm, spans[0], options);
  };
}

Program second_half(const RingOptions& options) {
  return [options](Comm& comm, const Case&, const std::vector<std::span<float>>& spans) {
    ring_second_half(comm, spans[0], options);
  };
}

Program both_halves(const RingOptions& options) {
  return [options](Comm& comm, const Case&, const std::vector<std::span<float>>& spans) {
    ring_first_half(comm, spans[0], options);
    ring_second_half(comm, spans[0], options);
  };
}

}  // namespace zerolab::exercises
