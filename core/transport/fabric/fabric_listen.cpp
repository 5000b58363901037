// How the parent listens: to all ranks at once, until every one of them waits or has ended.
#include <algorithm>

#include <poll.h>

#include "core/base/clock.hpp"
#include "core/base/units.hpp"
#include "core/transport/fabric/fabric_run.hpp"

namespace zerolab {

namespace {

constexpr int look_around_ms = 10;
constexpr std::int64_t look_around_ns = look_around_ms * 1'000'000;
constexpr std::int64_t longest_after_trouble_ns = 500'000'000;
constexpr int patience_ms = 50;  // with ranks that do not read the reason of the end
constexpr std::int64_t longest_farewell_ns = 1'000'000'000;

template <typename... Args>
FabricStop out_of_turn(int rank, fmt::format_string<Args...> format, Args&&... args) {
  return {FabricEnding::nonsense, rank,
          fmt::format("rank {} {}", rank, fmt::format(format, std::forward<Args>(args)...))};
}

}  // namespace

// Where something is wrong with a rank the others have a little time to come to rest, so that what
// is named depends on time as little as possible.
void FabricRun::wait_until_settled() {
  while (!all_settled()) {
    poll_once(look_around_ms, Interest::read_and_write);
    const std::int64_t now = now_ns();
    if (first_trouble_ns_ > 0 && now - first_trouble_ns_ > longest_after_trouble_ns) break;
    if (now < next_look_ns_) continue;
    next_look_ns_ = now + look_around_ns;
    look_around();
  }
  for (const Rank& rank : ranks_) {
    if (rank.trouble) throw *rank.trouble;
  }
}

bool FabricRun::all_settled() const {
  return std::ranges::all_of(ranks_, [](const Rank& rank) { return rank.is_settled(); });
}

// The caller's reason to end the run is about the first rank that still runs; what is known to be
// wrong with another rank is the better reason.
void FabricRun::look_around() {
  const auto runs = [](const Rank& rank) { return !rank.is_settled(); };
  const auto running = std::ranges::find_if(ranks_, runs);
  if (!hooks_.on_wait || running == ranks_.end() || first_trouble_ns_ > 0) return;
  const std::string reason = hooks_.on_wait();
  if (reason.empty()) return;
  throw FabricStop(FabricEnding::stopped, static_cast<int>(running - ranks_.begin()),
                   printable(reason));
}

// Waits until a rank has written, or can be written to, and does it; false: nothing happened.
bool FabricRun::poll_once(int timeout_ms, Interest interest) {
  const bool reads = interest == Interest::read_and_write;
  std::vector<pollfd> polled;
  for (const Rank& rank : ranks_) {
    const int events = (reads ? POLLIN : 0) | (rank.socket.has_unsent() ? POLLOUT : 0);
    const bool listens = events != 0 && !rank.closed && !(reads && rank.trouble);
    polled.push_back({listens ? rank.socket.fd() : -1, static_cast<short>(events), 0});
  }
  if (::poll(polled.data(), polled.size(), timeout_ms) <= 0) return false;
  for (int rank = 0; rank < world_size(); ++rank) {
    const int happened = polled[static_cast<std::size_t>(rank)].revents;
    if (happened != 0 && at(rank).socket.has_unsent()) at(rank).socket.flush();
    if ((happened & ~POLLOUT) != 0 && reads) read_from(rank);
  }
  return true;
}

void FabricRun::read_from(int rank) {
  Rank& from = at(rank);
  const RankSocket::Arrival arrival = from.socket.read(scratch_);
  from.closed = arrival.closed;
  try {
    if (!arrival.bytes.empty()) take_bytes(rank, arrival.bytes);
    if (arrival.closed && from.state != State::ended) {
      throw FabricStop(FabricEnding::rank_gone, rank,
                       fmt::format("rank {} is gone: its socket closed {}before it had ended", rank,
                                   from.reader.begun() ? "in the middle of a frame, " : ""));
    }
  } catch (const FabricStop& stop) {
    from.trouble = stop;
    if (first_trouble_ns_ == 0) first_trouble_ns_ = now_ns();
  }
}

void FabricRun::take_bytes(int rank, std::span<const std::byte> bytes) {
  Rank& from = at(rank);
  switch (from.state) {
    case State::running: break;
    case State::exchanging:
    case State::marked: throw out_of_turn(rank, "sent {} bytes while it waits", bytes.size());
    case State::ended: throw out_of_turn(rank, "sent {} bytes after its last", bytes.size());
  }
  if (from.socket.has_unsent()) {
    throw out_of_turn(rank, "sent {} bytes before it had read its last answer", bytes.size());
  }
  const std::size_t used = from.reader.feed(bytes);
  if (used < bytes.size()) {
    throw out_of_turn(rank, "sent {} bytes after a whole frame", bytes.size() - used);
  }
  if (from.reader.complete()) begin(rank, from.reader.take());
}

void FabricRun::begin(int rank, RankFrame frame) {
  const auto text = [&] {
    std::string said(frame.bytes.size(), ' ');
    std::ranges::transform(frame.bytes, said.begin(), [](std::byte b) { return char(b); });
    return printable(said);
  };
  switch (frame.kind) {
    case FrameKind::exchange:
      board_.post(rank, std::move(frame.sends), std::move(frame.receives));
      at(rank).state = State::exchanging;
      break;
    case FrameKind::mark:
      at(rank).mark = frame.number;
      at(rank).state = State::marked;
      break;
    case FrameKind::finish:
      record_.ranks[static_cast<std::size_t>(rank)].ended = true;
      record_.ranks[static_cast<std::size_t>(rank)].report = std::move(frame.bytes);
      board_.end(rank);
      at(rank).state = State::ended;
      break;
    case FrameKind::fail:
      throw FabricStop(FabricEnding::rank_failed, rank, text(), error_kind_of(frame.number));
    case FrameKind::moved:
    case FrameKind::go_on:
    case FrameKind::stop: require(false, "a rank's reader lets no frame of the parent through");
  }
}

// Ranks that wait read at once; those that compute, or never read, get what their socket takes.
void FabricRun::flush_all() {
  const std::int64_t begin_ns = now_ns();
  const auto has_unsent = [](const Rank& rank) { return !rank.closed && rank.socket.has_unsent(); };
  while (std::ranges::any_of(ranks_, has_unsent) && now_ns() - begin_ns < longest_farewell_ns) {
    if (!poll_once(patience_ms, Interest::write)) return;
  }
}

}  // namespace zerolab
