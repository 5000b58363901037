// What the parent decides, from one moment in which every rank waits to the next.
#include "core/transport/fabric/fabric.hpp"

#include <algorithm>
#include <utility>

#include "core/transport/fabric/fabric_run.hpp"

namespace zerolab {

FabricRecord run_fabric(const std::vector<int>& fds, const FabricOptions& options,
                        const FabricHooks& hooks) {
  return FabricRun(fds, options, hooks).run();
}

FabricRun::FabricRun(const std::vector<int>& fds, const FabricOptions& options,
                     const FabricHooks& hooks)
    : hooks_(hooks),
      record_{FabricEnding::finished, "", -1, ErrorKind::failure,
              std::vector<FabricRank>(fds.size())},
      board_(record_.ranks, options),
      scratch_(std::size_t{256} << 10) {
  ranks_.reserve(fds.size());
  for (const int fd : fds) ranks_.emplace_back(fd, world_size(), options);
}

FabricRecord FabricRun::run() {
  try {
    while (true) {
      wait_until_settled();
      if (all_ended()) break;
      if (pass_marks() || answer_complete_exchanges()) continue;
      do {
        if (!board_.move_one()) throw board_.deadlock();
      } while (!answer_complete_exchanges());
    }
    board_.check_delivered();
  } catch (const FabricStop& stop) {
    record_.ending = stop.ending();
    record_.detail = stop.what();
    record_.culprit = stop.culprit();
    record_.kind = stop.kind();
    tell_all(stop);
  }
  return std::move(record_);
}

bool FabricRun::all_ended() const {
  return std::ranges::all_of(ranks_, [](const Rank& rank) { return rank.state == State::ended; });
}

// Nobody is let go before all marks have been looked at: nothing runs meanwhile.
bool FabricRun::pass_marks() {
  const auto is_marked = [](const Rank& rank) { return rank.state == State::marked; };
  if (std::ranges::none_of(ranks_, is_marked)) return false;
  for (int rank = 0; rank < world_size(); ++rank) {
    if (!is_marked(at(rank)) || !hooks_.on_mark) continue;
    hooks_.on_mark(rank, at(rank).mark, record_.ranks[static_cast<std::size_t>(rank)].calls.size());
  }
  for (Rank& rank : ranks_) {
    if (!is_marked(rank)) continue;
    rank.state = State::running;
    rank.socket.write({.kind = FrameKind::go_on});
  }
  return true;
}

bool FabricRun::answer_complete_exchanges() {
  bool any = false;
  for (int rank = 0; rank < world_size(); ++rank) {
    if (at(rank).state != State::exchanging || !board_.is_complete(rank)) continue;
    at(rank).state = State::running;
    const auto peak = static_cast<std::int64_t>(board_.peak_buffered_bytes(rank));
    at(rank).socket.write({.kind = FrameKind::moved, .number = peak}, board_.leave(rank));
    any = true;
  }
  return any;
}

// The rank that it is about gets the reason as it is, as if it had found it by itself.
void FabricRun::tell_all(const FabricStop& stop) {
  for (int rank = 0; rank < world_size(); ++rank) {
    if (at(rank).state == State::ended || at(rank).closed) continue;
    const bool names_other = stop.culprit() >= 0 && stop.culprit() != rank;
    const std::string text =
        names_other ? fmt::format("rank {} failed first: {}", stop.culprit(), stop.what())
                    : stop.what();
    const auto bytes = std::as_bytes(std::span(text));
    const ErrorKind kind = names_other ? ErrorKind::failure : stop.kind();
    at(rank).socket.write({.kind = FrameKind::stop, .number = number_of(kind)},
                          {{bytes.begin(), bytes.end()}});
  }
  flush_all();
  for (Rank& rank : ranks_) rank.socket.shut_down();
}

}  // namespace zerolab
