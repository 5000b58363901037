#include "viz/playback/fold.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <future>
#include <span>
#include <string>

#include "core/base/error.hpp"

namespace zerolab {

namespace {

// One end of one slice.
struct SliceEnd {
  std::array<int, 6> key;  // collective, step, source, chunk, destination, slice
  std::size_t event;

  friend auto operator<=>(const SliceEnd&, const SliceEnd&) = default;
};

std::string described(const std::array<int, 6>& key) {
  const auto [collective, step, source, chunk, destination, slice] = key;
  return fmt::format("collective {}, step {}, chunk {}, slice {}, rank {} to rank {}", collective,
                     step, chunk, slice, source, destination);
}

std::vector<SliceEnd> slice_ends(const std::vector<Event>& events, EventKind kind) {
  std::vector<SliceEnd> ends;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (event.kind != kind) continue;
    const bool sends = kind == EventKind::send;
    const SliceEnd end{{event.collective_id, event.step, sends ? event.rank : event.peer,
                        event.chunk, sends ? event.peer : event.rank, event.slice},
                       i};
    if (event.collective_id < 0 || event.step < 0 || event.chunk < 0) {
      throw input_error(
          "{}: -1 stands for none, and a transfer has a collective, a step and a chunk",
          described(end.key));
    }
    if (event.rank == event.peer) {
      throw input_error("{}: a rank does not send to itself", described(end.key));
    }
    ends.push_back(end);
  }
  std::sort(ends.begin(), ends.end());
  const auto twice =
      std::adjacent_find(ends.begin(), ends.end(),
                         [](const SliceEnd& a, const SliceEnd& b) { return a.key == b.key; });
  if (twice != ends.end()) {
    throw input_error("{}: the trace has this {} twice", described(twice->key), to_string(kind));
  }
  return ends;
}

// The first end that the other side lacks decides; both lists are sorted.
void check_pairs(std::span<const SliceEnd> sends, std::span<const SliceEnd> receives) {
  const std::size_t common = std::min(sends.size(), receives.size());
  std::size_t i = 0;
  while (i < common && sends[i].key == receives[i].key) ++i;
  if (i == sends.size() && i == receives.size()) return;
  const bool send_is_alone = i < sends.size() && (i == receives.size() || sends[i] < receives[i]);
  throw input_error("{}: the trace has this {} without its {}",
                    described(send_is_alone ? sends[i].key : receives[i].key),
                    send_is_alone ? "send" : "receive", send_is_alone ? "receive" : "send");
}

// Beyond that sums of elements or bytes would overflow.
constexpr std::uint64_t max_total = std::uint64_t{1} << 62;

void check_total(std::uint64_t elements, std::uint64_t bytes) {
  if (elements <= max_total && bytes <= max_total) return;
  throw input_error("the transfers of the trace carry more than 2^62 elements or bytes together");
}

bool same_transfer(const SliceEnd& a, const SliceEnd& b) {
  return std::equal(a.key.begin(), a.key.end() - 1, b.key.begin());
}

// Adds a slice to the record of its transfer.
void add_slice(FoldedMove& folded, const SliceEnd& slice, const Event& send, const Event& receive) {
  ChunkMove& move = folded.move;
  if (send.elements != receive.elements) {
    throw input_error("{}: {} elements are sent, {} received", described(slice.key), send.elements,
                      receive.elements);
  }
  if (receive.combine != move.combine) {
    throw input_error("{}: this slice is received with {}, an earlier one of the chunk with {}",
                      described(slice.key), to_string(receive.combine), to_string(move.combine));
  }
  ++move.slices;
  move.elements += static_cast<std::int64_t>(receive.elements);
  move.bytes += static_cast<std::int64_t>(receive.bytes);
  move.begin_ns = std::min(move.begin_ns, receive.begin);
  move.end_ns = std::max(move.end_ns, receive.end);
  folded.begin_ns = std::min({folded.begin_ns, send.begin, receive.begin});
  folded.end_ns = std::max({folded.end_ns, send.end, receive.end});
}

}  // namespace

std::vector<FoldedMove> fold_slices(const std::vector<Event>& events) {
  auto sorted_receives =
      std::async(std::launch::async, [&] { return slice_ends(events, EventKind::receive); });
  const std::vector<SliceEnd> sends = slice_ends(events, EventKind::send);
  const std::vector<SliceEnd> receives = sorted_receives.get();
  check_pairs(sends, receives);
  std::vector<FoldedMove> moves;
  std::uint64_t total_elements = 0;
  std::uint64_t total_bytes = 0;
  for (std::size_t i = 0; i < receives.size(); ++i) {
    const Event& send = events[sends[i].event];
    const Event& receive = events[receives[i].event];
    check_total(total_elements += receive.elements, total_bytes += receive.bytes);
    if (i == 0 || !same_transfer(receives[i - 1], receives[i])) {
      const auto [collective, step, source, chunk, destination, slice] = receives[i].key;
      moves.push_back(
          {collective,
           step,
           {source, destination, chunk, receive.combine, 0, 0, 0, receive.begin, receive.end},
           receive.begin,
           receive.end,
           receives[i].event});
    }
    add_slice(moves.back(), receives[i], send, receive);
  }
  return moves;
}

}  // namespace zerolab
