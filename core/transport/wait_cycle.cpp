#include "core/transport/wait_cycle.hpp"

#include <algorithm>
#include <optional>

#include <fmt/core.h>

#include "core/transport/complaints.hpp"

namespace zerolab {

namespace {

using Direction = Pending::Direction;

// The other half of a message between `rank` and a peer is among what the peer waits for.
bool is_offered(const std::vector<Pending>& peer_waiting, const Wait& wait) {
  return std::ranges::any_of(peer_waiting, [&](const Pending& theirs) {
    return theirs.peer == wait.rank && theirs.direction != wait.message.direction;
  });
}

std::string describe(const Wait& wait) {
  const bool sends = wait.message.direction == Direction::send;
  return fmt::format("waits to {} '{}' {} rank {}", sends ? "send" : "receive",
                     to_string(wait.message.label), sends ? "to" : "from", wait.message.peer);
}

}  // namespace

std::vector<Wait> find_cycle(const std::vector<std::vector<Pending>>& waiting, int start,
                             const std::function<bool(const Wait&)>& still_pending) {
  // Breadth first from `start`; reached_by[rank] is the arrow that led there.
  std::vector<std::optional<Wait>> reached_by(waiting.size());
  std::vector<int> frontier{start};
  while (!frontier.empty() && !reached_by[static_cast<std::size_t>(start)]) {
    std::vector<int> next;
    for (const int rank : frontier) {
      for (const Pending& message : waiting[static_cast<std::size_t>(rank)]) {
        const auto peer = static_cast<std::size_t>(message.peer);
        const Wait wait{rank, message};
        if (reached_by[peer] || waiting[peer].empty() || is_offered(waiting[peer], wait) ||
            !still_pending(wait)) {
          continue;
        }
        reached_by[peer] = wait;
        next.push_back(message.peer);
      }
    }
    frontier = std::move(next);
  }
  std::vector<Wait> cycle;
  if (!reached_by[static_cast<std::size_t>(start)]) return cycle;
  int rank = start;
  do {  // backwards, along the arrows that led here
    cycle.push_back(*reached_by[static_cast<std::size_t>(rank)]);
    rank = cycle.back().rank;
  } while (rank != start);
  std::ranges::reverse(cycle);
  std::ranges::rotate(cycle, std::ranges::min_element(cycle, {}, &Wait::rank));
  return cycle;
}

std::string describe_deadlock(const std::vector<Wait>& cycle) {
  std::string text = "deadlock: ";
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    text += i == 0 ? fmt::format("rank {} ", cycle[i].rank) : ", which ";
    text += describe(cycle[i]);
  }
  for (const Wait& other : cycle) {
    const Wait& first = cycle.front();
    const std::string different =
        different_collectives(first.rank, first.message.label, other.rank, other.message.label);
    if (!different.empty()) return text + ": " + different;
  }
  return text +
         ": post sends and receives together in one exchange, or let one of these ranks do first "
         "what the rank before it waits for";
}

}  // namespace zerolab
